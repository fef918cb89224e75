#include "sim/tick/kernel.h"

#include "sim/rows/reference_kernel.h"
#include "sim/rows/simd_kernel.h"

namespace quicksand {

std::vector<std::string_view> kernel_names() {
  std::vector<std::string_view> names;
  for (const SimdTarget& target : simd_targets()) names.push_back(target.name);
  names.emplace_back("reference");
  return names;
}

std::unique_ptr<Kernel> make_kernel(std::string_view name, GridSize size) {
  if (name == "auto") name = kernel_names().front();
  for (const SimdTarget& target : simd_targets())
    if (target.name == name) return std::make_unique<SimdKernel>(size, target);
  if (name == "reference") return std::make_unique<ReferenceKernel>(size);
  return nullptr;
}

}  // namespace quicksand
