#include "sim/kernel.h"

#include "sim/reference_kernel.h"

namespace quicksand {

std::vector<std::string_view> kernel_names() { return {"reference"}; }

std::unique_ptr<Kernel> make_kernel(std::string_view name, GridSize size) {
  if (name == "auto" || name == "reference") return std::make_unique<ReferenceKernel>(size);
  return nullptr;
}

}  // namespace quicksand
