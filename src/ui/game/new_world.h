// A world that the player makes from nothing: the form New world, and what becomes of it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry.h"
#include "ui/game/game_state.h"

namespace quicksand {

struct NewWorld {
  size_t kind = 0;  // of world_kinds()
  GridSize size{640, 360};
  bool open_border = false;
  std::string materials;  // a set's name or file; empty: the command line's, or else those of the kind
};

struct SizePreset {
  std::string_view name;
  GridSize size;
};
inline constexpr SizePreset kSizePresets[] = {{"Small", {320, 180}},  {"Medium", {640, 360}}, {"Large", {1280, 720}},
                                              {"Huge", {2560, 1440}}, {"Square", {512, 512}}, {"Tall", {360, 640}}};

// What is wrong with it; empty: it can be made.
std::string problem_of(const NewWorld& wanted);

// How much memory such a world takes, about. Its size may be any.
double memory_mb(const NewWorld& wanted);

// The sets of materials that can be chosen: the game's own, and that of the command line.
std::vector<std::string> materials_to_choose(const GameState& game);

// The set that a world of this kind has if none is chosen.
std::string usual_materials(const GameState& game, const NewWorld& wanted);

// As a scene that is in no file.
Scene scene_of(const NewWorld& wanted);

// Plays it; the world before is kept first. What cannot be made leaves all as it is, and says why.
bool create_world(GameState& game, const NewWorld& wanted);

}  // namespace quicksand
