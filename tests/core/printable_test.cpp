#include "core/printable.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/wording.h"

using namespace quicksand;

TEST_CASE("what is plain text stays as it is") {
  for (const char* const text : {"", "sand", "Größe: 3 µm", "砂", "\"quoted\" \\ path", "🏖"})
    CHECK(printable(text) == text);
}

TEST_CASE("what could steer a terminal or forge a line is shown as an escape") {
  CHECK(printable("a\nb\tc\r") == "a\\nb\\tc\\r");
  CHECK(printable("\x1b[31mred") == "\\x1b[31mred");
  CHECK(printable("\xc2\x9b") == "\\x9b");                // the same as a single character
  CHECK(printable("x\xe2\x80\xae") == "x\\u202e");        // turns the reading round
  CHECK(printable("\xff\xc3") == "\\xff\\xc3");           // no UTF-8
  CHECK(printable("\xc0\x8a") == "\\xc0\\x8a");           // a newline in a longer form than it needs
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // half of a pair
  CHECK(printable("a\nb", 10, Newlines::kKeep) == "a\nb");
  CHECK(printable("sandstone", 4) == "sand…");
  CHECK(printable("sand", 4) == "sand");
}

TEST_CASE("whatever the bytes, what is shown steers nothing, and shown again it is the same") {
  std::mt19937 dice(5);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(dice() % 40, '\0');
    for (char& byte : bytes) byte = static_cast<char>(dice() % 3 == 0 ? 0x80 | dice() % 128 : dice());
    const std::string shown = printable(bytes);
    for (const char byte : shown) REQUIRE((static_cast<uint8_t>(byte) >= 0x20 && byte != 0x7f));
    REQUIRE(printable(shown) == shown);
  }
}

TEST_CASE("what stands in quotes in a message is short") {
  const std::string quoted = in_quotes(std::string(100'000, 'x'));
  CHECK(quoted == "\"" + std::string(80, 'x') + "…\"");
}
