// A kernel supplies the steps of a row, answers about blocks of cells, and contacts of grains, to the passes of a tick
// (tick.h). All kernels
// give the same result, bit for bit; they differ in speed.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/parallel.h"
#include "sim/falling/falling.h"
#include "sim/grains/contact_code.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

class Kernel {
 public:
  virtual ~Kernel() = default;

  // As `--kernel` and the report name it.
  virtual std::string_view name() const = 0;

  // Call it before anything else, and when the materials are others.
  virtual void set_materials(const MaterialTable& table) = 0;

  virtual const BlockQueries& queries() const = 0;

  // For grains in the air that touch.
  virtual const ContactCode& contact_code() const = 0;

  // A tick begins, and something has changed since the last one: nothing is touched, and what cohesion holds is found,
  // for fall().
  virtual void begin_tick(const FallWork& work, Parallel& parallel) = 0;

  // Lets what is in some rows and columns fall, and marks what it changes. Several threads may call it for parts none of
  // which is right above another (falling.h).
  virtual void fall(const FallWork& work, const FallPart& part) = 0;

  // Between begin_tick() and the rows: of a block of 64 cells those that cohesion holds, those that are overwet, those that
  // cling, and those that are touched; and touching cells, by one thread for each row.
  virtual uint64_t held(int y, int block) const = 0;
  virtual uint64_t overwet(const SandboxState& state, const MaterialTable& table, int y, int block) const = 0;
  virtual uint64_t clings(const SandboxState& state, const MaterialTable& table, int y, int block) const = 0;
  virtual uint64_t touched(int y, int block) const = 0;
  virtual void touch(const RowSpan& span) = 0;

  // Finds out which cells the rows of this tick look at. Returns how many rows have any.
  virtual int begin_rows(const PassWork& work, Parallel& parallel) = 0;

  // Runs these rows, from top to bottom. Several workers may run bands (bands.h) at the same time; workers are counted
  // from 0.
  virtual void run_rows(const PassWork& work, int worker, int first_row, int end_row) = 0;

  // Whether the rows will look at this cell in the next tick. Something may reach it all the same.
  virtual bool will_look_at(const ActivityMap& activity, ActivityMap::Cursor cursor, CellPos cell) const = 0;

  // With false the kernel looks at cells even where it knows that they cannot act. Makes no difference to the result;
  // tests compare.
  virtual void set_sleeping(bool sleeping) = 0;

  // Whether it relies on the activity map. A kernel that does not has all passes look at everything.
  virtual bool sleeps() const = 0;
};

// Names of the kernels that this machine runs, the fastest first: vector instruction sets (rows/simd_kernel.h), and
// "reference", which is always there.
std::vector<std::string_view> kernel_names();

// `name` is one of kernel_names(), or "auto" for the fastest; null for any other name.
std::unique_ptr<Kernel> make_kernel(std::string_view name, GridSize size);

}  // namespace quicksand
