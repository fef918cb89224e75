// The fast kernel: vectors and sleeping blocks. Gives what the reference kernel gives, bit for bit.
//
//   vectors   a row is processed 64 cells at a time, on words of 64 bits and vectors of bytes (simd_rows.h)
//   sleep     blocks in which nothing can happen are left out (awake_blocks.h)
//
// Besides the state it keeps four bits for each cell and a few for each block.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/bit_plane.h"
#include "sim/rows/awake_blocks.h"
#include "sim/rows/simd_rows.h"
#include "sim/rows/vector_tables.h"
#include "sim/tick/kernel.h"

namespace quicksand {

class SimdKernel final : public Kernel {
 public:
  SimdKernel(GridSize size, const SimdTarget& target);

  std::string_view name() const override { return target_.name; }
  void set_materials(const MaterialTable& table) override;
  const BlockQueries& queries() const override { return code_->queries; }
  const ContactCode& contact_code() const override { return code_->contact; }
  void begin_tick(const FallWork& work, Parallel& parallel) override;
  void fall(const FallWork& work, const FallPart& part) override;
  uint64_t held(int y, int block) const override { return held_.row(y)[block]; }
  uint64_t overwet(const SandboxState&, const MaterialTable&, int y, int block) const override {
    return overwet_.row(y)[block];
  }
  uint64_t clings(const SandboxState&, const MaterialTable&, int y, int block) const override {
    return clings_.row(y)[block];
  }
  uint64_t touched(int y, int block) const override { return touched_.row(y)[block]; }
  void touch(const RowSpan& span) override;
  int begin_rows(const PassWork& work, Parallel& parallel) override;
  void run_rows(const PassWork& work, int worker, int first_row, int end_row) override;
  bool will_look_at(const ActivityMap& activity, ActivityMap::Cursor cursor, CellPos cell) const override {
    return awake_.will_wake(activity, cursor, cell);
  }
  void set_sleeping(bool) override {}  // it looks at what the activity map names
  bool sleeps() const override { return true; }

 private:
  void prepare(const Parallel& parallel);
  TickContext context_of(const PassWork& work);

  SimdTarget target_;
  const SimdCode* code_ = nullptr;  // for the materials
  int width_;
  AwakeBlocks awake_;
  BitPlane touched_;
  BitPlane held_;  // by cohesion, before anything falls; this and the next two are clear where nothing was ever wet
  BitPlane overwet_;
  BitPlane clings_;
  bool was_wet_ = false;               // in the last tick something was, or had been
  std::vector<FallingStrip> falling_;  // of each strip of columns
  std::vector<RowScratch> scratch_;    // of each worker
  std::unique_ptr<VectorTables> tables_;
  ActivityMap::Cursor falling_cursor_ = 0;
  // In this tick; see TickContext.
  OddNibbles flows_right_{};
  std::array<uint8_t, kMostSparsePlanes> sparse_{};
  int sparse_planes_ = 0;
};

}  // namespace quicksand
