#include "ui/game/kept_file.h"

#include <fstream>
#include <utility>
#include <vector>

#include "core/hash.h"

namespace quicksand {
namespace {

std::optional<uint64_t> hash_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<char> part(size_t{1} << 20);
  StateHasher hasher;
  while (stream) {
    stream.read(part.data(), static_cast<std::streamsize>(part.size()));
    hasher.add_bytes(part.data(), static_cast<size_t>(stream.gcount()));
  }
  return stream.eof() ? std::optional(hasher.value()) : std::nullopt;
}

}  // namespace

KeptFile::KeptFile(std::filesystem::path file) : path_(std::move(file)) {
  if (!path_.empty()) bytes_ = hash_of(path_);
}

bool KeptFile::is_unchanged() const { return bytes_ && hash_of(path_) == bytes_; }

}  // namespace quicksand
