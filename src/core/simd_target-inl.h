// Chooses the instruction set that a file's vector code is compiled for: the one that the build names in
// QUICKSAND_SIMD_TARGET (src/CMakeLists.txt), in a file of its own. Include it before anything of Highway.
//
// Only what stands between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE may use these instructions, and not the file as
// a whole: an inline function of a library, compiled with instructions that the machine lacks, could be the copy that
// the linker keeps.
#pragma once

#include <hwy/detect_targets.h>

#ifndef QUICKSAND_SIMD_TARGET
#error "the build compiles this for one instruction set at a time, and names it in QUICKSAND_SIMD_TARGET"
#endif

#define QS_JOINED(a, b) a##b
#define QS_TARGET(name) QS_JOINED(HWY_, name)
#define QS_QUOTED(text) #text
#define QS_NAME(name) QS_QUOTED(name)

#undef HWY_TARGET
#define HWY_TARGET QS_TARGET(QUICKSAND_SIMD_TARGET)

#include <hwy/highway.h>

#include <string_view>

namespace quicksand {
namespace HWY_NAMESPACE {

inline constexpr std::string_view kTargetName = QS_NAME(QUICKSAND_SIMD_TARGET);

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
