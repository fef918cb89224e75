// Who looks on while a tick runs, to say what it does with a cell and why: inspect/cell_trace.h. The game's own ticks
// have none.
#pragma once

#include <string_view>

#include "sim/tick/kernel.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

class Falling;
class Slump;

class TickProbe {
 public:
  virtual ~TickProbe() = default;

  // A pass has run.
  virtual void after(std::string_view pass) = 0;

  // What cohesion holds and arches slow down is known, and what gives way, unless no slopes are asked in this tick: null. Nothing has
  // fallen.
  virtual void before_falling(const PassWork& work, const Kernel& kernel, const Falling& falling, const Slump* slump) = 0;

  // A row is to be run. True: the probe has done so, to the same result; false: the kernel shall.
  virtual bool run_row(const PassWork& work, Kernel& kernel, int y) = 0;
};

}  // namespace quicksand
