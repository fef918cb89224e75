// Runs a world without a window and writes what was asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/open_world.h"
#include "core/result.h"
#include "view/display_mode.h"
#include "view/image.h"
#include "view/look.h"

namespace quicksand {

struct PlaneDump {
  std::string plane;
  std::string file;
};

// Draws the whole world; null: the processor does (view/shading.h).
using Painter = std::function<Result<Image>(const World&, const Looks&, DisplayMode)>;

struct HeadlessRequest {
  WorldRequest world;
  int threads = 1;
  uint64_t ticks = kTicksPerFrame;
  uint64_t hash_every = 0;            // 0: never
  bool progress = false;              // a bar on stderr
  std::optional<std::string> report;  // a file; "-" is stdout
  std::optional<std::string> screenshot;
  DisplayMode display = DisplayMode::kPlain;  // of the screenshot and the recording
  Painter painter;                            // of the screenshot and the recording
  std::optional<std::string> record;          // an animation
  uint64_t record_every = 2;                  // frames of world time between its pictures
  std::optional<std::string> save;
  std::vector<PlaneDump> dumps;
};

// Does all of it; stdout carries nothing but a report to "-".
Status run_headless(const HeadlessRequest& request);

}  // namespace quicksand
