// What all harnesses share. Each calls a reader with the bytes that libFuzzer makes up, and does with the answer what the
// game would do: a failure's text is put together, as that is what a player gets to see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/check.h"
#include "core/result.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace quicksand {

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A message that a terminal may be given: not empty, and nothing in it steers.
inline void check_message(const Failure& failure) {
  const std::string text = failure.text();
  QS_CHECK(!text.empty(), "a failure says nothing");
  for (const char letter : text)
    QS_CHECK(static_cast<uint8_t>(letter) >= 0x20 || letter == '\n', "a message has control characters");
}

}  // namespace quicksand
