// Errors that an X server reports: Xlib ends the program at the first one, unless somebody listens.
#pragma once

#include <functional>

namespace quicksand {

// From now on they are counted, and the program goes on: a driver that breaks shall not take the world with it. Does
// nothing where SDL has not opened an X display.
void survive_x_errors();

// What to do when the X server has gone: Xlib ends the program right after. It is called once at most, by whatever the
// game is asking of the server; nothing can be drawn any more. Null: nothing.
void when_display_is_lost(std::function<void()> deed);

// So many there were.
int x_errors();

}  // namespace quicksand
