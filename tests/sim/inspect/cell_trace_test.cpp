// What a trace says of a cell is what the next tick does with it.
#include "sim/inspect/cell_trace.h"

#include <algorithm>
#include <random>

#include "sim/fixture.h"
#include "sim/grains/push.h"
#include "sim/tick/tick.h"

using namespace quicksand;

namespace {

// The game's planes, and one that the test follows a cell by.
std::vector<PlaneRow> rows_with_mark() {
  std::vector<PlaneRow> rows(std::begin(kPlaneRows), std::end(kPlaneRows));
  rows.push_back(
      {.name = "mark", .former_name = {}, .empty = 0, .moves = true, .saved = true, .hashed = false, .dumped = false});
  return rows;
}
const std::vector<PlaneRow> kMarkedRows = rows_with_mark();
const int kMark = static_cast<int>(std::size(kPlaneRows));

struct Whereabouts {
  CellFate fate = CellFate::kGone;
  CellPos at;
};

Whereabouts marked(const SandboxState& state) {
  const std::vector<uint8_t>& grains = state.grains.bytes(kMark);
  for (size_t i = 0; i < grains.size(); ++i)
    if (grains[i] != 0)
      return {CellFate::kAirborne, {static_cast<int>(state.grains.x[i]), static_cast<int>(state.grains.y[i])}};
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x)
      if (state.cells[kMark][{x, y}] != 0) return {CellFate::kCell, {x, y}};
  return {};
}

// What the tick of a kernel does with the cell.
Whereabouts moved(const SandboxState& state, const Table& table, CellPos cell, std::string_view kernel,
                  uint64_t& hash) {
  SandboxState next = state;
  next.cells[kMark][cell] = 1;
  next.cells.note_used(kMark, cell);
  Tick tick(next.size, kernel);
  Parallel parallel(2);
  tick.run(next, *table, parallel);
  hash = Sandbox(next, table).state_hash();
  return marked(next);
}

std::string all_words(const CellTrace& trace) {
  std::string text;
  for (const std::string& line : trace.why) text += "\n  " + line;
  for (const CellStep& step : trace.steps) text += "\n  " + std::string(step.pass) + " " + step.change;
  return text;
}

// Where a pass that it names has put the cell; where it was before, if that did nothing.
CellPos after_pass(const CellTrace& trace, std::string_view pass, CellPos before) {
  const auto step = std::ranges::find(trace.steps, pass, &CellStep::pass);
  return step == trace.steps.end() ? before : step->at;
}

// What falling and the rows say that they decide is what they have done.
void check_reasons(const CellTrace& trace) {
  const auto falling = std::ranges::find(trace.steps, "falling", &CellStep::pass);
  if (trace.fall) {
    const int fallen = falling == trace.steps.end() ? 0 : falling->at.y - falling->from.y;
    CHECK(fallen == trace.fall->rows);
    CHECK((trace.fall->stop == FallStop::kNone || fallen == 0));
  }
  if (!trace.row || trace.fate != CellFate::kCell) return;
  const CellPos from = trace.before_rows;
  const CellPos at = after_pass(trace, "rows", from);
  const RowTrace& row = *trace.row;
  if (row.sink.done)
    CHECK(at == CellPos{from.x, from.y + 1});
  else if (row.moved)
    CHECK(at == CellPos{from.x + row.displacement, from.y});
  else if (row.taken_by != 0)
    CHECK(at == CellPos{from.x + row.taken_by, from.y});
  else
    CHECK((at == from || at == CellPos{from.x, from.y - 1}));  // something has sunk into it
}

// What is said to come into an empty cell is there afterwards, and what is not there any more is said to have gone. A grain
// that flies over it may come down beside it.
void check_arrival(const SandboxState& state, const Table& table, CellPos cell) {
  std::optional<SandboxState> after;
  const CellTrace trace = trace_cell(state, *table, cell, &after);
  if (trace.fate != CellFate::kCell) return;
  const bool has_come = !trace.steps.empty() && trace.steps.back().change.find("is gone again") == std::string::npos;
  INFO("(" << cell.x << ", " << cell.y << "): " << all_words(trace));
  CHECK(has_come == (after->material()[trace.at] != kVoid));
}

Sandbox random_world(const Table& table, std::mt19937& dice) {
  const GridSize size{20 + static_cast<int>(dice() % 180), 12 + static_cast<int>(dice() % 60)};
  const Border border = dice() % 3 == 0 ? Border::kOpen : Border::kWall;
  Sandbox world(SandboxState(size, dice(), border, kMarkedRows), table);
  world.paint(rect(0, 0, size.width, size.height, movers(*table), 0.2 + 0.1 * static_cast<double>(dice() % 7)));
  PaintCommand damp = rect(0, size.height / 2, size.width, size.height / 2, movers(*table), 0.3);
  damp.wetness = static_cast<uint8_t>(dice() % 200);
  world.paint(damp);
  world.paint(rect(0, 0, size.width, size.height, {kWall}, 0.02));
  return world;
}

}  // namespace

TEST_CASE("a trace says what the next tick does with the cell, in every kernel") {
  std::mt19937 dice(7);
  int stayed = 0;
  int went = 0;
  for (int number = 0; number < 50; ++number) {
    const Table table = load_table(number % 3 == 0 ? "classic" : "core");
    SandboxState state = random_world(table, dice).state();
    Tick tick(state.size, "auto");
    Parallel parallel(1);
    const std::vector<std::string_view> kernels = kernel_names();
    for (int i = 0; i < 12; ++i) {
      if (i % 5 == 2)
        push_world(state, *table, {{state.size.width / 2, state.size.height / 2}, 10, 4, 0.5, 0}, tick.activity());
      for (int ticks = static_cast<int>(dice() % 9); ticks >= 0; --ticks) tick.run(state, *table, parallel);
      const CellPos cell{static_cast<int>(dice() % state.size.width), static_cast<int>(dice() % state.size.height)};
      if (state.material()[cell] == kVoid) {
        check_arrival(state, table, cell);
        continue;
      }
      const std::string_view kernel = kernels[static_cast<size_t>(number + i) % kernels.size()];
      std::optional<SandboxState> after;
      const CellTrace trace = trace_cell(state, *table, cell, &after);
      uint64_t hash = 0;
      const Whereabouts place = moved(state, table, cell, kernel, hash);
      INFO("world " << number << ", (" << cell.x << ", " << cell.y << ") at tick " << state.tick << ", " << kernel
                    << ": " << (*table)[state.material()[cell]].name << all_words(trace));
      CHECK(Sandbox(*after, table).state_hash() == hash);
      REQUIRE(trace.fate == place.fate);
      if (place.fate != CellFate::kGone) REQUIRE(trace.at == place.at);
      check_reasons(trace);
      CHECK((!trace.why.empty() || !trace.steps.empty() || table->phase(state.material()[cell]) == Phase::kGas));
      (place.fate == CellFate::kCell && place.at == cell ? stayed : went) += 1;
    }
  }
  CHECK(stayed > 50);
  CHECK(went > 50);
}

TEST_CASE("a grain on the floor is said to be supported, and one between its like to have no diagonal") {
  const Table table = load_table("core");
  const MaterialId sand = *table->find("sand");
  Sandbox world({40, 20}, 1, Border::kWall, table);
  world.paint(rect(0, 15, 40, 5, {sand}, 1));
  world.paint(rect(14, 14, 1, 1, {sand}, 1));
  world.paint(rect(30, 10, 1, 1, {sand}, 1));
  const auto words = [&](CellPos cell) { return all_words(trace_cell(world.state(), *table, cell)); };
  CHECK(words({14, 19}).find("supported: wall below is fixed") != std::string::npos);
  CHECK(words({14, 14}).find("both diagonals are taken: (13, 15) sand, (15, 15) sand") != std::string::npos);
  CHECK(words({14, 17}).find("left: (13, 17) sand is in the way") != std::string::npos);
  CHECK(words({30, 10}).find("falls 1 row, at 1.00 rows a tick") != std::string::npos);
  CHECK(words({30, 11}).find("sand comes in") != std::string::npos);
  CHECK(trace_cell(world.state(), *table, {5, 5}).steps.empty());
}

TEST_CASE("every plane of a cell is told, one that nobody knows, too") {
  const Table table = load_table("core");
  SandboxState state({40, 20}, 1, Border::kWall, kMarkedRows);
  state.material()[{5, 19}] = id_of(table, "sand");
  state.cells[kMark][{5, 19}] = 77;
  state.cells[kWetnessPlane][{5, 19}] = 40;
  const Sandbox world(state, table);
  const std::string text = text_of(world.inspect({5, 19}));
  INFO(text);
  for (const char* const title : {"material: sand", "grain seed: ", "wetness: 0.16 cells of water: damp",
                                  "speed of fall: ", "temperature: 20.0", "timer: ", "mark: 77", "Awake or asleep"})
    CHECK(text.find(title) != std::string::npos);
}
