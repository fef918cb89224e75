#include "dunes/dune_hash.h"

#include "core/bits.h"
#include "core/hash.h"

namespace quicksand {
namespace {

// What will be depends on them, too.
void add_settings(const DuneSettings& settings, StateHasher& hasher) {
  const PileSettings& pile = settings.pile;
  const WindSettings wind = settings.wind.blows ? settings.wind : WindSettings();
  for (const int number : {int{pile.chip_firing}, pile.threshold, pile.transfer, pile.wet_threshold, pile.steps,
                           int{wind.blows}, int{static_cast<uint8_t>(wind.heading)}, wind.hop, int{wind.lift},
                           wind.slab, int{wind.catch_sand}, int{wind.catch_rock}, int{wind.spray}, wind.shadow})
    hasher.add(static_cast<uint64_t>(number));
  if (wind.turn != 0) hasher.add(static_cast<uint64_t>(wind.turn));  // a later key: hashes without it stay
  hasher.add(uint64_t{settings.bodies.size()} | uint64_t{!settings.unclumps} << 32 |
             static_cast<uint64_t>(pile.neighbours - 4) << 33);
  for (const Body& body : settings.bodies) {
    hasher.add(body.path.size());
    hasher.add(static_cast<uint64_t>(body.map.height));
    hasher.add(uint64_t{static_cast<uint8_t>(body.shape)} << 2 | uint64_t{body.stays} << 1 | uint64_t{body.is_source});
    for (const double number : {body.radius, body.length, body.width}) hasher.add(bits_of(number));
    hasher.add(static_cast<uint64_t>(body.map.width));
    for (const double depth : body.map.depths) hasher.add(bits_of(depth));
    for (const BodyPlace& place : body.path) {
      hasher.add(place.tick);
      for (const double number : {place.x, place.y, place.z}) hasher.add(bits_of(number));
    }
  }
}

}  // namespace

uint64_t hash_dunes(const DuneState& state, const DuneSettings& settings, const DunePalette& palette) {
  StateHasher hasher;
  for (const uint64_t word : {uint64_t(state.size.width), uint64_t(state.size.height), state.seed, state.tick,
                              state.paint_serial, uint64_t(state.open), uint64_t(state.pressed)})
    hasher.add(word);
  const auto row_bytes = static_cast<size_t>(state.size.width) * sizeof(int32_t);
  for (int y = 0; y < state.size.height; ++y) {
    for (const Plane<int32_t>* plane : {&state.height, &state.ground, &state.flight})
      hasher.add_bytes(plane->row(y), row_bytes);
    for (const Plane<uint8_t>* plane : {&state.wetness, &state.wetness_part})
      hasher.add_bytes(plane->row(y), static_cast<size_t>(state.size.width));
  }
  hasher.add(state.grains.size());
  FreeGrains::for_each_array(state.grains, [&](const auto& values) {
    hasher.add_bytes(values.data(), values.size() * sizeof(values[0]));
  });
  add_settings(settings, hasher);
  for (size_t entry = 0; entry < palette.names.size(); ++entry) {
    hasher.add_bytes(palette.names[entry].data(), palette.names[entry].size());
    hasher.add(uint64_t{static_cast<uint8_t>(palette.stuff[entry])});
  }
  return hasher.value();
}

}  // namespace quicksand
