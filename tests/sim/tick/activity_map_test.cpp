#include "sim/tick/activity_map.h"

#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "core/random.h"

using namespace quicksand;

namespace {

bool has_changed(const ActivityMap& map, ActivityMap::Cursor cursor, int y, int block) {
  return (map.changed(cursor, y)[block / 64] >> block % 64 & 1) != 0;
}

}  // namespace

TEST_CASE("each cursor holds the blocks marked since its own clearing, and no others") {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    uint32_t serial = seed << 20;
    const auto random = [&](int range) { return static_cast<int>(mix32(++serial) % static_cast<uint32_t>(range)); };
    const GridSize size{1 + random(9000), 1 + random(40)};
    ActivityMap map(size);
    ActivityMap::Cursor cursors[3];
    std::set<std::pair<int, int>> expected[3];
    for (ActivityMap::Cursor& cursor : cursors) cursor = map.add_cursor();
    map.gather();
    for (const ActivityMap::Cursor cursor : cursors) map.clear(cursor);
    for (int step = 0; step < 60; ++step) {
      for (int i = random(6); i > 0; --i) {
        const int y = random(size.height);
        const int first = random(size.width);
        const int last = std::min(first + random(200), size.width - 1);
        map.mark(RowSpan{y, first, last});
        for (auto& blocks : expected)
          for (int block = first / kBlockCells; block <= last / kBlockCells; ++block) blocks.insert({y, block});
      }
      map.gather();
      for (int i = 0; i < 3; ++i) {
        std::set<std::pair<int, int>> changed;
        for (int y = 0; y < size.height; ++y) {
          bool any = false;
          for (int block = 0; block < map.blocks(); ++block)
            if (has_changed(map, cursors[i], y, block)) {
              changed.insert({y, block});
              any = true;
            }
          REQUIRE(map.row_changed(cursors[i], y) == any);
        }
        REQUIRE(changed == expected[i]);
        if (random(4 + 3 * i) != 0) continue;
        map.clear(cursors[i]);
        expected[i].clear();
      }
    }
  }
}

TEST_CASE("what is marked reaches no cursor before it is gathered") {
  ActivityMap map({300, 5});
  const ActivityMap::Cursor cursor = map.add_cursor();
  map.gather();
  map.clear(cursor);
  map.mark(CellPos{130, 2});
  CHECK_FALSE(has_changed(map, cursor, 2, 2));
  CHECK((map.marked(2)[0] & 4) != 0);
  map.gather();
  CHECK(has_changed(map, cursor, 2, 2));
  CHECK(map.marked(2)[0] == 0);
}

TEST_CASE("a new cursor has everything before it") {
  ActivityMap map({700, 3});
  map.add_cursor();
  map.gather();
  const ActivityMap::Cursor late = map.add_cursor();
  map.gather();
  for (int y = 0; y < 3; ++y)
    for (int block = 0; block < map.blocks(); ++block) CHECK(has_changed(map, late, y, block));
  CHECK((map.changed(late, 0)[0] & ~map.valid(0)) == 0);
}

TEST_CASE("a cursor that listens again has everything before it, as it may have missed anything") {
  ActivityMap map({300, 5});
  const ActivityMap::Cursor cursor = map.add_cursor();
  map.gather();
  map.clear(cursor);
  map.set_listening(cursor, false);
  map.mark(CellPos{130, 2});
  map.gather();
  CHECK_FALSE(map.any_changed(cursor));
  map.set_listening(cursor, true);
  map.gather();
  for (int y = 0; y < 5; ++y)
    for (int block = 0; block < map.blocks(); ++block) CHECK(has_changed(map, cursor, y, block));
  map.clear(cursor);
  map.set_listening(cursor, true);  // it does already
  map.gather();
  CHECK_FALSE(map.any_changed(cursor));
}

TEST_CASE("what a pass keeps is in its own cursor at once, and in no other, until that is cleared") {
  ActivityMap map({300, 5});
  const ActivityMap::Cursor keeper = map.add_cursor();
  const ActivityMap::Cursor other = map.add_cursor();
  map.gather();
  for (const ActivityMap::Cursor cursor : {keeper, other}) map.clear(cursor);
  map.keep(keeper, 2, 0, 4);
  for (int i = 0; i < 2; ++i) {
    CHECK(map.any_changed(keeper));
    CHECK(map.row_changed(keeper, 2));
    CHECK(has_changed(map, keeper, 2, 2));
    CHECK_FALSE(map.any_changed(other));
    CHECK_FALSE(has_changed(map, other, 2, 2));
    CHECK(map.marked(2)[0] == 0);
    map.gather();
  }
  map.clear(keeper);
  CHECK_FALSE(map.any_changed(keeper));
  CHECK_FALSE(has_changed(map, keeper, 2, 2));
}
