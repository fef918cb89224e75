#include "io/keys_file.h"

#include <catch2/catch.hpp>

#include "io/files.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

const std::vector<std::string> kActions{"undo", "redo", "quit", "pause"};

std::optional<std::string> parse(const std::string& key) {
  return key.starts_with("K") ? std::optional(key) : std::nullopt;
}

LoadedKeys load_keys_of(const TemporaryFolder& folder, const std::string& text) {
  REQUIRE(write_file_atomically(folder / "keys.json", text).ok());
  return load_keys(folder / "keys.json", kActions, parse);
}

}  // namespace

TEST_CASE("keys are kept") {
  const TemporaryFolder folder;
  const KeyBindings keys{{"undo", {"K1", "K\"\\ä"}}, {"quit", {}}};
  REQUIRE(save_keys(keys, folder / "new/keys.json").ok());
  const LoadedKeys loaded = load_keys(folder / "new/keys.json", kActions, parse);
  CHECK(loaded.problem.empty());
  CHECK(loaded.keys == keys);
  const LoadedKeys none = load_keys(folder / "none.json", kActions, parse);
  CHECK(none.problem.empty());
  CHECK(none.keys.empty());
  CHECK(load_keys_of(folder, R"({"keys": {"redo": "K2", "pause": ["K3", "K3"]}})").keys ==
        KeyBindings{{"redo", {"K2"}}, {"pause", {"K3"}}});
}

TEST_CASE("what is wrong in a file of keys is told with its place and left out, and the file is kept") {
  const TemporaryFolder folder;
  const LoadedKeys loaded = load_keys_of(folder, R"({"keys": {
"undo": ["K1", "X"],
"undone": ["K2"],
"redo": 7,
"pause": ["K3"],
"quit": [true]}})");
  CHECK(loaded.keys == KeyBindings{{"pause", {"K3"}}});
  for (const char* const expected : {"keys.json:2:16: there is no key \"X\"",
                                     "keys.json:3:1: there is no action \"undone\" (did you mean \"undo\"?)",
                                     "keys.json:4:9: ", "keys.json:6:10: ", "keys.broken.json"}) {
    INFO(expected << " in:\n" << loaded.problem);
    CHECK(loaded.problem.find(expected) != std::string::npos);
  }
  CHECK(read_file(folder / "keys.broken.json", 1 << 20)->find("undone") != std::string::npos);
}

TEST_CASE("a file of keys that is cut off anywhere is told, or what it says holds") {
  const TemporaryFolder folder;
  const std::string whole = R"({"keys": {"undo": ["K1", "K2"], "quit": []}})";
  for (size_t length = 0; length < whole.size(); ++length) {
    INFO(whole.substr(0, length));
    const LoadedKeys loaded = load_keys_of(folder, whole.substr(0, length));
    CHECK(loaded.problem.find("keys.json") != std::string::npos);
    CHECK(loaded.keys.empty());
  }
  CHECK(load_keys_of(folder, whole).problem.empty());
  for (const char* const wrong : {"[]", "{}", "{\"keys\": []}", "{\"keys\": {}, \"kees\": 1}"}) {
    INFO(wrong);
    CHECK_FALSE(load_keys_of(folder, wrong).problem.empty());
  }
}

TEST_CASE("a key that is chosen while the file has a mistake costs no other key, and the file is kept") {
  const KeyBindings before{{"undo", {"K1"}}, {"redo", {"K2"}}, {"quit", {"K3"}}};
  KeyBindings now = before;
  now["pause"] = {"K4"};
  for (const char* const text : {R"({"keys": {"undo": "K1", )", R"({"keys": {"undo": 3}})", R"([])", ""}) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "keys.json";
    REQUIRE(write_file_atomically(file, text).ok());
    REQUIRE(save_changes(before, now, file).ok());
    INFO(text);
    CHECK(load_keys(file, kActions, parse).keys == now);
    CHECK(*read_file(folder / "keys.broken.json", 1 << 20) == text);
  }
}
