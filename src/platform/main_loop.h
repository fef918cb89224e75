// Who calls for the frames of the window: the game itself, or the browser that it runs in.
#pragma once

#include <functional>

namespace quicksand {

// Calls `frame` until it gives false, then `end`. In a browser that happens later, whenever the display takes a
// picture, and this returns at once: what both use must outlive whoever calls this.
void run_frames(std::function<bool()> frame, std::function<void()> end);

// Waits for so long, or if `ends_with_event`, until there is an event; that stays where it is. In a browser nobody may
// wait, and this does nothing.
void wait_for_frame(double seconds, bool ends_with_event);

// Whether frames come unasked, so that some that come too early may be left out.
bool frames_come_unasked();

// Whether there is an event that nobody has taken.
bool has_event();

}  // namespace quicksand
