// Assertions that stay on in release builds.
//
// QS_CHECK(condition, message) guards against a bug in this program, never against bad input: bad input is answered
// with a Result (see result.h). A failed check prints the place and aborts.
#pragma once

namespace quicksand {

[[noreturn]] void check_failed(const char* condition, const char* message, const char* file, int line);

}  // namespace quicksand

#define QS_CHECK(condition, message) \
  ((condition) ? (void)0 : ::quicksand::check_failed(#condition, message, __FILE__, __LINE__))
