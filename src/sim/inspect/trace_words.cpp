#include "sim/inspect/trace_words.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "sim/cells/row_window.h"
#include "sim/moisture/wetness.h"

namespace quicksand {
namespace {

const std::string& name_of(const MaterialTable& table, MaterialId id) { return table[id].name; }

std::string at(CellPos cell, const MaterialTable& table, MaterialId id) {
  return text_of(cell) + " " + name_of(table, id);
}

// Dice and chances in 256ths, as shares of 1.
std::string dice_words(int dice, int chance) {
  return "dice " + decimal(dice / 256.0, 2) + (dice < chance ? ", less than " : ", would have to be less than ") +
         decimal(chance / 256.0, 2);
}

std::string rows_of(int rows) { return std::to_string(rows) + (rows == 1 ? " row" : " rows"); }

// Those beside it that it hangs together with.
std::string words_of_cohesion(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  const RowWindow rows = RowWindow(state, cell.y).at(cell.x);
  std::string beside;
  for (const int side : {-1, 1})
    if (rows.wetness[side] != 0 && coheres(table, rows.at(side)))
      beside += std::string(beside.empty() ? "" : " and ") + "damp " + name_of(table, rows.here[side]) +
                (side < 0 ? " to the left" : " to the right");
  return beside.empty() ? "held by cohesion" : "held by " + beside;
}

CellPos beside(const RowPlace& place, int columns, int rows = 0) {
  return {place.cell.x + columns, place.cell.y + rows};
}

std::string in_the_way(const RowPlace& place, const NoDrop& no_drop) {
  const std::string what = at(beside(place, no_drop.columns, no_drop.rows), *place.table, no_drop.blocker);
  return no_drop.touched ? what + " has moved in this tick" : what + " is in the way";
}

// Why it does not go to a side, or where it would go.
std::string words_of_side(const RowPlace& place, int side, const SideTrace& trace) {
  const std::string where = side < 0 ? "left: " : "right: ";
  if (trace.place > 0 && trace.slip_dice >= trace.slip_chance)
    return where + "does not slip past " +
           at(beside(place, side), *place.table, place.row[static_cast<size_t>(place.cell.x + side)]) + ": " +
           dice_words(trace.slip_dice, trace.slip_chance);
  if (trace.place > 0) return where + "it could go to " + text_of(beside(place, side * trace.place));
  const bool is_stopped = trace.stop == SideStop::kTaken || trace.stop == SideStop::kTouched;
  if (!trace.no_drops.empty()) {
    const NoDrop& first = trace.no_drops.front();
    const std::string need = first.rows > 1 ? "its slope takes " + rows_of(first.rows) + " of drop, but " : "";
    std::string text = where + need + in_the_way(place, first);
    if (trace.no_drops.size() > 1) text += ", and so on for " + std::to_string(trace.no_drops.size()) + " columns";
    return text;
  }
  if (!is_stopped) return where + "it reaches no cell";
  const std::string what = at(beside(place, side * trace.stop_columns), *place.table, trace.stopper);
  return where + what + (trace.stop == SideStop::kTouched ? " has moved in this tick" : " is in the way");
}

// "both diagonals are taken: (1, 2) sand, (3, 2) wood".
std::string words_of_diagonals(const RowPlace& place, const RowTrace& trace) {
  std::string text;
  size_t farthest = 0;
  for (const SideTrace& side : trace.sides) {
    if (side.place > 0 || side.no_drops.empty()) return "";
    const NoDrop& no_drop = side.no_drops.front();
    if (no_drop.touched || no_drop.rows != 1 || no_drop.columns * no_drop.columns != 1) return "";
    text += (text.empty() ? "both diagonals are taken: " : ", ") +
            at(beside(place, no_drop.columns, 1), *place.table, no_drop.blocker);
    farthest = std::max(farthest, side.no_drops.size());
  }
  return farthest > 1 ? text + "; nor can it drop farther out, up to " + std::to_string(farthest) + " columns" : text;
}

std::string words_of_choice(const RowPlace& place, const RowTrace& trace) {
  const std::string goal = text_of(beside(place, trace.displacement));
  if (trace.moved) return "goes aside to " + goal;
  if (trace.lost) return "wants to go to " + goal + ", but another cell gets that place";
  return "wants to go to " + goal + ", but what is there moves itself";
}

std::string words_of_sink(const MaterialTable& table, const SinkTrace& sink) {
  if (sink.lower == kVoid || sink.upper == kVoid) return "";
  const bool is_fluid = table.phase(sink.lower) == Phase::kLiquid || table.phase(sink.lower) == Phase::kGas;
  const std::string lower = name_of(table, sink.lower);
  if (sink.chance == 0)
    return is_fluid && sink.upper != sink.lower && table.phase(sink.upper) != Phase::kStatic
               ? "floats on " + lower + ", which is not lighter"
               : "";
  if (sink.held) return "does not sink into " + lower + ": held by cohesion";
  if (sink.touched) return "does not sink into " + lower + ": one of the two has moved in this tick";
  return (sink.done ? "sinks into " : "does not sink into ") + lower + " below: " + dice_words(sink.dice, sink.chance);
}

}  // namespace

std::string text_of(CellPos cell) { return "(" + std::to_string(cell.x) + ", " + std::to_string(cell.y) + ")"; }

std::string decimal(double value, int digits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

std::vector<std::string> words_of_fall(const PassWork& work, CellPos cell, const FallTrace& fall) {
  const MaterialTable& table = work.materials;
  const MaterialId self = work.state.material()[cell];
  const Phase phase = table.phase(self);
  const std::string below = name_of(table, fall.below);
  switch (fall.stop) {
    case FallStop::kNever:
      if (phase == Phase::kStatic) return {"fixed: " + name_of(table, self) + " never moves"};
      if (work.state.gravity == 0) return {"there is no gravity: nothing falls"};
      if (phase == Phase::kGas) return {};  // gases go their own ways
      return {"does not fall"};
    case FallStop::kHeld:
      return {words_of_cohesion(work.state, table, cell)};
    case FallStop::kSupported:
      return {table.phase(fall.below) == Phase::kStatic ? "supported: " + below + " below is fixed"
                                                        : "supported: " + below + " below does not fall"};
    case FallStop::kNone:
      break;
  }
  const std::string speed = decimal(fall.speed / double{kOneRow}, 2) + " rows a tick" +
                            (fall.is_slowed ? ", as it leans on what is at rest beside it" : "");
  if (!fall.waits) return {"falls " + rows_of(fall.rows) + ", at " + speed};
  if (fall.on_falling) return {"falls with " + below + " below, which waits in this tick; its speed is " + speed};
  return {"falls, but not in this tick: its speed is " + speed + ", and it takes " +
          decimal(fall.least / double{kOneRow}, 2)};
}

std::vector<std::string> words_of_slope(bool left, bool right) {
  if (!left && !right) return {"the bank is not so steep that it gives way in depth"};
  return {std::string("the bank is so steep that it gives way in depth, where there is room ") +
          (left && right ? "to both sides"
           : left        ? "to the left"
                         : "to the right")};
}

std::vector<std::string> words_of_row(const RowPlace& place, const RowTrace& trace) {
  const MaterialTable& table = *place.table;
  std::vector<std::string> words;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) words.push_back(text);
  };
  add(words_of_sink(table, trace.sink));
  if (trace.taken_by != 0)
    add(at(beside(place, trace.taken_by), table, place.row[static_cast<size_t>(place.cell.x + trace.taken_by)]) +
        " comes into its place, and it goes there");
  if (trace.sink.done) return words;
  if (trace.touched || trace.held || !trace.looked) {
    if (!trace.touched && !trace.held && !trace.is_loose && table.phase(trace.sink.upper) != Phase::kStatic)
      add("its friction is 0: it stands at any slope");
    return words;
  }
  if (const std::string both = words_of_diagonals(place, trace); !both.empty()) {
    add(both);
  } else {
    for (const int side : {-1, 1}) add(words_of_side(place, side, trace.sides[side < 0 ? 0 : 1]));
  }
  if (trace.displacement != 0) add(words_of_choice(place, trace));
  return words;
}

std::vector<std::string> words_of_row_above(const RowPlace& place, const SinkTrace& sink) {
  if (!sink.done) return {};
  return {name_of(*place.table, sink.upper) + " above sinks into it, and it rises"};
}

std::string words_of_change(const SandboxState& state, const MaterialTable& table, const CellBytes& before,
                            const CellBytes& now) {
  if (before[kMaterialPlane] == kVoid) return name_of(table, now[kMaterialPlane]) + " comes in";
  if (before[kMaterialPlane] != now[kMaterialPlane])
    return words_of_end(table, before[kMaterialPlane], now[kMaterialPlane]);
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  if (before[kWetnessPlane] != now[kWetnessPlane])
    add("wetness " + std::to_string(before[kWetnessPlane]) + " to " + std::to_string(now[kWetnessPlane]));
  const auto degrees = [&](const CellBytes& bytes) {
    const int temperature = temperature_of(bytes[kHeatLowPlane], bytes[kHeatHighPlane], state.ambient);
    return decimal((temperature - kZeroCelsius) / double{kUnitsPerKelvin}, 2);
  };
  if (before[kHeatLowPlane] != now[kHeatLowPlane] || before[kHeatHighPlane] != now[kHeatHighPlane])
    add("temperature " + degrees(before) + " to " + degrees(now) + " \u00b0C");
  return text;
}

std::string words_of_leaving(const MaterialTable& table, MaterialId gone) {
  return name_of(table, gone) + " is gone again";
}

std::string words_of_end(const MaterialTable& table, MaterialId before, MaterialId now) {
  if (now == kVoid) return "is gone";
  if (now == before) return "another cell of " + name_of(table, now) + " is in its place";
  return "becomes " + name_of(table, now);
}

}  // namespace quicksand
