#include "dunes/dune_paint.h"

#include <algorithm>
#include <vector>

#include "core/flood.h"
#include "core/random.h"
#include "dunes/airborne.h"
#include "dunes/dune_dice.h"
#include "dunes/moist_sand.h"

namespace quicksand {
namespace {

// What a stroke of the brush adds to a column.
constexpr int32_t kStroke = kUnit / 2;

// A stroke adds where it comes by. Where its tip starts has had its share from the stroke before, or gets it as a stroke
// of its own: else a line would be a row of beads.
std::vector<RowSpan> done_already(PaintCommand command, GridSize size) {
  if (command.shape != Shape::kStroke || command.from == command.to) return {};
  command.to = command.from;
  return rasterise(command, size);
}

// Whole grains: as many as a column of the entry has, if there is room.
int32_t chips_of(const DunePalette& palette, uint8_t entry, int32_t height) {
  if (height >= kFullHeight) return 0;
  const auto found = std::find(palette.sands.begin(), palette.sands.end(), entry);
  return kUnit * (1 + static_cast<int32_t>(found - palette.sands.begin()));
}

// Paints with one command.
class Brushstroke {
 public:
  Brushstroke(DuneState& state, const PileSettings& settings, const DunePalette& palette, const PaintCommand& command)
      : state_(state),
        settings_(settings),
        palette_(palette),
        command_(command),
        done_(done_already(command, state.size)) {}

  void paint_span(const RowSpan& span) {
    const uint32_t fill = row_key(state_.seed, state_.paint_serial, kDiceFill, span.y);
    const uint32_t pick = row_key(state_.seed, state_.paint_serial, kDicePick, span.y);
    const auto entries = static_cast<uint32_t>(command_.entries.size());
    for (int x = span.first; x <= span.last; ++x) {
      const auto column = static_cast<uint32_t>(x);
      if (dice_word(fill, column) >= command_.fill_limit) continue;
      const auto choice = static_cast<uint32_t>(uint64_t{dice_word(pick, column)} * entries >> 32);
      const CellPos cell{x, span.y};
      if (command_.onto == Onto::kEntry && entry_of_column(state_, settings_, palette_, cell) != command_.onto_entry)
        continue;
      const uint8_t entry = command_.entries[choice];
      if (!command_.velocity || palette_.stuff[entry] != DuneStuff::kSand)
        paint_cell(entry, cell);
      else
        throw_sand(state_, cell, kGrainSand, fine_wetness(command_.wetness.value_or(0)), *command_.velocity,
                   dice_word(pick ^ 1, column));
    }
  }

 private:
  void paint_cell(uint8_t entry, CellPos cell) {
    int32_t& height = state_.height[cell];
    int32_t& ground = state_.ground[cell];
    const int32_t stroke = height < kMostPaintedHeight && !span_at(done_, cell) ? kStroke : 0;
    switch (palette_.stuff[entry]) {
      case DuneStuff::kNothing:
        if (entry != 0) break;  // gases leave no trace
        if (height == ground) height = ground = 0;
        height = ground;
        set_wetness(state_, cell, 0);
        break;
      case DuneStuff::kSand:
        add_sand(state_, cell, settings_.chip_firing ? chips_of(palette_, entry, height) : stroke, 0);
        if (command_.wetness) set_wetness(state_, cell, fine_wetness(*command_.wetness));
        break;
      case DuneStuff::kRock:  // it takes the sand's place
        if (stroke == 0) break;
        ground = height += stroke;
        set_wetness(state_, cell, 0);
        break;
      case DuneStuff::kWater:
        if (height > ground) set_wetness(state_, cell, fine_wetness(255));
        break;
    }
  }

  DuneState& state_;
  const PileSettings& settings_;
  const DunePalette& palette_;
  const PaintCommand& command_;
  std::vector<RowSpan> done_;
};

}  // namespace

void paint_dunes(DuneState& state, const PileSettings& settings, const DunePalette& palette,
                 const PaintCommand& command, const WakeColumns& wake) {
  Brushstroke stroke(state, settings, palette, command);
  const auto entry_at = [&](CellPos cell) { return entry_of_column(state, settings, palette, cell); };
  for (const RowSpan& span : painted_cells(command, state.size, entry_at)) {
    stroke.paint_span(span);
    wake(span);
  }
  ++state.paint_serial;
}

void paint_picture(DuneState& state, const DunePalette& palette, std::span<const uint8_t> entries,
                   const WakeColumns& wake) {
  state.grains = FreeGrains();
  size_t i = 0;
  for (int y = 0; y < state.size.height; ++y) {
    for (int x = 0; x < state.size.width; ++x, ++i) {
      const DuneStuff stuff = palette.stuff[entries[i]];
      state.ground[{x, y}] = stuff == DuneStuff::kRock ? kUnit : 0;
      state.height[{x, y}] = stuff == DuneStuff::kNothing ? 0 : kUnit;
      state.flight[{x, y}] = 0;
      set_wetness(state, {x, y}, fine_wetness(stuff == DuneStuff::kWater ? 255 : 0));
    }
    wake({y, 0, state.size.width - 1});
  }
  ++state.paint_serial;
}

}  // namespace quicksand
