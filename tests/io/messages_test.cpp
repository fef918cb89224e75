// What strangers' files make the game say.
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

#include "app/open_world.h"
#include "io/files.h"
#include "io/statistics.h"
#include "io/temporary_folder.h"

using namespace quicksand;
namespace fs = std::filesystem;

namespace {

// Where texts stand between quotes, without comments and escapes.
std::vector<std::pair<size_t, size_t>> places_of_texts(const std::string& json) {
  std::vector<std::pair<size_t, size_t>> places;
  for (size_t at = json.find('"'); at != std::string::npos;) {
    const size_t end = json.find('"', at + 1);
    if (end == std::string::npos) break;
    places.emplace_back(at + 1, end - at - 1);
    at = json.find('"', end + 1);
  }
  return places;
}

}  // namespace

TEST_CASE("no text of a file forges a message, wherever it stands") {
  const TemporaryFolder folder;
  const fs::path assets = fs::path(QUICKSAND_SOURCE) / "assets";
  const std::string forged = "x\\n/etc/passwd:1:1: forged\\u001b[31m\\u202e";
  std::mt19937 dice(11);
  for (const char* const name : {"materials/core.json", "scenes/oasis.json", "scenes/dunes-barchan.json"}) {
    const std::string whole = *read_file(assets / name, 1 << 22);
    const auto places = places_of_texts(whole);
    const fs::path file = folder / fs::path(name).filename();
    for (int i = 0; i < 25; ++i) {
      const auto& [at, length] = places[dice() % places.size()];
      std::string changed = whole;
      changed.replace(at, length, forged);
      REQUIRE(write_file_atomically(file, changed).ok());
      const Result<Checked> checked = check_file(file, {});
      std::string said;
      if (!checked) {
        said = checked.failure().text();
      } else {
        for (const Diagnostic& warning : checked->warnings) said += warning.text() + "\n";
        for (const std::string& line : checked->history) said += line + "\n";
      }
      INFO(said);
      CHECK(said.find("\n/etc") == std::string::npos);
      CHECK(said.find('\x1b') == std::string::npos);
      CHECK(said.find("\xe2\x80\xae") == std::string::npos);
    }
  }
}

TEST_CASE("a name with a new line in it forges no line of a message, whoever tells of it") {
  const TemporaryFolder folder;
  const std::string forged = "x\\nquicksand: forged";
  for (const std::string& key : {"\"mods\": [\"" + forged + "\"]", "\"materials\": \"" + forged + "\"",
                                 "\"world\": \"" + forged + "\"", "\"kind\": \"" + forged + "\""}) {
    INFO(key);
    const fs::path file = folder / "x.json";
    REQUIRE(write_file_atomically(file, R"({"format": "quicksand-scene/1", "size": [9, 9], )" + key + "}").ok());
    const Result<Checked> checked = check_file(file, {});
    REQUIRE_FALSE(checked.ok());
    CHECK(checked.failure().text().find("\nquicksand:") == std::string::npos);
  }
  CHECK(fail("a\nb", "c\nd").text() == "c\\nd: a\\nb");
}

TEST_CASE("what is wrong a hundred thousand times is told a hundred times, and what is far too large is not read") {
  const TemporaryFolder folder;
  std::string names;
  for (int i = 0; i < 100'000; ++i) names += (i > 0 ? ", \"n" : "\"n") + std::to_string(i) + "\"";
  const fs::path scene = folder / "many.json";
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [9, 9], "paint": [{"shape": "all", )"
                                       R"("material": [)" +
                                           names + "]}]}")
              .ok());
  const Result<Checked> many = check_file(scene, {});
  REQUIRE_FALSE(many.ok());
  CHECK(many.failure().diagnostics.size() <= 100);
  const fs::path sparse = folder / "sparse.json";
  REQUIRE(write_file_atomically(sparse, "").ok());
  fs::resize_file(sparse, uintmax_t{2900} << 20);
  const Result<Checked> large = check_file(sparse, {});
  REQUIRE_FALSE(large.ok());
  CHECK(large.failure().text() == sparse.string() + ": is larger than 320 MiB, the most that is read");
}

TEST_CASE("a misspelt format is named, and not taken for a scene") {
  const TemporaryFolder folder;
  const fs::path file = folder / "x.json";
  REQUIRE(write_file_atomically(file, R"({"format": "quicksand-matrials/1", "materials": []})").ok());
  CHECK(check_file(file, {}).failure().text() ==
        file.string() +
            ": there is no format \"quicksand-matrials/1\" (did you mean \"quicksand-materials/1\"?); there are "
            "quicksand-scene/1, quicksand-materials/1 and quicksand-mod/1");
}

TEST_CASE("a histogram of durations gives what sorting them gives, to a thousandth") {
  std::mt19937 dice(2);
  for (int round = 0; round < 20; ++round) {
    DurationHistogram histogram;
    std::vector<double> all;
    double sum = 0;
    for (int i = static_cast<int>(1 + dice() % 500); i > 0; --i) {
      all.push_back(std::exp(-14 + 12 * (dice() % 10000) / 1e4));
      histogram.add(all.back());
      sum += all.back();
    }
    std::ranges::sort(all);
    for (const double share : {0.01, 0.5, 0.9, 0.99}) {
      const double exact = percentile(all, share);
      CHECK(std::abs(histogram.percentile(share) - exact) <= exact * 0.002 + 1e-9);
    }
    CHECK(histogram.longest() == all.back());
    CHECK(histogram.percentile(1) == Approx(all.back()).epsilon(0.002));
    CHECK(histogram.sum() == Approx(sum));
  }
  CHECK(DurationHistogram().percentile(0.5) == 0);
}
