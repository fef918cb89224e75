#include "ui/game/toasts.h"

#include <utility>

#include "core/printable.h"

namespace quicksand {
namespace {

constexpr double kSeconds = 4;
constexpr double kSecondsAtPointer = 2;
constexpr double kSecondsOfError = 12;

// Nobody reads more before it fades, and a picture has room for so many letters only: a stranger's file may have any
// number of mistakes, and names of any length.
std::string shortened(std::string text) {
  constexpr size_t kMostBytes = 2000;
  if (text.size() <= kMostBytes) return text;
  return std::string(beginning(text, kMostBytes)) + "…";
}

}  // namespace

void Toasts::say(std::string text) { toasts_.push_back({shortened(std::move(text)), false, kSeconds}); }

void Toasts::say_again(const std::string& beginning, const std::string& rest) {
  std::erase_if(toasts_, [&](const Toast& toast) { return toast.text.starts_with(beginning); });
  say(beginning + rest);
}

void Toasts::say_at_pointer(const std::string& text) {
  std::erase_if(toasts_, [](const Toast& toast) { return toast.at_pointer; });
  toasts_.push_back({shortened(text), false, kSecondsAtPointer, true});
}

void Toasts::complain(std::string text) { toasts_.push_back({shortened(std::move(text)), true, kSecondsOfError}); }

void Toasts::fade(double seconds) {
  for (Toast& toast : toasts_) toast.seconds_left -= seconds;
  std::erase_if(toasts_, [](const Toast& toast) { return toast.seconds_left <= 0; });
}

}  // namespace quicksand
