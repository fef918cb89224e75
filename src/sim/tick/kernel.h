// A kernel runs one tick of the sandbox. All kernels give the same result, bit for bit; they differ in speed.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/paint.h"
#include "core/parallel.h"
#include "sim/cells/state.h"

namespace quicksand {

class Kernel {
 public:
  virtual ~Kernel() = default;

  // As `--kernel` and the report name it.
  virtual std::string_view name() const = 0;

  // Runs tick number state.tick and counts it. The state must be of the size that the kernel was made for.
  // It must be the same one in every call, and what others change in it between two calls must be told with wake().
  virtual void run_tick(SandboxState& state, const MaterialTable& table, Parallel& parallel) = 0;

  // These cells were changed since the last tick.
  virtual void wake(const RowSpan& span) = 0;

  // Whether the rules of a row will look at this cell in the next tick. Something may reach it all the same.
  virtual bool will_look_at(CellPos cell) const = 0;

  // Which worker ran the row in the last tick in which it was not asleep; 0 where nobody keeps a note.
  virtual int worker_of_row(int) const { return 0; }

  // Whether the kernel may leave out what it knows cannot change. Makes no difference to the result; tests compare.
  virtual void set_sleeping(bool sleeping) = 0;
};

// Names of the kernels that this machine runs, the fastest first: vector instruction sets (simd_kernel.h), and
// "reference", which is always there.
std::vector<std::string_view> kernel_names();

// `name` is one of kernel_names(), or "auto" for the fastest; null for any other name.
std::unique_ptr<Kernel> make_kernel(std::string_view name, GridSize size);

}  // namespace quicksand
