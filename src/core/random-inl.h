// mix32() of random.h for vectors, compiled for each instruction set that a kernel is compiled for.
#include "core/random.h"

#if defined(QUICKSAND_CORE_RANDOM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUICKSAND_CORE_RANDOM_INL_H_
#undef QUICKSAND_CORE_RANDOM_INL_H_
#else
#define QUICKSAND_CORE_RANDOM_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

// mix32() of first, first + 1, first + 2 … Started from row_key() + x / 4, the bytes of the words, in memory, are the
// dice of the cells from x on, a multiple of 4: dice_byte().
template <class Words>
HWY_INLINE auto mixed_from(const Words& words, uint32_t first) {
  namespace hn = hwy::HWY_NAMESPACE;
  // Not Iota(words, first): Highway 1.0 writes that word by word, and a vector that is loaded from there waits for all
  // of them. A tick of mixed sand and water took half as long again.
  auto value = hn::Add(hn::Set(words, first), hn::Iota(words, 0));
  value = hn::Xor(value, hn::ShiftRight<16>(value));
  value = hn::Mul(value, hn::Set(words, kMixFirst));
  value = hn::Xor(value, hn::ShiftRight<15>(value));
  value = hn::Mul(value, hn::Set(words, kMixSecond));
  return hn::Xor(value, hn::ShiftRight<15>(value));
}

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
