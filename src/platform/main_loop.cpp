#include "platform/main_loop.h"

#include <SDL.h>

#include <chrono>
#include <thread>

namespace quicksand {

void run_frames(std::function<bool()> frame, std::function<void()> end) {
  while (frame()) {
  }
  end();
}

void wait_for_frame(double seconds, bool ends_with_event) {
  if (ends_with_event)
    SDL_WaitEventTimeout(nullptr, static_cast<int>(1e3 * seconds));
  else
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

bool frames_come_unasked() { return false; }

bool has_event() { return SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT) == SDL_TRUE; }

}  // namespace quicksand
