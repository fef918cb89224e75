// Any words as the command line, parted by byte 0.
#include <vector>

#include "fuzz/fuzzer.h"
#include "main/options.h"

using namespace quicksand;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<std::string> words{"quicksand"};
  for (std::string_view rest = text_of(data, size); !rest.empty();) {
    const size_t end = std::min(rest.find('\0'), rest.size());
    words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  const Options options = parse_options(static_cast<int>(argv.size()), argv.data());
  QS_CHECK(options.threads >= 1 && options.threads <= kMaxThreads, "a number of threads that cannot be");
  QS_CHECK(!options.world.size || is_world_size(*options.world.size), "a size that cannot be");
  return 0;
}
