// A file that holds a world, as it was when it was written or read. Other games, and the player, may take it away, or
// write another world in its place: then it holds this one no longer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace quicksand {

class KeptFile {
 public:
  KeptFile() = default;  // there is none
  explicit KeptFile(std::filesystem::path file);

  const std::filesystem::path& path() const { return path_; }
  bool is_none() const { return path_.empty(); }

  // Whether it has the very bytes that it had. Its date may be another: worlds that are kept are dated anew.
  bool is_unchanged() const;

 private:
  std::filesystem::path path_;
  std::optional<uint64_t> bytes_;  // a hash of them; none: it could not be read
};

}  // namespace quicksand
