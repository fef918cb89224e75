// Errors that an X server reports: Xlib ends the program at the first one, unless somebody listens.
#pragma once

namespace quicksand {

// From now on they are counted, and the program goes on: a driver that breaks shall not take the world with it. Does
// nothing where SDL has not opened an X display.
void survive_x_errors();

// So many there were.
int x_errors();

}  // namespace quicksand
