#include "platform/clipboard.h"

#include <SDL.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;

namespace quicksand {
namespace {

struct Copier {
  const char* package;
  std::array<const char*, 7> command;  // ends with a null
};

constexpr Copier kForX11{"xclip", {"xclip", "-selection", "clipboard", "-target", "image/png", "-in", nullptr}};
constexpr Copier kForWayland{"wl-clipboard", {"wl-copy", "--type", "image/png", nullptr}};

Status write_all(int file, const std::string& bytes) {
  for (size_t written = 0; written < bytes.size();) {
    const ssize_t count = ::write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return fail(std::string("the clipboard's program does not take the picture: ") + std::strerror(errno));
    written += static_cast<size_t>(count);
  }
  return Done{};
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
  const char* const driver = SDL_GetCurrentVideoDriver();
  const Copier& copier = driver && std::strcmp(driver, "wayland") == 0 ? kForWayland : kForX11;
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
  const Status written = write_all(ends[1], png);
  ::close(ends[1]);
  int state = 0;
  while (::waitpid(process, &state, 0) < 0 && errno == EINTR) {
  }
  if (!written) return written;
  if (!WIFEXITED(state) || WEXITSTATUS(state) != 0)
    return fail(std::string(copier.command[0]) + " did not take the picture; is it installed? (package " +
                copier.package + ")");
  return Done{};
}

}  // namespace quicksand
