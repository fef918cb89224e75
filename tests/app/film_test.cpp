#include "app/film.h"

#include <gif_lib.h>

#include <catch2/catch.hpp>
#include <deque>
#include <random>
#include <set>
#include <vector>

#include "io/environment_word.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

Image picture(GridSize size, uint8_t shade) {
  Image image(size);
  std::fill(image.rgba.begin(), image.rgba.end(), shade);
  return image;
}

struct Written {
  GridSize size;
  std::vector<int> hundredths;
};

Written read(const std::filesystem::path& file) {
  int error = 0;
  GifFileType* const gif = DGifOpenFileName(file.c_str(), &error);
  REQUIRE(gif != nullptr);
  REQUIRE(DGifSlurp(gif) == GIF_OK);
  Written written{{gif->SWidth, gif->SHeight}, {}};
  for (int i = 0; i < gif->ImageCount; ++i) {
    GraphicsControlBlock control;
    REQUIRE(DGifSavedExtensionToGCB(gif, i, &control) == GIF_OK);
    written.hundredths.push_back(control.DelayTime);
  }
  DGifCloseFile(gif, &error);
  return written;
}

}  // namespace

TEST_CASE("a film lasts as long as what it shows, however unevenly its pictures come", "[film]") {
  const TemporaryFolder folder;
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937 dice(seed);
    const GridSize size{1 + static_cast<int>(dice() % 900), 1 + static_cast<int>(dice() % 700)};
    Film film(folder / ("film" + std::to_string(seed) + ".gif"));
    double now = 1e6 + seed / 7.0;
    const double first = now;
    for (int i = 0; i < 25; ++i) {
      // The window may be another size in between.
      const GridSize changed{size.width + (i == 10 ? 40 : 0), size.height};
      film.add(picture(changed, static_cast<uint8_t>(i * 9)), now);
      now += kFilmInterval + static_cast<double>(dice() % 1000) / 4000;
    }
    film.end(now);
    const Result<WrittenFile> status = film.wait();
    INFO("seed " << seed << (status ? "" : status.failure().text()));
    REQUIRE(status.ok());
    const Written written = read(status->file);
    CHECK(written.size.width <= kFilmSize.width);
    CHECK(written.size.height <= kFilmSize.height);
    CHECK(written.hundredths.size() == 25);
    int sum = 0;
    for (const int hundredths : written.hundredths) sum += hundredths;
    CHECK(std::abs(sum - (now - first) * 100) <= 1.5);
  }
}

TEST_CASE("a film wants no more pictures than it can show, and is full in time", "[film]") {
  const TemporaryFolder folder;
  Film film(folder / "film.gif");
  int wanted = 0;
  double now = 0;
  for (; !film.is_full() && now < 100; now += 0.001)
    if (film.wants_picture(now)) {
      film.add(picture({8, 8}, 0), now);
      ++wanted;
    }
  CHECK(now <= kLongestFilm + 0.1);
  CHECK(wanted <= kLongestFilm / kFilmInterval + 2);
  film.end(now);
  CHECK_FALSE(film.wants_picture(now + 1));
  CHECK(film.wait().ok());
}

TEST_CASE("what a machine sleeps through is no part of a film", "[film]") {
  const TemporaryFolder folder;
  for (const double slept : {1.0, 5.0, 3600.0, 1e8})  // seconds
    for (const int when : {1, 7, 20}) {
      INFO("slept for " << slept << " s after picture " << when);
      Film film(folder / "film.gif");
      double now = 1e6;
      for (int i = 1; i <= 20; ++i) {
        film.add(picture({8, 8}, static_cast<uint8_t>(i * 9)), now);
        now += i == when ? slept : kFilmInterval;
      }
      CHECK_FALSE(film.is_full());
      film.end(now);
      const Result<WrittenFile> status = film.wait();
      REQUIRE(status.ok());
      int sum = 0;
      for (const int hundredths : read(status->file).hundredths) sum += hundredths;
      CHECK(std::abs(sum - (19 * kFilmInterval + std::min(slept, kLongestFilmGap)) * 100) <= 1.5);
    }
}

TEST_CASE("of films that begin under one name each is written", "[film]") {
  const TemporaryFolder folder;
  std::deque<Film> films;
  for (int i = 0; i < 4; ++i) films.emplace_back(folder / "film.gif").add(picture({8 + i, 8}, 0), i);
  for (Film& film : films) film.end(10);
  std::set<int> widths;
  for (Film& film : films) widths.insert(read(film.wait().value().file).size.width);
  CHECK(widths == std::set<int>{8, 9, 10, 11});
}

TEST_CASE("a film that cannot be written says so, and one that is given up leaves nothing", "[film]") {
  const TemporaryFolder folder;
  const auto film_nowhere = [] {
    Film film("/proc/no/such/folder/film.gif");
    film.add(picture({8, 8}, 0), 0);
    film.end(1);
    return film.wait();
  };
  {
    const EnvironmentWord home("HOME", "/proc/no/home");
    const EnvironmentWord temporary("TMPDIR", "/proc/no/tmp");
    CHECK_FALSE(film_nowhere().ok());
  }
  {
    const TemporaryFolder other;
    const EnvironmentWord home("HOME", other.path().string());
    const Result<WrittenFile> elsewhere = film_nowhere();
    REQUIRE(elsewhere);
    CHECK(elsewhere->file == other / "Quicksand/film.gif");
    CHECK(elsewhere->why_not_there.starts_with("/proc/no/such/folder/film.gif: "));
  }
  {
    Film film(folder / "empty.gif");
    film.end(0);
    CHECK_FALSE(film.wait().ok());
  }
  {
    Film film(folder / "given-up.gif");
    film.add(picture({8, 8}, 0), 0);
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}
