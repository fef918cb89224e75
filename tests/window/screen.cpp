#include "window/screen.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <memory>

namespace quicksand {

std::optional<Image> picture_of_screen() {
  const std::unique_ptr<Display, int (*)(Display*)> display(XOpenDisplay(nullptr), XCloseDisplay);
  if (!display) return std::nullopt;
  const int screen = DefaultScreen(display.get());
  Image image({DisplayWidth(display.get(), screen), DisplayHeight(display.get(), screen)});
  const std::unique_ptr<XImage, int (*)(XImage*)> shown(
      XGetImage(display.get(), DefaultRootWindow(display.get()), 0, 0, static_cast<unsigned>(image.size.width),
                static_cast<unsigned>(image.size.height), AllPlanes, ZPixmap),
      [](XImage* picture) { return XDestroyImage(picture); });
  if (!shown || shown->bits_per_pixel != 32 || shown->byte_order != LSBFirst) return std::nullopt;
  for (int y = 0; y < image.size.height; ++y) {
    const auto* from =
        reinterpret_cast<const uint8_t*>(shown->data) + static_cast<ptrdiff_t>(y) * shown->bytes_per_line;
    for (int x = 0; x < image.size.width; ++x, from += 4) {  // blue, green, red
      uint8_t* const pixel = image.pixel(x, y);
      pixel[0] = from[2];
      pixel[1] = from[1];
      pixel[2] = from[0];
      pixel[3] = 255;
    }
  }
  return image;
}

}  // namespace quicksand
