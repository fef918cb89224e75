// What is in the player's hand: a tool, a brush, a material, and the stroke that goes on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/brush.h"
#include "app/kinds/dunes_bodies.h"
#include "core/geometry.h"
#include "core/patch.h"
#include "core/sign.h"
#include "ui/game/shocks.h"
#include "ui/game/stroke_path.h"
#include "ui/tools/tool.h"
#include "view/look.h"

namespace quicksand {

// How wet the brush paints what can be wet.
enum class Moisture : uint8_t { kDry, kDamp, kSoaked };
inline constexpr const char* kMoistureNames[] = {"Dry", "Damp", "Soaked"};

// A patch that is held over the world, before it is put down.
struct Placing {
  std::shared_ptr<const Patch> patch;
  CellPos at;                               // its upper left cell
  CellPos grip;                             // the cell of it that is under the pointer
  bool follows = true;                      // the pointer
  std::optional<CellPos> lifted_from = {};  // it was in the world there, which lacks it until it is put down

  void follow(CellPos cell) {
    if (follows) at = {cell.x - grip.x, cell.y - grip.y};
  }
};

// A key that draws or erases, from where it goes down over the world until it comes up.
struct Stroke {
  bool erases = false;
  const Tool* tool = nullptr;  // the one that it began with
  StrokeShape shape = StrokeShape::kFreehand;
  Ink ink;  // what it draws with
  CellPos start;
  CellPos last;            // where its last step ended
  bool has_drawn = false;  // there was a cell that it could fill
  StrokePath path = {};
  bool over_world = true;                 // in this frame no panel lies below the pointer
  bool shift = false;                     // the key is held in this frame
  bool control = false;                   // and this was when it began
  std::optional<PaintCommand> held = {};  // what the tool moves, where it was when the stroke began
  bool is_noted = false;                  // in the history, before it began
  // What else it may have changed, as it was when it began:
  std::vector<CellPos> corners = {};
  std::vector<RowSpan> selection = {};
  std::optional<Placing> placing = {};
};

// Where it would come, without what it leaves as it is; in a world of this size.
std::vector<RowSpan> cells_in(const Placing& placing, GridSize size);

// A sign whose words are being written.
struct EditedSign {
  Sign sign;
  bool is_new = false;
};

// What becomes of a sign when a stroke of the tool Sign ends: it is written, moved, or taken away.
struct SignDeed {
  enum Kind : uint8_t { kWrite, kMove, kTakeAway };

  Kind kind = kWrite;
  CellPos at;  // where it stands, or is to stand
  CellPos to;  // of kMove
};

// From a cell to a cell, by the tool Measure.
struct Measured {
  CellPos from;
  CellPos to;
};

struct Tooling {
  const Tool* tool = &painting_tool();
  Brush brush;
  BrushKind kind_before_spray = BrushKind::kRound;  // the palette's spray comes with its brush, and goes with it
  uint8_t entry = 1;                                // the chosen material; 0 is the eraser
  Moisture moisture = Moisture::kDry;
  std::optional<Stroke> stroke;
  int finished_strokes = 0;         // of tools that use the material
  std::vector<std::string> recent;  // names of the materials that were drawn with last, the last one first
  size_t body_kind = 0;             // that the tool Body sets down (app/kinds/dunes_bodies.h)
  std::optional<size_t> held_body;  // that it holds
  bool drags_body = false;          // and has moved
  std::shared_ptr<const Terrain> terrain;  // over which it goes; as long as one is held
  BodyRange chosen_bodies;          // that it had last
  OriginalMaps original_maps;       // of bodies that were made larger or smaller
  float body_pace = 0.5F;           // at which bodies go on ways that were drawn, in cells a tick
  std::vector<CellPos> drawn_way;   // for the held body, as far as it is drawn
  std::vector<CellPos> corners;     // of the polygon that is drawn, or of what is selected, as far as it is
  std::vector<RowSpan> selection;   // as rasterise() gives it; empty: nothing is selected
  std::optional<Placing> placing;
  std::shared_ptr<const Patch> copied;  // what was copied last; null: nothing
  std::string words = "Quicksand";      // that the tool Text writes
  int dot = 2;                          // cells along a side of the dots of its letters, 1..kMostDot
  std::optional<Sign> pointed_sign;     // below the pointer, or below where the stroke began
  std::optional<EditedSign> edited_sign;
  std::optional<SignDeed> sign_deed;  // until it is done
  std::optional<CellPos> inspected;   // that the tool Inspect holds on to
  std::optional<Measured> measured;
  Shocks shocks;
  std::string complaint;  // what a tool could not do, until it is said

  void cancel_stroke() {
    stroke.reset();
    cancel_stroke_of_body();
  }
  void cancel_stroke_of_body() {
    held_body.reset();
    terrain.reset();
    drags_body = false;
    drawn_way.clear();
  }

  // Likewise, and what it did to what is in the hand is undone.
  void take_back_stroke();

  // The brush grows, or what the tool has instead.
  void grow(int steps);

  // Takes another tool. One that needs a material takes the first that can be wet in the eraser's place.
  void choose(const Tool& tool, const Looks& looks);
};

// The wetness with which an entry is painted; none: as dry as it comes.
std::optional<uint8_t> painted_wetness(const MaterialLook& look, Moisture moisture);

// So many are kept of what was drawn with last.
inline constexpr size_t kMostRecent = 16;
void note_recent(Tooling& tooling, const std::string& name);

// The entry of this name; where there is none, the first that is loose.
uint8_t entry_or_loose(std::string_view name, const std::vector<std::string>& names, const Looks& looks);

// The first entry that can be wet; 0 if none can.
uint8_t first_that_can_be_wet(const Looks& looks);

}  // namespace quicksand
