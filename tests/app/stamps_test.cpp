#include "app/stamps.h"

#include <utility>

#include "app/play.h"
#include "core/random.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/patch_text.h"
#include "io/png.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

// What is put down is what was copied: in each plane, and as warm; what flew there lies where nothing lay.
void check_cells(const World& from, const CellBox& box, const World& to, CellPos at) {
  const auto planes_from = from.planes();
  const auto planes_to = to.planes();
  REQUIRE(planes_from.size() == planes_to.size());
  for (size_t i = 0; i < planes_from.size(); ++i) {
    if (planes_from[i].name.starts_with("heat_")) continue;  // against the surroundings: the temperature says it
    for (int y = box.top; y < box.bottom; ++y)
      for (int x = box.left; x < box.right; ++x) {
        const CellPos there{at.x + x - box.left, at.y + y - box.top};
        if (from.entry_at({x, y}) == 0 || !contains(to.size(), there)) continue;
        if (value_at(planes_from[i], {x, y}) == value_at(planes_to[i], there)) continue;
        FAIL_CHECK(planes_from[i].name << " of (" << x << ", " << y << ")");
        return;
      }
  }
}

}  // namespace

TEST_CASE("a piece of any world comes out elsewhere as it was, also in a colder one, also partly outside") {
  uint32_t serial = 0;
  const auto random = [&](int below) { return static_cast<int>(mix32(++serial) % static_cast<uint32_t>(below)); };
  for (const char* scene : {"oasis", "volcano", "tnt-mine", "rain"}) {
    Session session = play(scene, 0, 2);
    for (int i = 0; i < 150; ++i) session.tick();
    const World& world = session.world();
    for (int round = 0; round < 8; ++round) {
      INFO(scene << ", round " << round);
      const int left = random(world.size().width);
      const int top = random(world.size().height);
      const CellBox box{left, top, left + 1 + random(world.size().width - left),
                        top + 1 + random(world.size().height - top)};
      const auto patch = world.copy(box);
      const std::unique_ptr<World> other = world.empty_world(world.size());
      if (round % 2 == 1) {
        // Set as this one is, but colder.
        Session cold = play("u-tube", 0, 1);
        const std::shared_ptr<const WorldSettings> settings = cold.world().settings();
        const WorldKind& kind = *find_kind(world_kinds(), world.kind());
        const std::shared_ptr<WorldSettings> colder = kind.copy(*settings);
        for (const WorldNumber& number : kind.numbers)
          if (number.name == "Temperature") number.set(*colder, -30, world.size());
        other->set(*colder);
      }
      const CellPos at{random(world.size().width) - 100, random(world.size().height) - 100};
      other->paste({patch, at});
      check_cells(world, box, *other, at);
      // And what comes from there is the same patch again, where all of it had room.
      const std::unique_ptr<World> room = world.empty_world(patch->size);
      room->paste({patch, {0, 0}});
      CHECK(*room->copy({0, 0, patch->size.width, patch->size.height}) == *patch);
    }
  }
}

TEST_CASE("what flies over a piece that is copied is in it, once") {
  Session session = play("splash", 0, 1);
  for (int i = 0; i < 400 && session.world().airborne().x.size() < 20; ++i) session.tick();
  const World& world = session.world();
  REQUIRE(world.airborne().x.size() >= 20);
  const auto patch = world.copy({0, 0, world.size().width, world.size().height});
  const auto cells = std::ranges::count_if(patch->planes.front().bytes, [](uint8_t entry) { return entry != 0; });
  const int64_t lying = world.size().cells() - world.count_entries()[0];
  CHECK(cells > lying);
  CHECK(cells <= lying + static_cast<int64_t>(world.airborne().x.size()));
}

TEST_CASE("a piece has all that lies and flies in it, however it is cut out, as long as it has room for it") {
  uint32_t serial = 7;
  const auto random = [&](int below) { return static_cast<int>(mix32(++serial) % static_cast<uint32_t>(below)); };
  int crowded = 0;
  for (const auto& [scene, ticks] : {std::pair<const char*, int>{"pile-of-discs", 700},
                                     {"disc-dam-break", 300},
                                     {"splash", 110},
                                     {"volcano", 300}}) {
    const Session session = play(scene, ticks, 2);
    const World& world = session.world();
    const AirborneView flying = world.airborne();
    for (int round = 0; round < 12; ++round) {
      PaintCommand area;
      area.shape = round % 3 == 0 ? Shape::kRect : round % 3 == 1 ? Shape::kEllipse : Shape::kAll;
      const auto place = [&] { return CellPos{random(world.size().width), random(world.size().height)}; };
      area.from = place();
      area.to = place();
      area.entries = {1};
      const std::vector<RowSpan> spans = rasterise(area, world.size());
      const CellBox box = box_around(spans);
      std::vector<int64_t> wanted(world.entry_names().size());
      std::vector<uint8_t> is_inside(static_cast<size_t>(world.size().cells()));
      const auto at = [&](int x, int y) {
        return static_cast<size_t>(y) * world.size().width + static_cast<size_t>(x);
      };
      for (const RowSpan& span : spans)
        for (int x = span.first; x <= span.last; ++x) {
          is_inside[at(x, span.y)] = 1;
          ++wanted[world.entry_at({x, span.y})];
        }
      int64_t cells = 0;
      for (const RowSpan& span : spans) cells += span.last - span.first + 1;
      int64_t grains = 0;
      for (size_t i = 0; i < flying.x.size(); ++i)
        if (is_inside[at(static_cast<int>(flying.x[i]), static_cast<int>(flying.y[i]))] != 0) {
          ++wanted[flying.entry[i]];
          ++grains;
        }
      const auto patch = world.copy_cells(spans);
      std::vector<int64_t> found(wanted.size());
      for (const uint8_t entry : patch->planes.front().bytes) ++found[entry];
      INFO(scene << ", round " << round << ", " << grains << " grains");
      int64_t all = 0;
      for (size_t entry = 1; entry < found.size(); ++entry) {
        CHECK(found[entry] <= wanted[entry]);
        if (grains <= wanted[0]) CHECK(found[entry] == wanted[entry]);
        all += found[entry];
      }
      if (grains > wanted[0]) CHECK(all == cells);  // it is full
      for (int y = box.top; y < box.bottom; ++y)
        for (int x = box.left; x < box.right; ++x)
          if (is_inside[at(x, y)] == 0)
            REQUIRE(patch->planes.front().bytes[static_cast<size_t>(y - box.top) * patch->size.width +
                                                static_cast<size_t>(x - box.left)] == 0);
      crowded += grains > 0 ? 1 : 0;
    }
  }
  CHECK(crowded > 10);
}

TEST_CASE("a stamp is a save, a save is a stamp, and any picture is one, too") {
  Session session = play("volcano", 0, 1);
  for (int i = 0; i < 100; ++i) session.tick();
  const auto patch = session.world().copy({100, 60, 260, 180});
  const Result<std::string> bytes = encode_stamp(session, *patch);
  REQUIRE(bytes.ok());
  const auto again = decode_stamp(session, *bytes, "stamp.png");
  REQUIRE(again.ok());
  const std::unique_ptr<World> one = session.world().empty_world(patch->size);
  const std::unique_ptr<World> other = session.world().empty_world(patch->size);
  one->paste({patch, {0, 0}});
  other->paste({*again, {0, 0}});
  CHECK(one->state_hash() == other->state_hash());

  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "stamp.png", *bytes).ok());
  const Session opened = play((folder / "stamp.png").string(), 0, 1);
  CHECK(opened.world().size() == patch->size);
  CHECK(opened.world().count_entries() == one->count_entries());

  const auto picture = decode_stamp(session, encode_png(patch_picture(session, *patch)), "picture.png");
  REQUIRE(picture.ok());
  CHECK((*picture)->size == patch->size);
  CHECK_FALSE(is_empty(**picture));

  CHECK_FALSE(decode_stamp(session, "no picture", "text.png").ok());
  CHECK_FALSE(decode_stamp(session, bytes->substr(0, bytes->size() / 2), "cut.png").ok());
  const Session dunes = play("dunes-barchan", 0, 1);
  const Result<std::string> of_dunes = read_file(folder / "stamp.png", 1 << 24);
  REQUIRE(of_dunes.ok());
  CHECK_FALSE(decode_stamp(dunes, *of_dunes, "stamp.png").ok());
}

TEST_CASE("what a world's palette does not have is left out, and named before") {
  const Session session = play("volcano", 0, 1);
  const Patch patch{{2, 1}, {"void", "tea", "sand"}, {{"material", {1, 2}}}};
  CHECK(missing_materials(session, patch) == std::vector<std::string>{"tea"});
  const std::unique_ptr<World> world = session.world().empty_world({2, 1});
  world->paste({std::make_shared<const Patch>(patch), {0, 0}});
  CHECK(world->entry_at({0, 0}) == 0);
  CHECK(world->entry_names()[world->entry_at({1, 0})] == "sand");
}

TEST_CASE("a scene file with a broken patch says where and why") {
  const TemporaryFolder folder;
  const auto complaint = [&](const std::string& patch) {
    const std::filesystem::path file = folder / "s.json";
    REQUIRE(write_file_atomically(file, R"({"format": "quicksand-scene/1", "size": [50, 50], "commands": [
{"tick": 1, "do": "paste", "at": [1, 2])" + patch +
                                            "}]}")
                .ok());
    WorldRequest request;
    request.scene = file.string();
    const auto opened = open_world(request);
    REQUIRE_FALSE(opened.ok());
    return opened.failure().text();
  };
  using Catch::Contains;
  CHECK_THAT(complaint(""), Contains("s.json:2:1: what is pasted stands in \"patch\""));
  CHECK_THAT(complaint(R"(, "patch": {"size": [99999, 1]})"), Contains("\"size\""));
  CHECK_THAT(
      complaint(R"(, "patch": {"size": [16384, 16384], "entries": ["void"], "planes": ["material"], "data": ""})"),
      Contains("at most"));
  CHECK_THAT(complaint(R"(, "patch": {"size": [2, 1], "entries": [], "planes": ["material"], "data": ""})"),
             Contains("\"entries\""));
  CHECK_THAT(complaint(R"(, "patch": {"size": [2, 1], "entries": ["void"], "planes": ["material"], "data": "AA!="})"),
             Contains("damaged"));
  const auto with_planes = [&](const std::string& planes) {
    return complaint(R"(, "patch": {"size": [2, 1], "entries": ["void"], "planes": [)" + planes + R"(], "data": ""})");
  };
  CHECK_THAT(with_planes(R"("material", "nosuch")"), Contains("a plane \"nosuch\", but no world has one"));
  CHECK_THAT(with_planes(R"("material", "")"), Contains("no world has one"));
  CHECK_THAT(with_planes(R"("material", "grain_seed", "tint")"), Contains("the plane \"tint\" twice"));
  CHECK_THAT(with_planes(R"("wetness", "material")"), Contains("the first plane of a patch is \"material\""));
}

// Each of them may be as large; packed they are next to nothing.
TEST_CASE("what a recording pastes is limited in all, and none is written that would not be read") {
  const TemporaryFolder folder;
  const int64_t patches = kMostDescribedBytes / (int64_t{4096} * 4096) + 1;
  Patch patch{{4096, 4096}, {"void"}, {{"material", std::vector<uint8_t>(size_t{4096} * 4096)}}};
  const std::string text = write_patch(patch).dump();
  const auto open = [&](int64_t count) {
    std::string commands;
    for (int64_t i = 0; i < count; ++i)
      commands += (i > 0 ? ",\n" : "") + (R"({"tick": 1, "do": "paste", "at": [0, 0], "patch": )" + text + "}");
    REQUIRE(
        write_file_atomically(folder / "s.json",
                              R"({"format": "quicksand-scene/1", "size": [50, 50], "commands": [)" + commands + "]}")
            .ok());
    WorldRequest request;
    request.scene = (folder / "s.json").string();
    return open_world(request);
  };
  CHECK(open(2).ok());
  const auto refused = open(patches);
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.failure().text(), Catch::Contains("256 MiB of memory"));

  Session session = play("hourglass", 0, 1);
  const auto shared = std::make_shared<const Patch>(std::move(patch));
  for (int64_t i = 0; i < patches; ++i) session.apply(PasteCommand{shared, {0, 0}});
  session.tick();
  const Status saved = session.save(folder / "r.json");
  REQUIRE_FALSE(saved.ok());
  CHECK_THAT(saved.failure().text(), Catch::Contains("save the world as .png"));
  CHECK(session.save(folder / "r.png").ok());
}
