// Plays with an autosave that is due all the time, until it is killed. Arguments: the folder of the slots, and the seed
// of what it does. Writes a byte to stdout after every tick.
#include <unistd.h>

#include <string>

#include "app/autosave.h"
#include "app/autosaved_play.h"

using namespace quicksand;

int main(int count, char** arguments) {
  if (count != 3) return 2;
  Result<OpenedWorld> opened = open_autosaved_world();
  if (!opened) return 2;
  Session session(std::move(*opened), 1);
  const auto seed = static_cast<uint32_t>(std::stoul(arguments[2]));
  Autosave autosave;
  if (!autosave.begin(arguments[1], [](const std::filesystem::path&) {})) return 2;
  for (double now = 0;; now += 1) {
    autosave.follow(session, "world", 1, now);
    play_on(session, seed);
    if (::write(STDOUT_FILENO, ".", 1) != 1) return 0;
  }
}
