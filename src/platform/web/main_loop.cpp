#include "platform/main_loop.h"

#include <SDL.h>
#include <emscripten.h>

#include <memory>
#include <string>
#include <utility>

namespace quicksand {
namespace {

struct Frames {
  std::function<bool()> frame;
  std::function<void()> end;
  bool has_begun = false;
  std::string clipboard;  // SDL's, as the browser has it
};

// SDL's clipboard is the game's alone: what is copied in the game goes on to the browser's.
void follow_clipboard(std::string& known) {
  const std::unique_ptr<char, void (*)(void*)> text(SDL_GetClipboardText(), SDL_free);
  if (!text || known == text.get()) return;
  known = text.get();
  EM_ASM({ Module['copyText'](UTF8ToString($0)); }, known.c_str());
}

void call(void* of) {
  auto* const frames = static_cast<Frames*>(of);
  if (EM_ASM_INT({ return Module['hasContext'] ? 0 : 1; })) return;  // until the browser gives it back
  const bool goes_on = frames->frame();
  if (!std::exchange(frames->has_begun, true)) EM_ASM({ Module['onFirstFrame'](); });
  follow_clipboard(frames->clipboard);
  if (goes_on) return;
  emscripten_cancel_main_loop();
  frames->end();
  delete frames;
  EM_ASM({ Module['onEnd'](); });
}

}  // namespace

void run_frames(std::function<bool()> frame, std::function<void()> end) {
  constexpr int kAsTheDisplay = 0;
  auto* const frames = new Frames{std::move(frame), std::move(end), false, {}};
  emscripten_set_main_loop_arg(call, frames, kAsTheDisplay, 0);
}

void wait_for_frame(double, bool) {}

bool frames_come_unasked() { return true; }

bool has_event() { return SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT) == SDL_TRUE; }

}  // namespace quicksand
