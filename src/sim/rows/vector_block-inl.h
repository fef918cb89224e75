// 64 bytes at a time, whatever the width of the machine's vectors; compiled once for each target.
//
// Comparisons give a word with a bit for each byte: most of the kernel's work is on such words, where "the cell to the
// left" is a shift.

#include <bit>
#include <cstdint>

#include <hwy/highway.h>

#include "core/random-inl.h"
#include "sim/rows/vector_tables.h"

#if defined(QUICKSAND_VECTOR_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUICKSAND_VECTOR_BLOCK_INL_H_
#undef QUICKSAND_VECTOR_BLOCK_INL_H_
#else
#define QUICKSAND_VECTOR_BLOCK_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using BytesTag = hn::CappedTag<uint8_t, 64>;
using SignedTag = hn::RebindToSigned<BytesTag>;
using WordsTag = hn::Repartition<uint32_t, BytesTag>;
using ByteVector = hn::Vec<BytesTag>;
inline constexpr int kVectorBytes = static_cast<int>(hn::MaxLanes(BytesTag()));
inline constexpr int kParts = 64 / kVectorBytes;

struct Block {
  ByteVector part[kParts];
};

HWY_INLINE Block load(const uint8_t* aligned) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::Load(BytesTag(), aligned + i * kVectorBytes);
  return block;
}

HWY_INLINE Block load_unaligned(const uint8_t* bytes) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::LoadU(BytesTag(), bytes + i * kVectorBytes);
  return block;
}

HWY_INLINE void store(const Block& block, uint8_t* aligned) {
  for (int i = 0; i < kParts; ++i) hn::Store(block.part[i], BytesTag(), aligned + i * kVectorBytes);
}

HWY_INLINE Block broadcast(uint8_t byte) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::Set(BytesTag(), byte);
  return block;
}

HWY_INLINE Block either(const Block& a, const Block& b) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::Or(a.part[i], b.part[i]);
  return block;
}

HWY_INLINE Block both(const Block& a, const Block& b) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::And(a.part[i], b.part[i]);
  return block;
}

// The sums of unsigned bytes, or 255 where they would be more.
HWY_INLINE Block sum_limited(const Block& a, const Block& b) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::SaturatedAdd(a.part[i], b.part[i]);
  return block;
}

// The differences of unsigned bytes, or 0 where they would be negative.
HWY_INLINE Block less(const Block& a, const Block& b) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::SaturatedSub(a.part[i], b.part[i]);
  return block;
}

// Every byte changes places with the other one of its pair.
HWY_INLINE Block swap_pairs(const Block& bytes) {
  const hn::Repartition<uint16_t, BytesTag> pairs;
  Block block;
  for (int i = 0; i < kParts; ++i) {
    const auto pair = hn::BitCast(pairs, bytes.part[i]);
    block.part[i] = hn::BitCast(BytesTag(), hn::Or(hn::ShiftLeft<8>(pair), hn::ShiftRight<8>(pair)));
  }
  return block;
}

// The lesser of two unsigned bytes.
HWY_INLINE Block lesser(const Block& a, const Block& b) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::Min(a.part[i], b.part[i]);
  return block;
}

// The greater of two unsigned bytes.
HWY_INLINE Block greater_of(const Block& a, const Block& b) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::Max(a.part[i], b.part[i]);
  return block;
}

// Unsigned bytes, halved.
HWY_INLINE Block half(const Block& bytes) {
  const BytesTag tag;
  const hn::Repartition<uint16_t, BytesTag> pairs;
  Block block;
  for (int i = 0; i < kParts; ++i)
    block.part[i] = hn::And(hn::BitCast(tag, hn::ShiftRight<1>(hn::BitCast(pairs, bytes.part[i]))), hn::Set(tag, 0x7f));
  return block;
}

#if HWY_TARGET == HWY_WASM

// Browsers got these instructions late: Highway 1.0.3 does without them, byte by byte.

template <class Mask>
HWY_INLINE uint64_t word_of(Mask mask, int part) {
  return uint64_t{wasm_i8x16_bitmask(mask.raw)} << (part * kVectorBytes);
}

HWY_INLINE hn::Mask<BytesTag> mask_of(uint64_t word, int part) {
  const v128_t bits = wasm_i16x8_splat(static_cast<int16_t>(word >> (part * kVectorBytes)));
  const v128_t of_each = wasm_i8x16_shuffle(bits, bits, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  const v128_t bit = wasm_u8x16_const(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128);
  return {wasm_i8x16_eq(wasm_v128_and(of_each, bit), bit)};
}

// table[index] of the 16 bytes at `table`; every index must be below 16.
HWY_INLINE ByteVector look_up_16(const uint8_t* table, ByteVector index) {
  return ByteVector{wasm_i8x16_swizzle(wasm_v128_load(table), index.raw)};
}

#else

template <class Mask>
HWY_INLINE uint64_t word_of(Mask mask, int part) {
  uint64_t bits = 0;
  hn::StoreMaskBits(BytesTag(), hn::RebindMask(BytesTag(), mask), reinterpret_cast<uint8_t*>(&bits));
  return bits << (part * kVectorBytes % 64);
}

HWY_INLINE hn::Mask<BytesTag> mask_of(uint64_t word, int part) {
  const uint64_t bits = word >> (part * kVectorBytes % 64);
  return hn::LoadMaskBits(BytesTag(), reinterpret_cast<const uint8_t*>(&bits));
}

// table[index] of the 16 bytes at `table`; every index must be below 16.
HWY_INLINE ByteVector look_up_16(const uint8_t* table, ByteVector index) {
  return hn::TableLookupBytes(hn::LoadDup128(BytesTag(), table), index);
}

#endif

// As signed bytes.
HWY_INLINE uint64_t greater(const Block& a, const Block& b) {
  uint64_t word = 0;
  for (int i = 0; i < kParts; ++i) {
    const SignedTag tag;
    const auto mask = hn::Gt(hn::BitCast(tag, a.part[i]), hn::BitCast(tag, b.part[i]));
    word |= word_of(mask, i);
  }
  return word;
}

// As unsigned bytes.
HWY_INLINE uint64_t at_most(const Block& a, const Block& b) {
  uint64_t word = 0;
  for (int i = 0; i < kParts; ++i) word |= word_of(hn::Eq(hn::Min(a.part[i], b.part[i]), a.part[i]), i);
  return word;
}

HWY_INLINE uint64_t equal(const Block& a, const Block& b) {
  uint64_t word = 0;
  for (int i = 0; i < kParts; ++i) word |= word_of(hn::Eq(a.part[i], b.part[i]), i);
  return word;
}

// Which bytes have the bit `kFlag` set.
template <uint8_t kFlag>
HWY_INLINE uint64_t having(const Block& block) {
  static_assert(std::has_single_bit(kFlag), "one bit");
  uint64_t word = 0;
  // Comparisons look at the highest bit of a byte. Bits that come from the byte before end up below it.
  constexpr int kShift = std::countl_zero(kFlag);
  for (int i = 0; i < kParts; ++i) {
    const auto shifted = hn::ShiftLeft<kShift>(hn::BitCast(hn::Repartition<uint16_t, BytesTag>(), block.part[i]));
    word |= word_of(hn::Lt(hn::BitCast(SignedTag(), shifted), hn::Zero(SignedTag())), i);
  }
  return word;
}

// Which bytes are not 0.
HWY_INLINE uint64_t nonzero(const Block& block) {
  uint64_t word = 0;
  for (int i = 0; i < kParts; ++i) word |= word_of(hn::Eq(block.part[i], hn::Zero(BytesTag())), i);
  return ~word;
}

// Bytes of `yes` where the word has a 1, of `no` elsewhere.
HWY_INLINE Block select(uint64_t word, const Block& yes, const Block& no) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::IfThenElse(mask_of(word, i), yes.part[i], no.part[i]);
  return block;
}

HWY_INLINE Block without(uint64_t word, const Block& bytes) {
  Block block;
  for (int i = 0; i < kParts; ++i) block.part[i] = hn::IfThenZeroElse(mask_of(word, i), bytes.part[i]);
  return block;
}

#if HWY_TARGET == HWY_AVX3_DL

// table[byte] for every byte. All bytes must be below 16 * kPages. One instruction of these processors (VBMI) finds
// bytes in 64, another in 128, by the low bits of the index.
template <int kPages>
HWY_INLINE Block look_up(const uint8_t* table, const Block& bytes) {
  static_assert(kParts == 1, "a vector is a block");
  const BytesTag tag;
  const auto row = [&](int first) HWY_ATTR { return hn::LoadU(tag, table + first).raw; };
  const __m512i index = bytes.part[0].raw;
  if constexpr (kPages <= kFewPages) {
    return {{ByteVector{_mm512_permutexvar_epi8(index, row(0))}}};
  } else {
    // Most blocks hold materials from the beginning of the table alone.
    if (_mm512_test_epi8_mask(index, _mm512_set1_epi8(static_cast<char>(0xc0))) == 0)
      return {{ByteVector{_mm512_permutexvar_epi8(index, row(0))}}};
    const __m512i low = _mm512_permutex2var_epi8(row(0), index, row(64));
    const __m512i high = _mm512_permutex2var_epi8(row(128), index, row(192));
    return {{ByteVector{_mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high)}}};
  }
}

#else

// table[byte] for every byte, in as many steps as the largest of them needs. A call, as copies of it at forty places
// would take most of the time to compile.
HWY_NOINLINE Block look_up_many(const uint8_t* table, const Block& bytes) {
  const BytesTag tag;
  Block block;
  for (int i = 0; i < kParts; ++i) {
    const ByteVector index = bytes.part[i];
    // The instruction looks at the low four bits; the highest must be 0.
    const ByteVector low = hn::And(index, hn::Set(tag, 15));
    ByteVector found = look_up_16(table, low);
    for (int first = 16; first < 16 * kManyPages; first += 16) {
      const auto further = hn::Eq(hn::Max(index, hn::Set(tag, static_cast<uint8_t>(first))), index);
      if (hn::AllFalse(tag, further)) break;
      found = hn::IfThenElse(further, look_up_16(table + first, low), found);
    }
    block.part[i] = found;
  }
  return block;
}

// table[byte] for every byte. All bytes must be below 16 * kPages.
template <int kPages>
HWY_INLINE Block look_up(const uint8_t* table, const Block& bytes) {
  if constexpr (kPages == kManyPages) return look_up_many(table, bytes);
  const BytesTag tag;
  Block block;
  for (int i = 0; i < kParts; ++i) {
    const ByteVector index = bytes.part[i];
    ByteVector found = look_up_16(table, index);
    if (kPages > 1) {
      // The instruction looks at the low four bits; the highest must be 0.
      const ByteVector low = hn::And(index, hn::Set(tag, 15));
      const ByteVector page = hn::And(index, hn::Set(tag, 0xf0));
      found = look_up_16(table, low);
      for (int p = 1; p < kPages; ++p) {
        const ByteVector other = look_up_16(table + 16 * p, low);
        found = hn::IfThenElse(hn::Eq(page, hn::Set(tag, static_cast<uint8_t>(16 * p))), other, found);
      }
    }
    block.part[i] = found;
  }
  return block;
}

#endif

// dice_byte(key, x) for the 64 cells from x on; x is a multiple of 64.
HWY_INLINE Block throw_dice(uint32_t key, int x) {
  const WordsTag tag;
  Block block;
  for (int i = 0; i < kParts; ++i) {
    const uint32_t first = key + static_cast<uint32_t>(x + i * kVectorBytes) / 4;
    block.part[i] = hn::BitCast(BytesTag(), mixed_from(tag, first));
  }
  return block;
}

// Which bytes have an odd number of bits in common with a mask. `odd`: the table of odd_nibbles(mask).
HWY_INLINE uint64_t odd_overlap(const Block& bytes, const uint8_t* odd) {
  const BytesTag tag;
  const auto low_nibbles = hn::Set(tag, 15);
  uint64_t word = 0;
  for (int i = 0; i < kParts; ++i) {
    const auto high = hn::ShiftRight<4>(hn::BitCast(hn::Repartition<uint16_t, BytesTag>(), bytes.part[i]));
    const ByteVector is_odd = hn::Xor(look_up_16(odd, hn::And(bytes.part[i], low_nibbles)),
                                      look_up_16(odd + 16, hn::And(hn::BitCast(tag, high), low_nibbles)));
    word |= word_of(hn::Lt(hn::BitCast(SignedTag(), is_odd), hn::Zero(SignedTag())), i);
  }
  return word;
}

// The words of three blocks in a row. Bit x of the result is the bit of cell x - distance (left) or x + distance
// (right). 1 <= distance < 64.
HWY_INLINE uint64_t left_of(uint64_t before, uint64_t here, int distance) {
  return here << distance | before >> (64 - distance);
}
HWY_INLINE uint64_t right_of(uint64_t here, uint64_t after, int distance) {
  return here >> distance | after << (64 - distance);
}
HWY_INLINE uint64_t left_of(const uint64_t* word, int distance) { return left_of(word[-1], word[0], distance); }
HWY_INLINE uint64_t right_of(const uint64_t* word, int distance) { return right_of(word[0], word[1], distance); }

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
