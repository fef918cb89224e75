#include "platform/page.h"

#include <emscripten.h>

namespace quicksand {
namespace {

// The event's code is the wish.
Uint32 wish_event() {
  static const Uint32 type = SDL_RegisterEvents(1);
  return type;
}

}  // namespace

GridSize least_window_size() { return {1, 1}; }

std::optional<PageWish> page_wish(const SDL_Event& event) {
  if (event.type != wish_event()) return std::nullopt;
  return static_cast<PageWish>(event.user.code);
}

void hand_out(const std::filesystem::path& file) {
  EM_ASM({ Module['handOut'](UTF8ToString($0)); }, file.c_str());
}

void put_in_address(const std::filesystem::path& world, const std::filesystem::path& recording) {
  EM_ASM({ Module['putInAddress'](UTF8ToString($0), UTF8ToString($1)); }, world.c_str(), recording.c_str());
}

}  // namespace quicksand

// Called by the page.
extern "C" {

// `wish`: PageWish as a number.
EMSCRIPTEN_KEEPALIVE void quicksand_wish(int wish) {
  SDL_Event event{};
  event.type = quicksand::wish_event();
  event.user.code = wish;
  SDL_PushEvent(&event);
}

// A file that was dropped or chosen.
EMSCRIPTEN_KEEPALIVE void quicksand_take_file(const char* path) {
  SDL_Event event{};
  event.type = SDL_DROPFILE;
  event.drop.file = SDL_strdup(path);
  SDL_PushEvent(&event);
}

// What was pasted; the key that asks for it comes after it.
EMSCRIPTEN_KEEPALIVE void quicksand_take_text(const char* text) { SDL_SetClipboardText(text); }
}
