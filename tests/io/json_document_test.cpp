#include "io/json_document.h"

#include <malloc.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>

#include "io/json_reader.h"

using namespace quicksand;

TEST_CASE("values know their line and column, comments and all") {
  const auto document = parse_json(
      "// first\n{\"a\": 1, // \"b\": 2\n  \"text\": \"x\\\"y\", \"list\": [10, [2.5], {\"é\": true}]}", "f");
  REQUIRE(document.ok());
  CHECK(document->place.line == 2);
  CHECK(document->place.column == 1);
  CHECK(document->find("a")->place.column == 7);
  const JsonValue& text = *document->find("text");
  CHECK(text.place.line == 3);
  CHECK(text.place.column == 11);
  CHECK(text.string() == "x\"y");
  const JsonValue& list = *document->find("list");
  CHECK(list.items()[0].place.column == 28);
  CHECK(list.items()[1].items()[0].place.column == 33);
  CHECK(list.items()[2].members()[0].value.place.column == 45);  // é counts as one
}

TEST_CASE("broken JSON is reported where it breaks") {
  const auto cut = parse_json("{\"a\": 1,\n \"b\" 2}", "file.json");
  REQUIRE_FALSE(cut.ok());
  CHECK(cut.failure().text().rfind("file.json:2:6: not valid JSON", 0) == 0);
  CHECK_FALSE(parse_json("", "f").ok());
  CHECK_FALSE(parse_json("{} {}", "f").ok());
  CHECK_FALSE(parse_json(std::string(100000, '['), "f").ok());
  CHECK_FALSE(parse_json("\"\xff\xfe\"", "f").ok());
}

TEST_CASE("the usual mistakes of those who write by hand are named, where they stand") {
  const auto says = [](std::string_view text) { return parse_json(text, "f").failure().text(); };
  CHECK(says("{\"a\": 1,\n}") == "f:2:1: not valid JSON: remove the comma before this");
  CHECK(says("[1, 2, ]") == "f:1:8: not valid JSON: remove the comma before this");
  CHECK(says("{\"a\": 'x'}") == "f:1:7: not valid JSON: text stands between double quotes, not single ones");
  CHECK(says("{'a': 1}") == "f:1:2: not valid JSON: text stands between double quotes, not single ones");
  CHECK(says("{a: 1}") == "f:1:2: not valid JSON: a key stands between double quotes");
  CHECK(says("{\"a\": 1, b: 2}") == "f:1:10: not valid JSON: a key stands between double quotes");
  CHECK(says("{\"a\": 1\n\"b\": 2}") == "f:2:1: not valid JSON: a comma is missing before this");
  CHECK(says("[1\n2]") == "f:2:1: not valid JSON: a comma is missing before this");
  CHECK(says("{\n # no\n}") == "f:2:2: not valid JSON: a comment begins with //");
  CHECK(says("{\"a\": [1, 2") ==
        "f:1:12: not valid JSON: the file ends before everything that was opened is closed: a } or ] is missing");
  CHECK(says("\xff\xfe{\0}\0") == "f: is text in UTF-16: save it as UTF-8");
  CHECK(says(std::string_view("{\0}\0", 4)) == "f: is text in UTF-16: save it as UTF-8");
}

TEST_CASE("nothing may stand behind a document, nor be hidden by a byte 0") {
  CHECK(parse_json(std::string_view("{}\n\0 garbage", 12), "f").failure().text() ==
        "f:2:1: not valid JSON: there is a byte 0 here");
  CHECK_FALSE(parse_json("{} 1", "f").ok());
  CHECK_FALSE(parse_json("{}}", "f").ok());
}

namespace {

std::string list_of(const std::string& item, size_t bytes) {
  std::string text = "[" + item;
  while (text.size() < bytes) text += "," + item;
  return text + "]";
}

size_t memory_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace

// What the game writes is of these: heights, rows of cells, ways of bodies, names, settings of many commands.
TEST_CASE(
    "a document of what the game writes takes memory in proportion to its length, and is read however long it is") {
  for (const std::string item :
       {"0", "1.5", "-17", "[0,0,0]", "[3,10,12]", "[1,0,0,3]", "\"a\"", "\"sand\"", R"({"a":0,"b":[1,2]})",
        R"({"tick":3,"set":{"bodies":[{"path":[[0,1,2,3],[9,1.5,2,3]],"map":[[0,0,1],[1,1,1]]}]}})"}) {
    const std::string text = list_of(item, 600'000);
    INFO(item);
    const size_t before = memory_in_use();
    const auto parsed = parse_json(text, "f");
    REQUIRE(parsed.ok());
    CHECK(memory_in_use() - before < 32 * text.size());
  }
}

TEST_CASE("a document of next to nothing but brackets is given up before it takes much", "[thorough]") {
  std::string deep;
  for (int i = 0; i < 60; ++i) deep += "[";
  for (int i = 0; i < 60; ++i) deep += "]";
  for (const std::string& item : {deep, std::string("[[0]]"), std::string("{\"a\":[0]}")}) {
    const std::string text = list_of(item, 6'000'000);
    const size_t before = memory_in_use();
    const auto parsed = parse_json(text, "f");
    INFO(item << ", " << memory_in_use() - before << " bytes");
    if (parsed.ok())
      CHECK(memory_in_use() - before < (size_t{64} << 20) + 32 * text.size());
    else
      CHECK(parsed.failure().text().find("there is too much in this document: it would take more than 247 MiB") !=
            std::string::npos);
  }
}

TEST_CASE("a key that stands twice is an error, not the last one's win") {
  const auto twice = parse_json("{\"a\": 1,\n \"a\": 2}", "f");
  REQUIRE_FALSE(twice.ok());
  CHECK(twice.failure().text() == "f:2:2: the key \"a\" stands here a second time; the first is in line 1");
}

TEST_CASE("a hostile object is given up early") {
  std::string twice = "{";
  for (int i = 0; i < 100000; ++i) twice += "\"a\":0,";
  const auto same = parse_json(twice + "\"a\":0}", "f");
  REQUIRE_FALSE(same.ok());
  CHECK(same.failure().diagnostics.size() == 100);
  std::string many = "{";
  for (int i = 0; i < 200000; ++i) many += "\"" + std::to_string(i) + "\":0,";
  CHECK(parse_json(many + "\"x\":0}", "f").ok());  // and one of many keys takes no longer than it must
  const auto last = parse_json(many + "\"77\":0}", "f");
  REQUIRE_FALSE(last.ok());
  CHECK(last.failure().text().find("the key \"77\" stands here a second time") != std::string::npos);
}

TEST_CASE("edit distance counts letters") {
  CHECK(edit_distance("density", "densty") == 1);
  CHECK(edit_distance("sand", "sand") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("a number is written so that it is read as the same, and without an exponent where it is short") {
  CHECK(number_text(0.6) == "0.6");
  CHECK(number_text(1000) == "1000");
  CHECK(number_text(-0.0009765625) == "-0.0009765625");
  CHECK(number_text(1e300) == "1e+300");
  std::mt19937_64 dice(1);
  for (int i = 0; i < 20000; ++i) {
    const auto bits = dice();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (i % 2 == 0) value = std::ldexp(1 + static_cast<double>(bits >> 12) * 0x1p-52, static_cast<int>(bits % 80) - 30);
    if (!std::isfinite(value)) continue;
    const std::string text = number_text(value);
    CHECK(text.size() <= 32);
    CHECK(std::strtod(text.c_str(), nullptr) == value);
  }
}
