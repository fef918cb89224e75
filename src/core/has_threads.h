// Whether a program may have threads.
#pragma once

namespace quicksand {

// A page that its host sends without the headers for shared memory has none.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

}  // namespace quicksand
