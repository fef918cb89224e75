#include "core/hash.h"

namespace quicksand {

std::string hash_text(uint64_t hash) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) text[i] = kDigits[hash & 15];
  return text;
}

}  // namespace quicksand
