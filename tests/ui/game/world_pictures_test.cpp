#include "ui/game/world_pictures.h"

#include <atomic>
#include <filesystem>
#include <thread>

#include "io/assets.h"
#include "io/picture_file.h"
#include "io/png.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace fs = std::filesystem;

namespace {

// Half of it becomes this material, before that tick.
std::string write_scene(const fs::path& file, const std::string& material, int tick = 0) {
  REQUIRE(write_file_atomically(file, R"({"format": "quicksand-scene/1", "size": [300, 200], "paint": [)"
                                      R"({"shape": "rect", "at": [0, 100], "size": [300, 100], "tick": )" +
                                          std::to_string(tick) + R"(, "material": ")" + material + "\"}]}")
              .ok());
  return file.string();
}

PictureOrder order_of(const std::string& scene) {
  PictureOrder order;
  order.key = scene;
  order.request.scene = scene;
  return order;
}

std::vector<fs::path> cached() {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(user_cache_folder() / "worlds", error)) files.push_back(file.path());
  return files;
}

class CacheFolder {
 public:
  CacheFolder() { setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1); }  // NOLINT(concurrency-mt-unsafe)
  fs::path operator/(const char* name) const { return folder_.path() / name; }

 private:
  TemporaryFolder folder_;
};

const std::atomic<bool> kGoOn = false;

}  // namespace

TEST_CASE("a save's picture is small, and tells how large its world is") {
  TestGame game;
  const CacheFolder folder;
  open_scene(game.state, "oasis");
  save_as(game.state, "mine");
  PictureOrder order = order_of(save_path("mine").string());
  order.picture = save_path("mine");
  const WorldPicture picture = make_world_picture(order, kGoOn);
  CHECK(picture.size == GridSize{640, 360});
  CHECK(picture.image.size == GridSize{240, 135});
  CHECK(cached().empty());
}

TEST_CASE("a scene without a picture is played, and its picture is kept until what it depends on changes") {
  const CacheFolder folder;
  const std::string scene = write_scene(folder / "a.json", "sand");
  const WorldPicture first = make_world_picture(order_of(scene), kGoOn);
  CHECK(first.size == GridSize{300, 200});
  CHECK(first.image.size == GridSize{225, 150});
  REQUIRE(cached().size() == 1);
  const fs::path file = cached().front();

  // Read again, not made again: a picture that somebody has put in its place comes back.
  Image other(first.image.size);
  REQUIRE(write_file_atomically(file, encode_png(other)).ok());
  CHECK(make_world_picture(order_of(scene), kGoOn).image.rgba != first.image.rgba);

  // What is broken is made anew.
  REQUIRE(write_file_atomically(file, "rubbish").ok());
  CHECK(make_world_picture(order_of(scene), kGoOn).image.rgba == first.image.rgba);
  CHECK(decode_picture(*read_file(file, 1 << 20), "").ok());

  write_scene(folder / "a.json", "water");
  CHECK(make_world_picture(order_of(scene), kGoOn).image.rgba != first.image.rgba);
  CHECK(cached().size() == 2);
  // Where only what comes later is another, so is the picture.
  write_scene(folder / "a.json", "sand", 50);
  make_world_picture(order_of(scene), kGoOn);
  write_scene(folder / "a.json", "water", 50);
  make_world_picture(order_of(scene), kGoOn);
  CHECK(cached().size() == 4);
}

TEST_CASE("a picture that is kept belongs to the materials with which it was made, and to their colours") {
  const CacheFolder folder;
  REQUIRE(write_file_atomically(folder / "a.json",
                                R"({"format": "quicksand-scene/1", "size": [30, 20], "materials": "set.json"})")
              .ok());
  size_t count = 0;
  for (const char* keys : {R"("density": 200, "friction": 2, "colour": "#102030")",
                           R"("density": 210, "friction": 2, "colour": "#102030")",
                           R"("density": 210, "friction": 2, "colour": "#102031")"}) {
    REQUIRE(write_file_atomically(folder / "set.json", R"({"format": "quicksand-materials/1", "materials": [)"
                                                       R"({"name": "dust", )" +
                                                           std::string(keys) + "}]}")
                .ok());
    for (int i = 0; i < 2; ++i)
      CHECK(make_world_picture(order_of((folder / "a.json").string()), kGoOn).size == GridSize{30, 20});
    CHECK(cached().size() == ++count);
  }
}

TEST_CASE("what cannot be opened has no picture") {
  const CacheFolder folder;
  PictureOrder order = order_of((folder / "nothing.json").string());
  CHECK(make_world_picture(order, kGoOn).image.size.cells() == 0);
  REQUIRE(write_file_atomically(folder / "broken.png", "\x89PNG\r\n\x1a\nand so on").ok());
  order = order_of((folder / "broken.png").string());
  order.picture = folder / "broken.png";
  CHECK(make_world_picture(order, kGoOn).image.size.cells() == 0);
  CHECK(cached().empty());
}

TEST_CASE("pictures come in the order in which they were asked for, and the world that is played does not change") {
  TestGame game;
  const CacheFolder folder;
  const uint64_t hash = game.state.session.world().state_hash();
  WorldPictures pictures;
  std::vector<std::string> wanted;
  for (const char* material : {"sand", "water", "nonsense", "stone"}) {
    wanted.push_back(write_scene(folder / material, material));
    pictures.order(order_of(wanted.back()));
  }
  for (const std::string& key : wanted) {
    std::optional<WorldPicture> picture;
    while (!(picture = pictures.take())) std::this_thread::yield();
    CHECK(picture->key == key);
    CHECK((picture->image.size.cells() == 0) == (fs::path(key).filename() == "nonsense"));
  }
  CHECK(game.state.session.world().state_hash() == hash);
  // It ends at once, whatever there is left to do.
  for (int i = 0; i < 50; ++i) pictures.order(order_of("oasis"));
}
