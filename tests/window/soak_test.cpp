// Half an hour of random play in the real window: QUICKSAND_SOAK_SECONDS, 1800 unless set, of seed QUICKSAND_SOAK_SEED.
#include <fstream>
#include <iostream>
#include <random>
#include <string>

#include "window/player.h"

using namespace quicksand;

namespace {

double number_in(const char* variable, double otherwise) {
  const char* const text = std::getenv(variable);
  return text ? std::stod(text) : otherwise;
}

// What a process holds of the system's.
struct Holdings {
  double memory_mb = 0;
  int files = 0;
  int threads = 0;
};

Holdings holdings_of(int process) {
  Holdings held;
  const std::filesystem::path folder = "/proc/" + std::to_string(process);
  std::ifstream status(folder / "status");
  for (std::string word; status >> word;) {
    if (word == "VmRSS:") status >> held.memory_mb;
    if (word == "Threads:") status >> held.threads;
  }
  held.memory_mb /= 1024;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder / "fd", error), end; !error && it != end; it.increment(error))
    ++held.files;
  return held;
}

Holdings middle_of(std::vector<Holdings> samples) {
  const auto middle = [&](auto member) {
    std::ranges::nth_element(samples, samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2), {}, member);
    return samples[samples.size() / 2].*member;
  };
  return {middle(&Holdings::memory_mb), middle(&Holdings::files), middle(&Holdings::threads)};
}

// Something that a player may do, as arguments of xdotool. Only quitting is left out.
class Robot {
 public:
  explicit Robot(unsigned seed) : dice_(seed) {}

  std::string next() {
    switch (below(12)) {
      case 0:
        return "key " + std::string(kKeys[below(std::size(kKeys))]);
      case 1:
        return place() + " click " + std::to_string(4 + below(2));
      case 2:  // a material, by the search
        return "key e sleep 0.1 type " + std::string(kMaterials[below(std::size(kMaterials))]);
      case 3:
        return "key Return";
      case 4:  // the palette and the bars, too
        return "mousemove " + std::to_string(below(1280)) + " " + std::to_string(below(720)) + " click 1";
      case 5:
        return "key Escape";
      default: {
        const std::string button = std::to_string(below(6) == 0 ? 3 : 1);
        return place() + " mousedown " + button + " " + place() + " sleep 0.05 " + place() + " sleep 0.1 mouseup " +
               button;
      }
    }
  }

 private:
  static constexpr const char* kKeys[] = {
      "space",  "f",      "Tab",    "w",           "x",          "semicolon", "ctrl+z", "ctrl+y", "ctrl+c", "ctrl+v",
      "ctrl+a", "Delete", "1",      "2",           "3",          "4",         "5",      "6",      "7",      "8",
      "9",      "0",      "comma",  "period",      "F1",         "F2",        "F3",     "F4",     "F5",     "F6",
      "F7",     "F9",     "z",      "Home",        "plus",       "minus",     "Left",   "Right",  "Up",     "Down",
      "ctrl+e", "ctrl+f", "ctrl+d", "bracketleft", "ctrl+space", "BackSpace"};
  static constexpr const char* kMaterials[] = {"sand", "water",  "acid", "wood", "lava",
                                               "snow", "powder", "oil",  "fire", "stone"};

  int below(size_t limit) { return static_cast<int>(dice_() % limit); }
  std::string place() { return "mousemove " + std::to_string(below(1000)) + " " + std::to_string(50 + below(600)); }

  std::mt19937 dice_;
};

}  // namespace

TEST_CASE("half an hour of random play gains no memory, files or threads, and ends in order", "[.][slow]") {
  using Clock = std::chrono::steady_clock;
  const TemporaryFolder folder;
  live_in(folder);
  // So little for the past that it is full after a few minutes.
  REQUIRE(
      write_file_atomically(folder / "quicksand/settings.json", R"({"hint_seen": true, "past_megabytes": 32})").ok());
  const double seconds = number_in("QUICKSAND_SOAK_SECONDS", 1800);
  const auto seed = static_cast<unsigned>(number_in("QUICKSAND_SOAK_SEED", 1));
  const std::string report = (folder / "frames.json").string();
  const Game game("--scene oasis --size 320x200 --report " + report);
  wait_for_swatch(marker());
  Robot robot(seed);
  std::vector<Holdings> samples;
  const auto start = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  for (double next = 0; passed() < seconds;) {
    const std::string action = robot.next();
    INFO("after " << passed() << " s, seed " << seed << ": " << action);
    shell("xdotool " + action);
    REQUIRE(game.running());
    if (passed() < next) continue;
    samples.push_back(holdings_of(game.process()));
    next += 2;
  }
  REQUIRE(samples.size() >= 8);
  const auto quarter = static_cast<std::ptrdiff_t>(samples.size() / 4);
  const Holdings early = middle_of({samples.begin() + quarter, samples.begin() + 2 * quarter});
  const Holdings late = middle_of({samples.end() - quarter, samples.end()});
  std::cout << "memory " << early.memory_mb << " MB, then " << late.memory_mb << "; files " << early.files << ", then "
            << late.files << "; threads " << early.threads << ", then " << late.threads << std::endl;
  CHECK(late.files <= early.files);
  CHECK(late.threads <= early.threads + 1);  // one may be writing
  // The log of what was done grows, by some hundred bytes a command; and what is free lies in pieces.
  constexpr double kMostGrowth = 48;
  CHECK(late.memory_mb < early.memory_mb + kMostGrowth);
  type("key Escape key Escape key Escape sleep 1 key ctrl+q");
  REQUIRE(comes_true([&] { return std::filesystem::exists(report) || !game.running(); }));
  const Result<std::string> frames = read_file(report, 1 << 16);
  REQUIRE(frames.ok());
  std::cout << *frames;
}
