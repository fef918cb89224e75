// The page around the game in a browser: what its buttons ask for, and what it is given. Elsewhere there is none, and
// nothing asks.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/geometry.h"

namespace quicksand {

// A window is never smaller, in mouse positions. A page is as small as its screen.
GridSize least_window_size();

enum class PageWish : uint8_t {
  kWorldFile,  // the world as a file, for hand_out()
  kLink        // the world as a part of the page's address, for put_in_address()
};

// What the page asked for with this event.
std::optional<PageWish> page_wish(const SDL_Event& event);

// Lets the player keep the file outside of the browser.
void hand_out(const std::filesystem::path& file);

// Puts the first of these files that is small enough into the page's address, and that into the clipboard. The page
// says so, or that none is.
void put_in_address(const std::filesystem::path& world, const std::filesystem::path& recording);

}  // namespace quicksand
