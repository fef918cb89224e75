// Gamepads, all of them as one: their buttons and triggers are keys (device_keys.h), their sticks move the pointer and
// the view. Buttons and axes have SDL's numbers, pads any number.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ui/game/game_state.h"
#include "ui/game/stick.h"

namespace quicksand {

class Gamepad {
 public:
  static constexpr double kSecondsToRepeat = 0.4;  // until a key that is held repeats,
  static constexpr double kRepeatSeconds = 0.1;    // and from then on between two
  // A trigger is down when it is pulled beyond the one, and up when it comes back beyond the other, so that one that
  // trembles is a single pull.
  static constexpr double kPulled = 0.5;
  static constexpr double kLoose = 0.3;

  // A key that went down or came up.
  struct Change {
    std::string_view key;
    bool down = false;
  };

  std::vector<Change> press(int pad, int button, bool down);
  std::vector<Change> tilt(int pad, int axis, double value);  // from -1 to 1
  std::vector<Change> pull_out(int pad);
  // All keys are up, and all sticks are in their middle, and nothing is meant by it.
  void let_go() { *this = Gamepad(); }

  // In a frame.
  struct Frame {
    Point pointer;  // by the left stick, in heights of the window
    Point view;     // by the right stick
    std::vector<std::string_view> repeated;
    bool is_used = false;  // something is held
  };
  Frame take_frame(double seconds);

 private:
  struct Held {
    int pad = 0;
    std::string_view key;
  };
  struct Pressed {
    std::string_view key;
    double seconds = 0;
  };
  struct Sticks {
    Point left;
    Point right;
  };

  std::vector<Change> set(int pad, std::string_view key, bool down);
  bool is_held(std::string_view key) const;

  std::vector<Held> held_;        // by each pad
  std::vector<Pressed> pressed_;  // by any of them
  std::map<int, Sticks> sticks_;
  Stick pointer_;
  Stick view_;
};

// What the player hears of a pad.
enum class PadNews : uint8_t {
  kCame,
  kWent,
  kUnknown  // SDL does not know which of its buttons is which
};
// The player's own file of SDL's mappings, and what is in it; empty: there is none.
std::filesystem::path pad_mappings_file();
Result<std::string> read_pad_mappings();
void tell_of_pad(GameState& game, PadNews news, const std::string& name);

}  // namespace quicksand
