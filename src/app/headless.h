// Runs a world without a window and writes what was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/open_world.h"
#include "capture/picture_source.h"
#include "core/result.h"
#include "view/display_mode.h"

namespace quicksand {

struct PlaneDump {
  std::string plane;
  std::string file;
};

struct HeadlessRequest {
  WorldRequest world;
  int threads = 1;
  std::optional<uint64_t> ticks;      // none: to the end of a recording, or else a frame
  bool replay = false;                // the scene must be a recording
  uint64_t hash_every = 0;            // 0: never
  bool progress = false;              // a bar on stderr
  std::optional<std::string> report;  // a file; "-" is stdout
  std::optional<std::string> screenshot;
  View view;                          // of the screenshot and the recording
  std::string highlight;              // the name of the entry that the view highlights; empty: it needs none
  bool distinct_colours = false;      // see view/colour_vision.h
  PictureSource pictures;             // null: the processor draws, and no fancy views
  int scale = 1;                      // pixels along a cell's side
  std::optional<std::string> record;  // is_recording_name()
  uint64_t record_every = 2;          // frames of world time between its pictures
  std::optional<std::string> save;
  std::vector<PlaneDump> dumps;
};

// Does all of it; stdout carries nothing but a report to "-".
Status run_headless(const HeadlessRequest& request);

}  // namespace quicksand
