// Worlds that have run for months: at 160 ticks a second a tick has more than 32 bits after ten of them.
#include <array>
#include <random>
#include <string>

#include "app/play.h"
#include "app/timeline.h"
#include "io/save_file.h"

using namespace quicksand;

namespace {

// Ticks at which a number that is too small for them would begin anew.
constexpr std::array<uint64_t, 6> kBoundaries{
    uint64_t{1} << 31, uint64_t{1} << 32, uint64_t{3} << 31,
    uint64_t{1} << 40, uint64_t{1} << 48, (uint64_t{1} << 53) - 100};  // saves have no larger ones

constexpr uint64_t kTicks = 40;

Session open(const std::string& file, const std::string& kernel, int threads, std::optional<GridSize> size = {}) {
  WorldRequest request;
  request.scene = file;
  request.kernel = kernel;
  request.size = size;
  Result<OpenedWorld> opened = open_world(request);
  INFO((opened ? "" : opened.failure().text()));
  REQUIRE(opened.ok());
  return Session(std::move(*opened), threads);
}

// A save of what is played, as if it had run until this tick.
std::string save_aged(const Session& session, uint64_t tick, const TemporaryFolder& folder) {
  SavedWorld saved = session.copy();
  saved.tick = tick;
  embed(session.materials(), saved);
  const Result<std::string> bytes = encode_save(saved, Image({1, 1}), world_kinds());
  REQUIRE(bytes.ok());
  const std::filesystem::path file = folder / ("at" + std::to_string(tick) + ".png");
  REQUIRE(write_file_atomically(file, *bytes).ok());
  return file.string();
}

// Something of everything, some of it in the air.
Session mixed_sandbox(const TemporaryFolder& folder, unsigned seed) {
  Session session(open_empty(folder, {96, 64}, R"(, "seed": )" + std::to_string(seed)), 1);
  std::mt19937 dice(seed);
  const auto entries = static_cast<unsigned>(session.world().entry_names().size());
  for (int i = 0; i < 60; ++i) {
    PaintCommand command;
    command.from = command.to = {static_cast<int>(dice() % 96), static_cast<int>(dice() % 64)};
    command.width = 1 + static_cast<int>(dice() % 14);
    command.entries = {static_cast<uint8_t>(dice() % entries)};
    command.fill_limit = dice_limit(0.8);
    session.apply(command);
  }
  session.apply(ForceCommand{{48, 32}, 20, 3, 0, 0});
  return session;
}

// Plays from shortly before the tick to shortly after it.
void check_goes_on(const Session& session, uint64_t boundary, const TemporaryFolder& folder) {
  INFO("around tick " << boundary);
  const std::string file = save_aged(session, boundary - kTicks / 2, folder);
  Session fast = open(file, "auto", 2);
  Session reference = open(file, "reference", 1);
  Timeline timeline;
  timeline.begin(fast);
  uint64_t on_the_way = 0;
  for (uint64_t i = 0; i < kTicks; ++i) {
    if (i == kTicks / 4) on_the_way = fast.world().state_hash();
    fast.tick();
    timeline.follow(fast);
    reference.tick();
    REQUIRE(fast.world().state_hash() == reference.world().state_hash());
  }
  CHECK(fast.world().tick() == boundary + kTicks / 2);
  check_goes_on_from_save(fast);
  CHECK(timeline.go_to(fast, boundary - kTicks / 4, [] { return true; }));
  CHECK(fast.world().state_hash() == on_the_way);
}

}  // namespace

TEST_CASE("a sandbox that has run for months goes on, the same with every kernel, and from its save") {
  const TemporaryFolder folder;
  unsigned seed = 0;
  for (const uint64_t boundary : kBoundaries) check_goes_on(mixed_sandbox(folder, ++seed), boundary, folder);
}

TEST_CASE("dunes that have run for months go on, the same with every kernel, and from their save", "[thorough]") {
  const TemporaryFolder folder;
  for (const char* const scene : {"dunes-barchan", "plough"})
    for (const uint64_t boundary : kBoundaries) {
      INFO(scene);
      Session session = open(scene, "auto", 1, GridSize{128, 96});
      session.apply(ForceCommand{{60, 50}, 20, 3, 0, 0});
      check_goes_on(session, boundary, folder);
    }
}

TEST_CASE("after months sand falls, water flows and smoke rises as on the first day") {
  const TemporaryFolder folder;
  struct Place {
    double x = 0;
    double y = 0;
  };
  // The middle of what began as a block in mid air, a quarter of a second later; sand and water on a slope.
  const auto middle_with = [&](uint64_t seed, uint64_t tick, const std::string& material) {
    Session session(open_empty(folder, {128, 64}, R"(, "seed": )" + std::to_string(seed)), 1);
    const auto& names = session.world().entry_names();
    const auto paint = [&](const std::string& name, CellPos from, CellPos to) {
      PaintCommand block;
      block.shape = Shape::kRect;
      block.from = from;
      block.to = to;
      block.entries = {static_cast<uint8_t>(std::ranges::find(names, name) - names.begin())};
      REQUIRE(block.entries.front() < names.size());
      session.apply(block);
    };
    for (int x = 0; x < 128; ++x) paint("wall", {x, 32 + x / 4}, {x, 63});
    paint(material, {20, 8}, {51, 27});
    Session aged = open(save_aged(session, tick, folder), "auto", 1);
    for (int i = 0; i < 40; ++i) aged.tick();
    Place sum;
    int cells = 0;
    for (int y = 0; y < 64; ++y)
      for (int x = 0; x < 128; ++x) {
        if (names[aged.world().entry_at({x, y})] != material) continue;
        sum = {sum.x + x, sum.y + y};
        ++cells;
      }
    REQUIRE(cells > 500);
    return Place{sum.x / cells, sum.y / cells};
  };
  constexpr uint64_t kSeeds = 5;
  const auto middle = [&](uint64_t tick, const std::string& material) {
    Place mean;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const Place place = middle_with(seed, tick, material);
      mean = {mean.x + place.x / kSeeds, mean.y + place.y / kSeeds};
    }
    return mean;
  };
  // In cells: how far the dice, which are others, take the whole of it.
  for (const auto& [material, margin] : {std::pair("sand", 0.4), std::pair("water", 0.4), std::pair("smoke", 1.5)})
    for (const uint64_t boundary : kBoundaries) {
      INFO(material << " around tick " << boundary);
      const uint64_t tick = boundary - 20;
      const Place young = middle(tick % (1 << 20), material);  // what comes every few ticks comes in the same ones
      const Place old = middle(tick, material);
      CHECK(old.x == Approx(young.x).margin(1.5));
      CHECK(old.y == Approx(young.y).margin(margin));
    }
}
