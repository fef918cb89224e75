#include "sim/inspect/inspect_cell.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "sim/cells/material_facts.h"
#include "sim/inspect/cell_trace.h"
#include "sim/inspect/trace_words.h"
#include "sim/moisture/wetness.h"
#include "sim/tick/freeze.h"

namespace quicksand {
namespace {

// Ticks are counted as 160 a second (kTicksASecond).
constexpr double kMeetingsASecond = double{kTicksASecond} / kMeetingTicks;

// More of them are only counted.
constexpr size_t kMostGrainsTold = 3;
constexpr size_t kMostBlocksTold = 3;

// What a byte of a plane means. In the order of kPlaneRows; a plane without a row is told as its number.
using PlaneWords = std::string (*)(const SandboxState&, const MaterialTable&, const CellBytes&);

std::string material_words(const SandboxState&, const MaterialTable& table, const CellBytes& bytes) {
  const std::vector<std::string> facts = material_facts(table, bytes[kMaterialPlane]);
  const std::string& name = table[bytes[kMaterialPlane]].name;
  return facts.empty() ? name : name + ", " + facts.front();
}

std::string seed_words(const SandboxState&, const MaterialTable&, const CellBytes& bytes) {
  return std::to_string(bytes[kGrainSeedPlane]) + ", from 0 to 255";
}

std::string wetness_words(const SandboxState&, const MaterialTable& table, const CellBytes& bytes) {
  const MaterialId id = bytes[kMaterialPlane];
  const int wetness = bytes[kWetnessPlane];
  if (table.absorbs(id) == kVoid) return wetness == 0 ? "none: it takes up nothing" : std::to_string(wetness);
  const std::string of = decimal(wetness / double{kCellWetness}, 2) + " cells of " + table[table.absorbs(id)].name;
  if (wetness == 0) return "dry; it takes up " + table[table.absorbs(id)].name;
  const std::string bound = decimal(table.wet_threshold(id) / double{kCellWetness}, 2);
  return of +
         (is_overwet(table, id, bytes[kWetnessPlane]) ? ": overwet, it flows (above " : ": damp, it coheres (up to ") +
         bound + ")";
}

std::string speed_words(const SandboxState&, const MaterialTable&, const CellBytes& bytes) {
  const double rows = bytes[kSpeedPlane] / double{kOneRow};
  if (rows == 0) return "at rest";
  return decimal(rows, 2) + " rows a tick, " + decimal(rows * kTicksASecond, 0) + " cells a second";
}

std::string heat_words(const SandboxState& state, const MaterialTable&, const CellBytes& bytes) {
  const auto degrees = [](int temperature) {
    return decimal((temperature - kZeroCelsius) / double{kUnitsPerKelvin}) + " \u00b0C";
  };
  const uint16_t temperature = temperature_of(bytes[kHeatLowPlane], bytes[kHeatHighPlane], state.ambient);
  return degrees(temperature) +
         (temperature == state.ambient ? ", as its surroundings" : "; its surroundings " + degrees(state.ambient));
}

std::string timer_words(const SandboxState&, const MaterialTable& table, const CellBytes& bytes) {
  const int timer = bytes[kTimerPlane];
  const Material& material = table[bytes[kMaterialPlane]];
  if (timer == 0) return material.electric ? "no charge" : "none";
  const std::string number = std::to_string(timer);
  const bool is_one = timer == 1;
  if (material.electric) return "charge, " + number + (is_one ? " tick" : " ticks");
  if (material.burns) return "burning, " + number + (is_one ? " step is left" : " steps are left");
  return material.explodes ? "about to explode (" + number + ")" : number;
}

struct PlaneTitle {
  PlaneNumber plane;
  std::string_view title;  // empty: told with another plane
  PlaneWords words;
};
constexpr PlaneTitle kTitles[] = {
    {kMaterialPlane, "material", material_words}, {kGrainSeedPlane, "grain seed", seed_words},
    {kWetnessPlane, "wetness", wetness_words},    {kSpeedPlane, "speed of fall", speed_words},
    {kHeatLowPlane, "temperature", heat_words},   {kHeatHighPlane, "", heat_words},
    {kTimerPlane, "timer", timer_words}};

InspectionSection holds(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  InspectionSection section{"What it holds", {}};
  CellBytes bytes{};
  for (int plane = 0; plane < state.cells.count(); ++plane)
    bytes[static_cast<size_t>(plane)] = state.cells[plane][cell];
  for (int plane = 0; plane < state.cells.count(); ++plane) {
    // Of emptiness there is no more to tell.
    if (bytes[kMaterialPlane] == kVoid && plane != kMaterialPlane &&
        bytes[static_cast<size_t>(plane)] == state.cells.rows()[static_cast<size_t>(plane)].empty)
      continue;
    const auto known = std::ranges::find(kTitles, plane, [](const PlaneTitle& each) { return int{each.plane}; });
    if (known == std::end(kTitles))
      section.lines.push_back(std::string(state.cells.rows()[static_cast<size_t>(plane)].name) + ": " +
                              std::to_string(bytes[static_cast<size_t>(plane)]));
    else if (!known->title.empty())
      section.lines.push_back(std::string(known->title) + ": " + known->words(state, table, bytes));
  }
  return section;
}

InspectionSection in_the_air(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  InspectionSection section{"In the air over it", {}};
  const Grains& grains = state.grains;
  size_t count = 0;
  for (size_t i = 0; i < grains.size(); ++i) {
    if (static_cast<int>(grains.x[i]) != cell.x || static_cast<int>(grains.y[i]) != cell.y) continue;
    if (++count > kMostGrainsTold) continue;
    const double speed = std::hypot(grains.vx[i], grains.vy[i]) * kTicksASecond;
    std::string text = table[grains.material()[i]].name + " at (" + decimal(grains.x[i], 2) + ", " +
                       decimal(grains.y[i], 2) + "), " + decimal(speed) + " cells a second (" +
                       decimal(grains.vx[i] * kTicksASecond) + " to the right, " +
                       decimal(grains.vy[i] * kTicksASecond) + " down), turns " +
                       decimal(grains.spin[i] * kTicksASecond) + " radians a second";
    if (grains.is_asleep(i)) text += ", asleep";
    section.lines.push_back(text);
  }
  if (count > kMostGrainsTold) section.lines.push_back("and " + std::to_string(count - kMostGrainsTold) + " more");
  return section;
}

std::string fate_words(const CellTrace& trace, CellPos cell, bool is_void) {
  if (is_void) return trace.steps.empty() ? "nothing comes in by itself" : "";
  switch (trace.fate) {
    case CellFate::kGone:
      return "it does not outlast the tick";
    case CellFate::kAirborne:
      return "it flies, over " + text_of(trace.at);
    case CellFate::kCell:
      break;
  }
  return trace.at == cell ? "stays at " + text_of(cell) : "moves to " + text_of(trace.at);
}

InspectionSection next_tick(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  InspectionSection section{"The next tick, and why", {}};
  if (state.size.cells() > kMostTracedCells) {
    section.lines.emplace_back("not told: this world has more than 16 million cells");
    return section;
  }
  const CellTrace trace = trace_cell(state, table, cell);
  const MaterialId id = state.material()[cell];
  const auto add = [&](const std::string& line) {
    if (!line.empty()) section.lines.push_back(line);
  };
  const bool is_void = id == kVoid && trace.fate == CellFate::kCell && !trace.fall;
  add(fate_words(trace, cell, is_void));
  const bool stays = trace.fate == CellFate::kCell && trace.at == cell;
  if (id != kVoid && stays && table.phase(id) != Phase::kStatic && !is_active_cell(state, table, cell))
    add("at rest: no rule of its own could change anything");
  for (const std::string& line : trace.why) add(line);
  for (const CellStep& step : trace.steps) {
    const bool moved = !(step.from == step.at) || step.change.empty();
    const std::string where =
        step.fate == CellFate::kAirborne ? "into the air over " + text_of(step.at) : "to " + text_of(step.at);
    add("by the pass \"" + std::string(step.pass) + "\": " + step.change + (!step.change.empty() && moved ? ", " : "") +
        (moved ? where : ""));
  }
  return section;
}

// The chance that it happens within a second, of what happens by dice words below the limit at so many meetings.
std::string a_second(uint64_t limit) {
  const double once = static_cast<double>(limit) / 4294967296.0;
  const double share = 1 - std::pow(1 - once, kMeetingsASecond);
  return share < 0.001 ? decimal(100 * share, 3) + " % a second" : decimal(100 * share) + " % a second";
}

std::string products(const MaterialTable& table, MaterialId from, const ProductChoice& choice) {
  std::string text;
  choice.for_each([&](MaterialId into, uint64_t) {
    text += (text.empty() ? "" : " or ") + (into == kSame   ? table[from].name
                                            : into == kVoid ? "nothing"
                                                            : table[into].name);
  });
  return text.empty() ? table[from].name : text;
}

// What may come of the two, of which the cell is the first or the second.
void add_meetings(const MaterialTable& table, MaterialId self, MaterialId other, bool is_first, bool upright,
                  const std::string& where, std::vector<std::string>& lines) {
  const MaterialId first = is_first ? self : other;
  const MaterialId second = is_first ? other : self;
  table.reactions().for_each_meeting(first, second, [&](const Meeting& meeting) {
    if (!(upright ? meeting.upright : meeting.side_by_side)) return false;
    const std::string odds = a_second(meeting.limit) + (meeting.condition != 0 ? ", under a condition" : "");
    const ProductChoice& mine = is_first ? meeting.first : meeting.second;
    const ProductChoice& its = is_first ? meeting.second : meeting.first;
    lines.push_back(table[other].name + " " + where + ": " + odds + ", " +
                    (meeting.swaps ? "changes places with it"
                                   : "into " + products(table, self, mine) + " and " + products(table, other, its)));
    return false;
  });
}

InspectionSection reactions(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  InspectionSection section{"What it may react with", {}};
  const MaterialId self = state.material()[cell];
  if (self == kVoid) return section;
  const struct {
    int x, y;
    const char* where;
  } kSides[] = {{0, -1, "above"}, {0, 1, "below"}, {-1, 0, "to the left"}, {1, 0, "to the right"}};
  for (const auto& [x, y, where] : kSides) {
    const CellPos beside{cell.x + x, cell.y + y};
    if (!contains(state.size, beside)) continue;
    add_meetings(table, self, state.material()[beside], x + y > 0, y != 0, where, section.lines);
  }
  if (section.lines.empty()) section.lines.emplace_back("nothing beside it");
  if (const uint64_t limit = table.reactions().decay_limit(self); limit > 0)
    section.lines.push_back("decays by itself: " + a_second(limit) + ", into " +
                            products(table, self, table.reactions().decay(self)));
  const std::vector<std::string> facts = material_facts(table, self);
  for (size_t i = 1; i < facts.size(); ++i) section.lines.push_back("in general: " + facts[i]);
  return section;
}

std::string block_words(int block, int y, GridSize size) {
  const int last = std::min((block + 1) * kBlockCells, size.width) - 1;
  return "columns " + std::to_string(block * kBlockCells) + " to " + std::to_string(last) + " of row " +
         std::to_string(y);
}

// What has changed of the blocks that a row looks at; empty: nothing.
std::string changed_around(const ActivityMap& activity, ActivityMap::Cursor cursor, GridSize size, int rows_seen,
                           CellPos cell) {
  const int own = cell.x / kBlockCells;
  std::string named;
  size_t around = 0;
  bool is_own = false;
  for (int y = std::max(cell.y - 1, 0); y <= std::min(cell.y + rows_seen, size.height - 1); ++y)
    for (int block = std::max(own - 1, 0); block <= std::min(own + 1, activity.blocks() - 1); ++block) {
      const uint64_t word = activity.changed(cursor, y)[block / 64] | activity.marked(y)[block / 64];
      if ((word >> block % 64 & 1) == 0) continue;
      if (y == cell.y && block == own) {
        is_own = true;
      } else if (++around <= kMostBlocksTold) {
        named += (named.empty() ? "" : "; ") + block_words(block, y, size);
      }
    }
  const std::string more = around > kMostBlocksTold ? std::to_string(around) + " blocks around it" : named;
  if (!is_own) return more;
  return around == 0 ? "its own block" : "its own block, and " + more;
}

InspectionSection sleep(const SandboxState& state, const MaterialTable& table, const Tick& tick, CellPos cell) {
  InspectionSection section{"Awake or asleep", {}};
  const ActivityMap& activity = tick.activity();
  const int block = cell.x / kBlockCells;
  section.lines.push_back("its block is " + block_words(block, cell.y, state.size));
  if (!tick.kernel().sleeps()) {
    section.lines.push_back("awake: the kernel " + std::string(tick.kernel().name()) +
                            " looks at every cell in every tick");
    return section;
  }
  const std::string changed =
      changed_around(activity, tick.rows_cursor(), state.size, std::max(table.most_drop(), 1), cell);
  if (!tick.will_look_at(cell))
    section.lines.emplace_back("asleep: nothing in it or around it has changed since the rows looked last");
  else if (!changed.empty())
    section.lines.push_back("awake, because this has changed: " + changed);
  else
    section.lines.emplace_back("awake: in the last tick the dice, or something in the way, held something up in it");
  std::string passes;
  for (ActivityMap::Cursor cursor = 0; cursor < activity.cursors(); ++cursor) {
    const uint64_t word = activity.changed(cursor, cell.y)[block / 64] | activity.marked(cell.y)[block / 64];
    if (!activity.is_listening(cursor) || (word >> block % 64 & 1) == 0) continue;
    passes += (passes.empty() ? "" : ", ") + std::string(activity.pass_of(cursor));
  }
  section.lines.push_back(passes.empty() ? "no pass has anything new to look at in the block"
                                         : "the block is new to these passes: " + passes);
  return section;
}

}  // namespace

Inspection inspect_cell(const SandboxState& state, const MaterialTable& table, const Tick& tick, CellPos cell) {
  Inspection all{holds(state, table, cell), in_the_air(state, table, cell), next_tick(state, table, cell),
                 reactions(state, table, cell), sleep(state, table, tick, cell)};
  std::erase_if(all, [](const InspectionSection& section) { return section.lines.empty(); });
  return all;
}

}  // namespace quicksand
