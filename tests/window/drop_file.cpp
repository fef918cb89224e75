// Drops a file on a window as a file manager does, by the X protocol for drag and drop (XDND, version 5).
// Usage: drop_file WINDOW FILE     WINDOW: its number, as xdotool prints it
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

class Drag {
 public:
  Drag(Display* display, Window target, std::string address)
      : display_(display),
        target_(target),
        address_(std::move(address)),
        source_(XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)) {}

  // Whether the window took it.
  bool drop() {
    XSetSelectionOwner(display_, atom("XdndSelection"), source_, CurrentTime);
    constexpr long kVersion = 5;
    send("XdndEnter", kVersion << 24, static_cast<long>(atom("text/uri-list")), 0, 0);
    Window child = 0;
    int x = 0;
    int y = 0;
    XTranslateCoordinates(display_, target_, DefaultRootWindow(display_), 50, 50, &x, &y, &child);
    send("XdndPosition", 0, x << 16 | y, CurrentTime, static_cast<long>(atom("XdndActionCopy")));
    for (;;) {
      XEvent event;
      XNextEvent(display_, &event);
      if (event.type == SelectionRequest) answer(event.xselectionrequest);
      if (event.type != ClientMessage) continue;
      if (event.xclient.message_type == atom("XdndStatus")) {
        if ((event.xclient.data.l[1] & 1) == 0) return false;
        send("XdndDrop", 0, CurrentTime, 0, 0);
      }
      if (event.xclient.message_type == atom("XdndFinished")) return (event.xclient.data.l[1] & 1) != 0;
    }
  }

 private:
  Atom atom(const char* name) const { return XInternAtom(display_, name, False); }

  void send(const char* message, long a, long b, long c, long d) const {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(message);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(source_);
    event.xclient.data.l[1] = a;
    event.xclient.data.l[2] = b;
    event.xclient.data.l[3] = c;
    event.xclient.data.l[4] = d;
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  void answer(const XSelectionRequestEvent& request) const {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(address_.data()), static_cast<int>(address_.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = request.requestor;
    event.xselection.selection = request.selection;
    event.xselection.target = request.target;
    event.xselection.property = request.property;
    event.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &event);
    XFlush(display_);
  }

  Display* display_;
  Window target_;
  std::string address_;
  Window source_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  Display* const display = XOpenDisplay(nullptr);
  if (!display) return 2;
  const bool taken =
      Drag(display, std::strtoul(argv[1], nullptr, 10), "file://" + std::string(argv[2]) + "\r\n").drop();
  XCloseDisplay(display);
  return taken ? 0 : 1;
}
