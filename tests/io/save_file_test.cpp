#include "io/save_file.h"

#include <filesystem>
#include <fstream>

#include "app/kinds/world_kinds.h"
#include "app/play.h"
#include "io/files.h"
#include "io/picture_file.h"
#include "io/png.h"
#include "io/scene_file.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

std::string failure_of(const std::string& file) {
  WorldRequest request;
  request.scene = file;
  const Result<OpenedWorld> opened = open_world(request);
  return opened ? "" : opened.failure().text();
}

}  // namespace

TEST_CASE("a save continues where the world stood, with its sources and the paint to come") {
  const TemporaryFolder folder;
  const std::string file = (folder / "save.png").string();
  for (const char* scene : {"oasis", "dam-break", "rain", "sandcastle"}) {
    Session original = play(scene, 61);  // in the middle of what happens every few ticks
    REQUIRE(original.save(file).ok());
    Session restored = play(file, 0);
    CHECK(restored.world().state_hash() == original.world().state_hash());
    for (int i = 0; i < 100; ++i) {
      original.tick();
      restored.tick();
    }
    CHECK(restored.world().state_hash() == original.world().state_hash());
  }
}

TEST_CASE("a save continues with what is in the air") {
  const TemporaryFolder folder;
  Session session = play("crater", 300);
  REQUIRE(session.world().airborne().x.size() > 20);
  REQUIRE(session.save(folder / "flying.png").ok());
  Session restored = play((folder / "flying.png").string(), 0);
  CHECK(restored.world().state_hash() == session.world().state_hash());
  for (int i = 0; i < 400; ++i) {
    session.tick();
    restored.tick();
  }
  CHECK(restored.world().state_hash() == session.world().state_hash());
}

TEST_CASE("a save is a picture of the world that any viewer shows") {
  const TemporaryFolder folder;
  Session session = play("hourglass", 10);
  REQUIRE(session.save(folder / "save.png").ok());
  const auto image = decode_picture(*read_file(folder / "save.png", 1 << 24), "save.png");
  REQUIRE(image.ok());
  CHECK(image->size == session.world().size());
}

TEST_CASE("the header of a save says all but what the world holds") {
  const TemporaryFolder folder;
  for (const char* scene : {"oasis", "crater", "footprints"}) {
    Session session = play(scene, 7);
    REQUIRE(session.save(folder / "save.png").ok());
    const std::string bytes = *read_file(folder / "save.png", 1 << 26);
    const auto header = decode_save_header(bytes, "save.png", world_kinds());
    const auto whole = decode_save(bytes, "save.png", world_kinds());
    REQUIRE((header.ok() && whole.ok()));
    REQUIRE((header->has_value() && whole->has_value()));
    CHECK((*header)->scene.size == session.world().size());
    CHECK((*header)->scene.world == session.world().kind());
    CHECK((*header)->tick == 7);
    CHECK((*header)->entry_names == (*whole)->entry_names);
    REQUIRE((*header)->planes.size() == (*whole)->planes.size());
    for (const SavedPlane& plane : (*header)->planes) CHECK(plane.bytes.empty());
    CHECK((*header)->rest.empty());
  }
  const auto picture = decode_save_header(encode_png(Image({3, 2})), "picture.png", world_kinds());
  REQUIRE(picture.ok());
  CHECK_FALSE(picture->has_value());
}

TEST_CASE("a damaged save is refused with a reason, whatever byte is wrong") {
  const TemporaryFolder folder;
  const std::string file = (folder / "save.png").string();
  Session session = play("u-tube", 5);
  REQUIRE(session.save(file).ok());
  const std::string good = *read_file(file, 1 << 24);
  const size_t chunk = good.find("quSK");
  REQUIRE(chunk != std::string::npos);

  for (const size_t at : {chunk + 4, chunk + 8, chunk + 12, chunk + 40, good.size() - 30}) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x55);
    REQUIRE(write_file_atomically(file, bad).ok());
    INFO(at);
    CHECK(failure_of(file) == file + ": the save is damaged: its checksum does not match");
  }
  for (const size_t length : {chunk + 2, chunk + 100, good.size() - 13}) {
    REQUIRE(write_file_atomically(file, good.substr(0, length)).ok());
    INFO(length);
    CHECK(failure_of(file) == file + ": the PNG is cut short or damaged");
  }
}

TEST_CASE("no save is written that could not be read") {
  Session session = play("u-tube", 0);
  const Image picture(GridSize{4, 4});
  SavedWorld save = session.copy();
  for (uint64_t SavedWorld::*number : {&SavedWorld::tick, &SavedWorld::paint_serial}) {
    const uint64_t before = save.*number;
    save.*number = uint64_t{1} << 53;
    CHECK(encode_save(save, picture, world_kinds()).ok());
    save.*number += 1;
    CHECK_FALSE(encode_save(save, picture, world_kinds()).ok());
    save.*number = before;
  }
}

TEST_CASE("a save of a newer version, or with lies in its header, is refused") {
  const TemporaryFolder folder;
  const std::string file = (folder / "save.png").string();
  Session session = play("u-tube", 0);
  REQUIRE(session.save(file).ok());
  const std::string png = *read_file(file, 1 << 24);
  const std::string chunk = **find_chunk(png, "quSK", file);
  const Image picture(GridSize{4, 4});
  const auto try_chunk = [&](std::string changed) {
    REQUIRE(write_file_atomically(file, with_chunk(encode_png(picture), "quSK", changed)).ok());
    return failure_of(file);
  };
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string changed = chunk;
    REQUIRE(from.size() == to.size());
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  std::string newer = chunk;
  newer[4] = 99;
  CHECK(try_chunk(newer).find("a newer program is needed") != std::string::npos);
  CHECK(try_chunk(replaced("[160,160]", "[160,161]")).find("its planes do not have the size of its world") !=
        std::string::npos);
  CHECK(try_chunk(replaced("\"water\"", "\"watre\"")).empty());  // it has a placeholder then
  // Of any length, in the header.
  const auto put = [&](size_t at, size_t count, const std::string& text) {
    std::string changed = chunk;
    changed.replace(at, count, text);
    const auto size = static_cast<uint32_t>(static_cast<uint8_t>(chunk[8]) + 256 * static_cast<uint8_t>(chunk[9]) +
                                            text.size() - count);
    changed[8] = static_cast<char>(size);
    changed[9] = static_cast<char>(size >> 8);
    return changed;
  };
  // A length that is wrong, not possible, or more than is allowed.
  const size_t length = chunk.find("\"material_bytes\":") + 17;
  for (const char* const lie : {"7", "-7", "99999999999"}) {
    const std::string changed = put(length, chunk.find_first_of(",}", length) - length, lie);
    INFO(lie);
    CHECK(try_chunk(changed).find(lie[1] == 0 ? "do not have the size" : "\"material_bytes\" must be") !=
          std::string::npos);
  }
  // What the world cannot have is refused before it is unpacked.
  CHECK(try_chunk(replaced("\"grain_seed\"", "\"grain_sead\""))
            .find("the save holds a plane \"grain_sead\", which worlds of the kind \"sandbox\" do not have") !=
        std::string::npos);
  const size_t planes = chunk.find("\"planes\":[") + 10;
  CHECK(try_chunk(put(planes, 0, "\"grain_seed\",")).find("holds the plane \"grain_seed\" twice") != std::string::npos);
  CHECK(try_chunk(put(planes, chunk.find("\"grain_seed\"", planes) - planes, ""))
            .find("do not have the size of its world") != std::string::npos);
  CHECK(try_chunk(put(length - 17, 0, "\"rest\":1073741824,")).find("it claims 1073741824 bytes") != std::string::npos);
  CHECK(try_chunk("QSAV").find("has no header") != std::string::npos);
  CHECK(try_chunk(chunk.substr(0, chunk.size() - 40)).find("cannot be unpacked") != std::string::npos);
}

TEST_CASE("a save names no pictures, and no files elsewhere, to be read") {
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "heights.png", encode_png(Image({8, 8}))).ok());
  const std::string file = (folder / "save.png").string();
  const auto with_picture = parse_json(
      "{\"format\": \"quicksand-scene/1\", \"world\": \"dunes\", \"size\": [8, 8], "
      "\"heights\": {\"image\": \"heights.png\", \"low\": 0, \"high\": 4}}",
      file);
  CHECK(read_scene_of_save(*with_picture, file, world_kinds()).failure().text() ==
        file + ":1:88: a save holds its heights itself and names no picture");

  // A set elsewhere, that would be taken as it has the same rules, but for its colours.
  const TemporaryFolder elsewhere;
  const auto own = std::filesystem::path(QUICKSAND_SOURCE) / "assets/materials/core.json";
  std::filesystem::copy_file(own, elsewhere / "mine.json");
  WorldRequest request;
  request.scene = "u-tube";
  request.materials = (elsewhere / "mine.json").string();
  Result<OpenedWorld> first = open_world(request);
  REQUIRE(first.ok());
  Session session(std::move(*first), 1);
  REQUIRE(session.save(file).ok());
  WorldRequest again;
  again.scene = file;
  const auto reads_it = [&](const WorldRequest& opened) {
    const Result<OpenedWorld> world = open_world(opened);
    REQUIRE(world.ok());
    std::ofstream(elsewhere / "mine.json", std::ios::app) << "\n";
    return !world->materials_read.first_other(world->materials_read.now()).empty();
  };
  CHECK_FALSE(reads_it(again));
  again.materials = request.materials;  // the player says so
  CHECK(reads_it(again));
}
