#include "sim/falling/falling.h"

#include <bit>

#include "core/wait.h"
#include "sim/cells/rules.h"
#include "sim/tick/kernel.h"

namespace quicksand {
namespace {

// Less is done sooner than other threads are woken.
constexpr int kFewBlocks = 256;

// Where several workers share the rows: so many groups of columns for each, about. With more of them the last worker
// waits a shorter time for its first one, but a group of fewer blocks costs more: a row is looked at right after the
// one below it was written.
constexpr int kGroupsOfWorker = 4;
constexpr int kLeastInGroup = 4;

}  // namespace

Falling::Falling(GridSize size, ActivityMap& activity)
    : cursor_(activity.add_cursor("falling")),
      near_(blocks_of(size)),
      near_in_row_(static_cast<size_t>(size.height)),
      arching_(size),
      landings_of_strip_(static_cast<size_t>(activity.blocks())) {
  // More seldom land in one tick.
  for (std::vector<Landing>& landings : landings_of_strip_) landings.reserve(16 * kBlockCells);
  landings_.reserve(landings_of_strip_.size() * 4 * kBlockCells);
}

FallWork Falling::work_of(SandboxState& state, const MaterialTable& table, ActivityMap& activity, TickEvents* events) {
  return {{state, table, activity, cursor_, events}, laws_, arching_.arches(), near_, first_near_, landings_of_strip_};
}

void Falling::begin(SandboxState& state, const MaterialTable& table, Kernel& kernel, ActivityMap& activity,
                    Parallel& parallel, TickEvents* events) {
  landings_.clear();
  blocks_near_ = 0;
  if (!activity.any_changed(cursor_)) return;
  if (static_cast<int>(rows_.size()) < parallel.threads())
    rows_ = std::vector<Rows>(static_cast<size_t>(parallel.threads()));
  blocks_near_ = find_near(state, activity);
  laws_ = FallLaws(table, state.gravity, state.tick);
  kernel.begin_tick(work_of(state, table, activity, events), parallel);
  activity.clear(cursor_);
  find_arches(state, kernel, parallel);
}

void Falling::find_arches(const SandboxState& state, const Kernel& kernel, Parallel& parallel) {
  arching_.set_gravity(state.gravity);
  const int rows = end_near_ - first_near_;
  const int parts = blocks_near_ <= kFewBlocks ? 1 : (rows + kChunkRows - 1) / kChunkRows;
  parallel.for_each_from_below(parts, [&](int part) {
    arching_.run(state, kernel, near_, first_near_ + rows * part / parts, first_near_ + rows * (part + 1) / parts);
  });
}

void Falling::run(SandboxState& state, const MaterialTable& table, Kernel& kernel, ActivityMap& activity,
                  Parallel& parallel, TickEvents* events) {
  if (blocks_near_ == 0) return;
  const FallWork work = work_of(state, table, activity, events);
  share_rows(parallel.threads(), blocks_near_);
  if (parallel.threads() == 1 || blocks_near_ <= kFewBlocks) {
    for (int word = 0; word < activity.words(); ++word)
      kernel.fall(work, {0, end_near_, word, activity.valid(word), true});
  } else {
    // Workers take their rows from the lowest up. So whoever waits, waits for one that has begun.
    std::atomic<int> next_worker = 0;
    parallel.for_each(parallel.threads(), [&](int) { fall_in_rows(work, kernel, next_worker++); });
  }
  for (int y = first_near_; y < end_near_; ++y) near_in_row_[static_cast<size_t>(y)] = 0;
  near_.clear_rows(first_near_, end_near_ - first_near_);
  arching_.clear();
  gather_landings(events);
}

void Falling::gather_landings(TickEvents* events) {
  for (std::vector<Landing>& landings : landings_of_strip_) {
    landings_.insert(landings_.end(), landings.begin(), landings.end());
    landings.clear();
  }
  // Kernels look at the cells of a strip in different orders.
  std::sort(landings_.begin(), landings_.end(), [](const Landing& a, const Landing& b) {
    return a.cell.y != b.cell.y ? a.cell.y < b.cell.y : a.cell.x < b.cell.x;
  });
  if (events)
    for (const Landing& landing : landings_) events->impacts.add(landing.cell);
}

// A cell begins to fall where it, or what is below it, has changed, and where what is below it falls; the kernels see
// to the last. Returns how many blocks there are.
int Falling::find_near(const SandboxState& state, const ActivityMap& activity) {
  constexpr int kGroup = ActivityMap::kRowGroup;
  const int height = state.size.height;
  const bool any_wet = state.cells.is_ever_used(kWetnessPlane);
  first_near_ = height;
  end_near_ = 0;
  int blocks = 0;
  for (int first = 0; first < height; first += kGroup) {
    if (activity.rows_changed(cursor_, first) == 0 && !activity.row_changed(cursor_, first - 1) &&
        !activity.row_changed(cursor_, first + kGroup))
      continue;
    for (int y = first; y < std::min(first + kGroup, height); ++y) {
      const int in_row = find_near_in_row(activity, y, any_wet);
      if (in_row == 0) continue;
      near_in_row_[static_cast<size_t>(y)] = in_row;
      blocks += in_row;
      first_near_ = std::min(first_near_, y);
      end_near_ = y + 1;
    }
  }
  first_near_ = std::min(first_near_, end_near_);
  return blocks;
}

int Falling::find_near_in_row(const ActivityMap& activity, int y, bool any_wet) {
  const uint64_t* const above = activity.changed(cursor_, y - 1);
  const uint64_t* const here = activity.changed(cursor_, y);
  const uint64_t* const below = activity.changed(cursor_, y + 1);
  uint64_t* const near = near_.row(y);
  int blocks = 0;
  for (int word = 0; word < activity.words(); ++word) {
    near[word] = here[word] | below[word];
    if (any_wet)
      near[word] = (with_neighbours(above + word) | with_neighbours(here + word) | with_neighbours(below + word)) &
                   activity.valid(word);
    blocks += std::popcount(near[word]);
  }
  return blocks;
}

// Of the rows from the lowest up each worker gets so many that all have as many blocks to look at.
void Falling::share_rows(int workers, int blocks) {
  int y = end_near_;
  int64_t counted = 0;
  for (int worker = 0; worker < workers; ++worker) {
    Rows& rows = rows_[static_cast<size_t>(worker)];
    rows.end = y;
    rows.groups_done = 0;
    while (y > first_near_ && counted * workers < int64_t{blocks} * (worker + 1))
      counted += near_in_row_[static_cast<size_t>(--y)];
    if (worker == workers - 1) y = 0;
    rows.first = y;
  }
}

void Falling::fall_in_rows(const FallWork& work, Kernel& kernel, int worker) {
  Rows& rows = rows_[static_cast<size_t>(worker)];
  const int groups = kGroupsOfWorker * static_cast<int>(rows_.size());
  const int in_group = std::clamp((work.activity.blocks() + groups - 1) / groups, kLeastInGroup, 32);
  const uint64_t group = (uint64_t{1} << in_group) - 1;
  for (int word = 0; word < work.activity.words(); ++word)
    for (int first = 0; first < 64; first += in_group) {
      const uint64_t strips = group << first & work.activity.valid(word);
      if (strips == 0) break;
      if (worker > 0) wait_until_at_least(rows_[static_cast<size_t>(worker) - 1].groups_done, rows.groups_done + 1);
      kernel.fall(work, {rows.first, rows.end, word, strips, worker == 0});
      rows.groups_done.store(rows.groups_done + 1, std::memory_order_release);
    }
}

}  // namespace quicksand
