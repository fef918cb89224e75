// Messages that fade.
#pragma once

#include <deque>
#include <string>

namespace quicksand {

struct Toast {
  std::string text;
  bool error = false;
  double seconds_left = 0;
  bool at_pointer = false;  // it is about what the pointer does, and shows there
};

class Toasts {
 public:
  void say(std::string text);

  // The same; it takes the place of earlier messages that begin like it.
  void say_again(const std::string& beginning, const std::string& rest);

  // Why what the pointer does has no effect, said as often as it is tried.
  void say_at_pointer(const std::string& text);

  // What went wrong stays longer.
  void complain(std::string text);

  // So much time has passed.
  void fade(double seconds);

  const std::deque<Toast>& shown() const { return toasts_; }

 private:
  std::deque<Toast> toasts_;
};

}  // namespace quicksand
