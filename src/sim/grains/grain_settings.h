// The numbers behind airborne grains (grains.h), each with its unit and reason. Lengths are in cells, times in ticks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace quicksand {

// A grain is a disc as wide as a cell.
inline constexpr float kGrainRadius = 0.5F;

// A fall through a world of 360 cells takes about a second.
inline constexpr float kGrainGravity = 0.03F;

// The fastest a grain flies. Its whole path is checked, so this bounds time, not safety.
inline constexpr float kMostGrainSpeed = 8;
// What is slower stands still: drag alone would never stop it, and where nothing weighs anything it would fly for ever. A
// tick of the least gravity makes it nearly four times as fast.
inline constexpr float kLeastGrainSpeed = 1.0F / 8192;
// In a tick contact may make it faster along an axis, up to this, and so may what pushes it between ticks; by the next
// tick it is slowed down.
inline constexpr float kMostSpeedBetweenTicks = 2 * kMostGrainSpeed;

// The share of its speed relative to the air that a grain loses in a tick: this over its density, so that ash is
// carried farther than gravel. And what it loses to a liquid.
inline constexpr float kAirDrag = 0.4F;
inline constexpr int kLeastDragDensity = 20;
inline constexpr float kLiquidDrag = 0.12F;

// What is left of the speed at which a dry grain meets a wall.
inline constexpr float kBounce = 0.35F;
// Slower ones do not bounce.
inline constexpr float kLeastBounceSpeed = 0.4F;

// Between a grain and the face that stopped it.
inline constexpr float kGap = 0.01F;

// Contact (contact.h). Discs are as large as their grain seed says: up to this share smaller than a cell.
inline constexpr float kRadiusSpread = 0.2F;
// A tick has so many substeps at least, and at most, or deep heaps would take for ever. The least are stiff enough for
// heaps whose grains bear so many others: see substeps.h.
inline constexpr int kLeastSubsteps = 10;
inline constexpr int kMostSubsteps = 30;
inline constexpr float kWeightOfLeastSubsteps = 22;
// And the most are stiff enough for heaps of so many, whose grains overlap by a twelfth of a cell: three fifths more than
// others do. Beyond that they do not come to rest.
inline constexpr float kMostBorneWeight =
    1.6F * kWeightOfLeastSubsteps * (kMostSubsteps / kLeastSubsteps) * (kMostSubsteps / kLeastSubsteps);
static_assert(kMostSubsteps % kLeastSubsteps == 0);
// What more empty rows than these part is not one heap: what is above them falls, or lies on something else.
inline constexpr int kHeapGap = 2;
// What bears others and is borne by some has so many near it at least; of what flies, most have fewer.
inline constexpr int kLeastAround = 2;
// The share of an overlap that a pair corrects in a substep. Six discs fit around one, and all of them together must
// not correct more than there is: from 0.4 on heaps never come to rest.
inline constexpr float kContactStiffness = 0.25F;
inline constexpr float kMostCorrection = 0.5F;  // in a substep; below 1, or a grain could be moved past a wall
// Springs are softer: a disc that rolls gives way to them three times as readily as to a push.
inline constexpr float kSlideStiffness = kContactStiffness / 3;
inline constexpr float kRollStiffness = 0.1F;
// And the share of the speed along its normal that a contact takes, with another grain and with a cell: what lands does
// not hop.
inline constexpr float kGrainDamping = 0.2F;
inline constexpr float kCellDamping = 0.5F;
// The friction of grains that touch, against what their materials say: in 64ths, up to twice as much.
inline constexpr int kFrictionUnit = 64;
inline constexpr int kMostFriction = 2 * kFrictionUnit;
// Overlaps do not push apart what parts at this speed already, in cells a tick.
inline constexpr float kMostParting = 0.5F;
// The fastest a grain turns, in radians a tick: so that its face goes as fast as a grain can.
inline constexpr float kMostSpin = kMostGrainSpeed / kGrainRadius;
// No spring is drawn out farther, in cells and in radians: what slips has drawn it by a load, and no load is larger
// than that of two discs with one middle.
inline constexpr float kMostSlide = 32;
inline constexpr float kMostRoll = 64;
// Grains may touch in a tick whose faces are in its middle closer than this and the way that they go against each other
// in half a tick, but none whose middles are farther apart than kMostReach. This is a little more than what is laid a
// cell apart has between its faces: a blow goes through it in the very tick. What meets unforeseen overlaps deeply by
// the next tick, and is flung apart, so that energy grows, and discs that slide well boil where they are pressed hard.
// Each knows the nearest so many: more of them do not touch it, unless they are squeezed beyond all measure. And it
// looks at so many at most, or thousands in one place would be looked at by thousands.
inline constexpr float kContactGap = 2 * kGrainRadius * kRadiusSpread + 0.05F;
inline constexpr float kMostReach = 2.5F;
inline constexpr int kMostNeighbours = 16;
// Those whose middles are closer than this lie beside each other; and wet ones hold each other.
inline constexpr float kNearReach = 1.25F;
inline constexpr int kMostLookedAt = 256;

// Where grains that rest do not become cells they sleep: all that touch one another stay where they are once each of
// them has been, for so many ticks, no farther from one place than this, in cells; until another touches them, or
// something moves one, or the cells around it change. Speeds do not tell: what is caged by others trembles for ever.
// The place may itself creep so far in as many ticks: a large heap sinks into itself for long, unseen, and some of its
// grains would always have to begin anew.
inline constexpr uint8_t kSleepTicks = 64;
inline constexpr uint64_t kFallAsleepTicks = 16;  // apart are those in which any may fall asleep
inline constexpr float kRestReach = 0.05F;

// A grain that touches something and is slower than this becomes a cell again. Those with bridges stick sooner, by so
// much where they are strongest.
inline constexpr float kDepositSpeed = 0.30F;
inline constexpr float kBridgeDepositSpeed = 1.0F;
inline constexpr float kLiquidDepositSpeed = 1.5F;
// A grain that finds no room around it (nearest_room.h) looks for some straight above, so far. What it sinks into rises as
// far.
inline constexpr int kDepositRise = 256;
// Those that find none there either look for it as far as their space reaches, in ticks so far apart: in a vessel that
// is full all of them look in vain.
inline constexpr uint64_t kFarRoomTicks = 16;
// And in so many spaces at once, the others in their turn: there may be as many of them as grains.
inline constexpr uint64_t kMostFarFloods = 64;

// Near a flowing surface a grain takes on its motion: right above it so much of the difference in each tick, and evenly
// less up to so many cells above.
inline constexpr int kBorrowReach = 3;
inline constexpr float kBorrowShare = 0.2F;

// Un-clumping (sim/grains/surface_chain.h): on each cell of the ground there is room for so many grains, of those that
// are at most the reach above it: one in each cell of the air, as what is poured evenly has. Clumps spread over so many
// cells to each side, and a grain goes at most so many of them in a tick.
inline constexpr int kClumpReach = 2;
inline constexpr float kClumpLimit = kClumpReach;
inline constexpr int kClumpSpread = 24;
inline constexpr int kClumpSteps = 2;

// Impact: a grain that meets a loose cell at more than this speed knocks it out, with so much of its own speed along
// the surface's normal, and keeps that share itself. The sum of the squares stays below 1, or splashes would feed
// themselves.
inline constexpr float kEjectSpeed = 1.1F;
inline constexpr float kEjectShare = 0.45F;
inline constexpr float kEjectSpread = 0.5F;
inline constexpr float kEjectKept = 0.55F;

// Landing (sim/grains/splash.h): the share of its energy that a cell which lands fast gives to liquids and to powders
// that it throws up, and of powders one cell in so many; the slowest and the spread of their speeds, as shares of the
// landing's; and how far aside they go, for each cell up.
inline constexpr float kSplashShareOfLiquid = 0.4F;
inline constexpr float kSplashShareOfPowder = 0.02F;
inline constexpr uint32_t kDustChance = 8;
// Of powder that lands on what is no liquid one cell in so many throws anything.
inline constexpr uint32_t kPuffChance = 16;
inline constexpr int kSplashReach = 16;  // cells to either side
inline constexpr float kLeastSplashSpeed = 0.2F;
inline constexpr float kSplashSpeedSpread = 0.4F;
inline constexpr float kSlopeOfDrops = 0.4F;
inline constexpr float kSlopeOfDust = 0.9F;
// Splashes throw as long as there are no more than so many grains in the air, and one for so many cells of the world: a
// world that rains everywhere keeps its speed.
inline constexpr size_t kSplashGrains = 256;
inline constexpr size_t kCellsPerSplash = 4096;

// A push loosens a cell that lies open if it brings it to this speed, and one that is buried if to the other.
inline constexpr float kLoosenOpenSpeed = 0.05F;
inline constexpr float kLoosenBuriedSpeed = 1.0F;
// What an explosion presses into the ground comes back with nearly all of its energy: so much of the speed goes up, and so
// much aside.
inline constexpr float kThrownBack = 0.9F;
inline constexpr float kThrownAside = 0.4F;
// Weaker pushes than the second loosen one in so many of the cells that they could.
inline constexpr uint32_t kWindChance = 40;
// And these hop, or they would come to rest at once. Source: Ralph Bagnold, "The Physics of Blown Sand and Desert
// Dunes" (1941): wind carries sand in leaps.
inline constexpr float kWindLift = 0.7F;

// Wet grains (wetness 1 is as wet as a cell can be): how much each of two that touch damps their relative motion, along
// the line between them and across it, and what a bridge of liquid that is drawn out holds back, at its strongest. All
// shares of it in a tick. A bridge is the stronger the wetter its grains are, up to their thresholds, and then the weaker.
inline constexpr float kWetDamping = 0.08F;
inline constexpr float kWetDrag = 0.12F;
inline constexpr float kBridge = 0.35F;
// The share of its radius that a grain is smaller when it is as wet as can be.
inline constexpr float kWetShrinking = 0.05F;

// More than these are never in the air at once, nor in any save.
inline constexpr size_t kMostGrains = 400'000;

// How many a world throws into its air, of so many cells: grains fill it then, and contacts grow with the square of
// their density. What would be thrown besides stays where it is.
constexpr size_t most_thrown(int64_t cells) { return std::min(kMostGrains, static_cast<size_t>(cells)); }

}  // namespace quicksand
