// Any bytes as the settings and as the player's keys: whatever they are, the game starts.
#include <cstdlib>
#include <fstream>
#include <optional>

#include "fuzz/fuzzer.h"
#include "io/keys_file.h"
#include "io/settings_file.h"
#include "io/temporary_folder.h"

using namespace quicksand;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const TemporaryFolder folder;
  const std::filesystem::path file = folder / "settings.json";
  std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  const LoadedSettings settings = load_settings(file);
  QS_CHECK(settings.settings.ui_scale == 0 || settings.settings.ui_scale >= 1,
           "the window would be too small to use");
  static const std::vector<std::string> actions{"pause", "undo", "look"};
  load_keys(file, actions, [](const std::string& key) { return std::optional(key); });
  return 0;
}
