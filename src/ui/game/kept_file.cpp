#include "ui/game/kept_file.h"

#include <string_view>
#include <utility>

#include "core/hash.h"
#include "io/files.h"

namespace quicksand {
namespace {

std::optional<uint64_t> hash_of(const std::filesystem::path& file) {
  StateHasher hasher;
  const Status read = read_in_blocks(file, [&](std::string_view block, uint64_t) -> Status {
    hasher.add_bytes(block.data(), block.size());
    return Done{};
  });
  return read ? std::optional(hasher.value()) : std::nullopt;
}

}  // namespace

KeptFile::KeptFile(std::filesystem::path file) : path_(std::move(file)) {
  if (!path_.empty()) bytes_ = hash_of(path_);
}

bool KeptFile::is_unchanged() const { return bytes_ && hash_of(path_) == bytes_; }

}  // namespace quicksand
