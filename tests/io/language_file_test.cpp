#include "io/language_file.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "io/files.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

LoadedLanguage load_texts(const TemporaryFolder& folder, const std::string& text) {
  REQUIRE(write_file_atomically(folder / "xx.json", text).ok());
  return load_language(folder / "xx.json");
}

std::string with_texts(const std::string& texts) {
  return R"({"format": "quicksand-language/1", "name": "Xish", "texts": {)" + texts + "}}";
}

}  // namespace

TEST_CASE("a language is read from a file that is called as its code") {
  const TemporaryFolder folder;
  const LoadedLanguage loaded = load_texts(folder, with_texts(R"("Save": "Sichern", "%d of %s": "%d von %s")"));
  CHECK(loaded.problem.empty());
  CHECK(loaded.language.code == "xx");
  CHECK(loaded.language.name == "Xish");
  CHECK(loaded.language.texts.at("Save") == "Sichern");
  CHECK(loaded.language.texts.size() == 2);
}

TEST_CASE("a text whose placeholders are not those of the English one is left out, and the others hold") {
  const TemporaryFolder folder;
  const std::pair<const char*, const char*> wrong[] = {{"%d cells", "Zellen"},
                                                       {"%d cells", "%s Zellen"},
                                                       {"cells", "%s Zellen"},
                                                       {"%d of %s", "%s von %d"},
                                                       {"{undo} it", "zurück"},
                                                       {"{1} and {2}", "{1} und {1}"},
                                                       {"about %.1f", "etwa %.2f"},
                                                       {"Save", "Sichern##"},
                                                       {"Save", ""},
                                                       {"50 %%", "50 %"}};
  for (const auto& [english, text] : wrong) {
    INFO(english << " => " << text);
    const LoadedLanguage loaded =
        load_texts(folder, with_texts("\"" + std::string(english) + "\": \"" + text + "\",\n \"Open\": \"Auf\""));
    CHECK(loaded.problem.find("xx.json:1:") != std::string::npos);
    CHECK(loaded.language.texts.size() == 1);
    CHECK(loaded.language.texts.at("Open") == "Auf");
  }
  CHECK(load_texts(folder, with_texts(R"("{1} at {2}": "bei {2}: {1}", "%s {undo}": "{undo} %s")")).problem.empty());
}

TEST_CASE("a text may be longer than the English one, in any alphabet, but not so long that it covers its neighbours") {
  const TemporaryFolder folder;
  const auto with = [&](const std::string& text) {
    return load_texts(folder, with_texts("\"Save\": \"" + text + "\""));
  };
  std::string three_bytes_each;
  for (int i = 0; i < 12; ++i) three_bytes_each += "\u5b58";
  for (const std::string& text : {std::string(40, 'x'), three_bytes_each}) CHECK(with(text).problem.empty());
  const LoadedLanguage long_one = with(std::string(300, 'x'));
  CHECK(long_one.problem.find("the text has 300 bytes; more than 96 would") != std::string::npos);
  CHECK(long_one.language.texts.empty());
}

TEST_CASE("a file that is no language gives no text, and its problem names the place") {
  const TemporaryFolder folder;
  for (const std::string& text :
       {std::string("{\"format\": \"quicksand-language/1\", "), std::string("[]"), std::string("{}"), std::string(),
        std::string(R"({"format": "quicksand-language/2", "name": "X", "texts": {"Save": "S"}})"),
        std::string(R"({"format": "quicksand-language/1", "name": "X", "texts": ["Save"]})"),
        std::string(R"({"format": "quicksand-language/1", "name": "X", "texts": {"Save": "\ud800"}})"),
        std::string(R"({"format": "quicksand-language/1", "name": "X", "texts": {"Save": 7}})"),
        std::string(size_t{3} << 20, ' ')}) {
    INFO(text.substr(0, 100));
    const LoadedLanguage loaded = load_texts(folder, text);
    CHECK(loaded.language.texts.empty());
    CHECK(loaded.problem.find("xx.json") != std::string::npos);
  }
}

TEST_CASE("of very many mistakes a few are told") {
  const TemporaryFolder folder;
  std::string texts = "\"Open\": \"Auf\"";
  for (int i = 0; i < 500; ++i) texts += ",\n\"%d" + std::to_string(i) + "\": \"x\"";
  const LoadedLanguage loaded = load_texts(folder, with_texts(texts));
  INFO(loaded.problem);
  CHECK(loaded.problem.ends_with("more"));
  CHECK(loaded.problem.size() < 2000);
  CHECK(loaded.language.texts.size() == 1);
}

TEST_CASE("languages are files, a folder that is called like one is none, and links to nowhere harm nobody") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);  // NOLINT(concurrency-mt-unsafe): one thread
  const fs::path languages = folder / "quicksand/languages";
  REQUIRE(fs::create_directories(languages / "xx.json"));
  REQUIRE(write_file_atomically(languages / "yy.json", with_texts("")).ok());
  fs::create_symlink("zz.json", languages / "zz.json");  // round and round
  fs::create_symlink("nowhere.json", languages / "ww.json");
  const std::vector<std::string> codes = language_codes();
  CHECK(std::ranges::count(codes, "xx") == 0);
  CHECK(std::ranges::count(codes, "yy") == 1);
}
