// How the process gets its memory of the system.
#pragma once

namespace quicksand {

// Buffers from this size on are given back to the system when they are freed, instead of staying between smaller ones
// that are still held: or hours of play would gather some hundred megabytes that nobody uses. Where the C library has
// no such setting, nothing is done.
inline constexpr int kLeastMappedBuffer = 256 << 10;  // bytes
void give_large_buffers_back();

}  // namespace quicksand
