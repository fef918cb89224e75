#include "platform/clipboard.h"

#include <SDL.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

extern char** environ;

namespace quicksand {
namespace {

struct Copier {
  const char* package;
  std::array<const char*, 7> command;  // ends with a null
};

constexpr Copier kForX11{"xclip", {"xclip", "-selection", "clipboard", "-target", "image/png", "-in", nullptr}};
constexpr Copier kFromX11{"xclip", {"xclip", "-selection", "clipboard", "-target", "image/png", "-out", nullptr}};
constexpr Copier kFromWayland{"wl-clipboard", {"wl-paste", "--type", "image/png", nullptr}};
constexpr Copier kForWayland{"wl-clipboard", {"wl-copy", "--type", "image/png", nullptr}};

bool is_wayland() {
  const char* const driver = SDL_GetCurrentVideoDriver();
  return driver && std::strcmp(driver, "wayland") == 0;
}

constexpr int kLongest = 2000;  // ms that a program is waited for

// How long that is from now on, in all: the window stands still meanwhile, however fast bytes drip.
class Patience {
 public:
  int left() const {  // ms, for poll()
    const auto gone = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_);
    return static_cast<int>(std::clamp<int64_t>(kLongest - gone.count(), 0, kLongest));
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The end of the pipe does not wait.
Status write_all(int file, const std::string& bytes) {
  const Patience patience;
  for (size_t written = 0; written < bytes.size();) {
    pollfd waiting{file, POLLOUT, 0};
    const int left = patience.left();
    const int ready = ::poll(&waiting, 1, left);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 || left == 0) return fail("the clipboard's program does not take the picture");
    const ssize_t count = ::write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0)
      return fail(std::string("the clipboard's program does not take the picture: ") + std::strerror(errno));
    written += static_cast<size_t>(count);
  }
  return Done{};
}

// Waits for its end, and ends it where that takes too long. Its state as waitpid() has it; none: it had to be ended.
std::optional<int> wait_for(pid_t process) {
  constexpr int kBetween = 5;  // ms
  int state = 0;
  for (int waited = 0; waited < kLongest; waited += kBetween) {
    const pid_t ended = ::waitpid(process, &state, WNOHANG);
    if (ended == process) return state;
    if (ended < 0 && errno != EINTR) return std::nullopt;
    ::poll(nullptr, 0, kBetween);
  }
  ::kill(process, SIGKILL);
  while (::waitpid(process, &state, 0) < 0 && errno == EINTR) {
  }
  return std::nullopt;
}

// A program that ends early must not end the game with it.
class WithoutPipeSignal {
 public:
  WithoutPipeSignal() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~WithoutPipeSignal() { std::signal(SIGPIPE, before_); }
  WithoutPipeSignal(const WithoutPipeSignal&) = delete;
  WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

 private:
  void (*before_)(int);
};

}  // namespace

Status copy_picture(const std::string& png) {
  const Copier& copier = is_wayland() ? kForWayland : kForX11;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail(std::string("no pipe can be opened: ") + std::strerror(errno));

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  // It stays in the background for as long as the clipboard is its own, and must not keep the game's terminal.
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, copier.command[0], &actions, nullptr,
                                   const_cast<char* const*>(copier.command.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  if (error != 0) {
    ::close(ends[1]);
    return fail(std::string(copier.command[0]) + " is needed for that; it is in the package " + copier.package);
  }
  const WithoutPipeSignal ignored;
  ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
  const Status written = write_all(ends[1], png);
  ::close(ends[1]);
  if (!written) ::kill(process, SIGTERM);
  const std::optional<int> state = wait_for(process);
  if (!written) return written;
  if (!state) return fail(std::string(copier.command[0]) + " does not come to an end with the picture");
  if (!WIFEXITED(*state) || WEXITSTATUS(*state) != 0)
    return fail(std::string(copier.command[0]) + " did not take the picture; is it installed? (package " +
                copier.package + ")");
  return Done{};
}

Result<std::optional<std::string>> read_picture() {
  constexpr size_t kMost = size_t{256} << 20;
  const Copier& reader = is_wayland() ? kFromWayland : kFromX11;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail(std::string("no pipe can be opened: ") + std::strerror(errno));

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, reader.command[0], &actions, nullptr,
                                   const_cast<char* const*>(reader.command.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return fail(std::string(reader.command[0]) + " is needed for that; it is in the package " + reader.package);
  }
  std::string bytes;
  std::array<char, 1 << 16> block{};
  bool is_late = false;
  const Patience patience;
  for (;;) {
    pollfd waiting{ends[0], POLLIN, 0};
    const int left = patience.left();
    const int ready = ::poll(&waiting, 1, left);
    if (ready < 0 && errno == EINTR) continue;
    is_late = ready <= 0 || left == 0 || bytes.size() > kMost;
    if (is_late) break;
    const ssize_t count = ::read(ends[0], block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    bytes.append(block.data(), static_cast<size_t>(count));
  }
  ::close(ends[0]);
  if (is_late) ::kill(process, SIGTERM);
  const std::optional<int> state = wait_for(process);
  if (is_late) return fail("the program that has the clipboard's picture does not hand it over");
  // Without a picture both programs end with an error.
  if (!state || !WIFEXITED(*state) || WEXITSTATUS(*state) != 0 || bytes.empty()) return std::optional<std::string>();
  return std::optional<std::string>(std::move(bytes));
}

}  // namespace quicksand
