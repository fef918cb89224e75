#include "core/hash.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

using namespace quicksand;

namespace {

uint64_t hash_of(const std::string& bytes) {
  StateHasher hasher;
  hasher.add_bytes(bytes.data(), bytes.size());
  return hasher.value();
}

}  // namespace

TEST_CASE("a hash changes with every bit, whatever the number of bytes") {
  for (size_t size = 1; size <= 40; ++size) {
    const std::string zeros(size, '\0');
    for (size_t bit = 0; bit < 8 * size; ++bit) {
      std::string bytes = zeros;
      bytes[bit / 8] = static_cast<char>(1 << bit % 8);
      REQUIRE(hash_of(bytes) != hash_of(zeros));
    }
  }
}

TEST_CASE("no two bits of two words cancel out, whatever the rest") {
  for (const char rest : {'\0', '\1', '\xff', 'q'}) {
    const std::string plain(32, rest);
    std::set<uint64_t> hashes{hash_of(plain)};
    size_t different = 1;
    for (size_t first = 0; first < 8 * plain.size(); ++first)
      for (size_t second = first; second < 8 * plain.size(); ++second) {
        std::string bytes = plain;
        bytes[first / 8] = static_cast<char>(bytes[first / 8] ^ 1 << first % 8);
        if (second != first) bytes[second / 8] = static_cast<char>(bytes[second / 8] ^ 1 << second % 8);
        hashes.insert(hash_of(bytes));
        ++different;
      }
    CHECK(hashes.size() == different);
  }
}

TEST_CASE("more zeros are another hash, and so are the same bytes in two parts") {
  std::set<uint64_t> hashes;
  for (size_t size = 0; size <= 64; ++size) hashes.insert(hash_of(std::string(size, '\0')));
  CHECK(hashes.size() == 65);
  StateHasher parts;
  parts.add_bytes("quick", 5);
  parts.add_bytes("sand", 4);
  CHECK(parts.value() != hash_of("quicksand"));
}

TEST_CASE("a hash is written as 16 digits") {
  CHECK(hash_text(0) == "0000000000000000");
  CHECK(hash_text(0x00ab'cdef'0123'4567) == "00abcdef01234567");
  CHECK(hash_text(~uint64_t{0}) == "ffffffffffffffff");
}
