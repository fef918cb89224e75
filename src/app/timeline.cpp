#include "app/timeline.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/check.h"

namespace quicksand {
namespace {

constexpr uint64_t kMostPatience = 32;

using Line = Timeline::Line;

// The first moment after the tick.
template <class Moments>
auto moment_after(Moments& moments, uint64_t tick) {
  return std::upper_bound(moments.begin(), moments.end(), tick,
                          [](uint64_t wanted, const Line::Moment& moment) { return wanted < moment.tick; });
}

// Which moment is missed least: where those around it are close for their age. Neither the first nor the last. There
// are three at least.
size_t least_needed(const Line& line) {
  size_t least = 1;
  double least_gap = 0;
  for (size_t i = 1; i + 1 < line.moments.size(); ++i) {
    const auto gap = static_cast<double>(line.moments[i + 1].tick - line.moments[i - 1].tick);
    const double relative = gap / static_cast<double>(line.end - line.moments[i].tick + Timeline::kTicksApart);
    if (i > 1 && relative >= least_gap) continue;
    least = i;
    least_gap = relative;
  }
  return least;
}

}  // namespace

void Timeline::set_most_bytes(size_t most_bytes) {
  most_bytes_ = most_bytes;
  save_memory();
}

void Timeline::begin(const Session& session) {
  for (Line& branch : branches_) release(branch);
  branches_.clear();
  rules_ = session.rules();
  begin_line(session);
}

void Timeline::begin_line(const Session& session) {
  release(line_);
  line_ = {};
  begin_way();
  patience_ = 1;
  note_place(session);
  if (session.world().size().cells() > kMostCells) return;
  line_.end = tick_;
  line_.log = session.log();
  add_moment(session);
}

bool Timeline::follow(const Session& session) {
  if (line_.moments.empty()) return false;
  const uint64_t tick = session.world().tick();
  const size_t length = session.log().size();
  const bool has_jumped = session.jumps() != jumps_;
  if (!has_jumped && tick == tick_ && length == log_length_ && session.rules() == rules_) return false;
  if (session.rules() != rules_) {
    begin(session);
    return false;
  }
  if (has_jumped && (tick < first() || length < line_.moments.front().log_length)) {
    if (line_.log.has_deeds(length)) add_branch(line_);
    begin_line(session);
    find_forks();
    return false;
  }
  if (has_jumped) follow_jump(session);
  const bool goes_another_way = compare_log(session);
  const bool has_just_begun = tick > tick_ && (length == 0 || session.log().tick(length - 1) < tick);
  if (length != log_length_) patience_ = 1;
  note_place(session);
  line_.end = std::max(line_.end, tick);
  if (!has_just_begun) return goes_another_way;
  const auto size = static_cast<uint64_t>(std::max(session.world().size().cells() / kCellsApart, int64_t{1}));
  if (tick - std::prev(moment_after(line_.moments, tick))->tick >= kTicksApart * size * patience_) add_moment(session);
  return goes_another_way;
}

void Timeline::note_place(const Session& session) {
  tick_ = session.world().tick();
  log_length_ = session.log().size();
  jumps_ = session.jumps();
}

// Undone, or done again: the line ends where the session is now.
void Timeline::follow_jump(const Session& session) {
  if (line_.log.has_deeds(log_length_)) add_branch(line_);  // what lay ahead of the place that was left
  const CommandLog& log = session.log();
  log_length_ = log.common_length(line_.log);
  const uint64_t tick = session.world().tick();
  line_.end = log_length_ < log.size() ? std::min(tick, log.tick(log_length_)) : tick;
  cut(log_length_, line_.end);
}

// What was done since the session was followed last is what the line has there, or what it has not yet come to; or else
// it leaves the line.
bool Timeline::compare_log(const Session& session) {
  const CommandLog& log = session.log();
  bool goes_another_way = false;
  for (size_t i = log_length_; i < log.size(); ++i) {
    const bool is_new = i == line_.log.size();
    if (is_new ? log.tick(i) < line_.end : !log.is_same(i, line_.log)) {
      const bool is_deed = !log.is_by_scene(i);
      leave_line(i, log.tick(i), is_deed && session.director().has_commands());
      goes_another_way |= is_deed;
    }
    if (i == line_.log.size()) line_.log.add(log, i, i + 1);
  }
  if (log.size() == line_.log.size()) return goes_another_way;
  const uint64_t missed = line_.log.tick(log.size());
  if (missed < session.world().tick()) leave_line(log.size(), missed, false);
  return goes_another_way;
}

void Timeline::leave_line(size_t log_length, uint64_t tick, bool is_worth_keeping) {
  if (is_worth_keeping || line_.log.size() > log_length) add_branch(line_);
  cut(log_length, tick);
  line_.end = tick;
  find_forks();
}

// What was its end is none any more.
void Timeline::begin_way() {
  ++way_;
  memory_.release(end_.world);
  end_ = {};
}

// Takes from the line what comes after.
void Timeline::cut(size_t log_length, uint64_t tick) {
  begin_way();
  line_.log.cut(log_length);
  while (line_.moments.size() > 1 &&
         (line_.moments.back().tick > tick || line_.moments.back().log_length > log_length)) {
    memory_.release(line_.moments.back().world);
    line_.moments.pop_back();
  }
}

void Timeline::add_moment(const Session& session) {
  const uint64_t tick = session.world().tick();
  const auto next = moment_after(line_.moments, tick);
  const WorldSnapshot* const like = next == line_.moments.begin() ? nullptr : std::prev(next)->world.get();
  std::shared_ptr<const WorldSnapshot> world = session.world().snapshot(like);
  memory_.add(*world);
  patience_ = like && !world->has_news ? std::min(2 * patience_, kMostPatience) : 1;
  line_.moments.insert(next, {tick, session.log().size(), std::move(world), session.director()});
  save_memory();
}

bool Timeline::restore(Session& session, const Line& line, const Line::Moment& moment, size_t common) {
  const size_t kept = std::min(common, moment.log_length);
  CommandLog tail;
  tail.add(line.log, kept, moment.log_length);
  if (!session.go_to({moment.world, moment.director, kept, std::move(tail), moment.tick, rules_})) return false;
  note_place(session);
  return true;
}

bool Timeline::go_to(Session& session, uint64_t tick, const std::function<bool()>& may_go_on) {
  if (line_.moments.empty()) return true;
  const bool is_at_end = session.world().tick() == line_.end && session.log().size() == line_.log.size();
  if (is_at_end && tick < line_.end) keep_end(session);
  if (!is_at_end && tick >= line_.end && has_end()) restore(session, line_, end_, session.log().size());
  const uint64_t now = session.world().tick();
  const auto after = moment_after(line_.moments, tick);
  const Line::Moment& from = after == line_.moments.begin() ? *after : *std::prev(after);
  const bool is_on_the_way = from.tick <= now && now <= tick;
  if (!is_on_the_way && !restore(session, line_, from, session.log().size())) return true;
  while (session.world().tick() < tick) {
    if (!may_go_on()) return false;
    repeat_commands(session);
    session.tick();
    follow(session);
  }
  if (tick == line_.end) repeat_commands(session);
  return true;
}

bool Timeline::has_end() const { return end_.world && end_.tick == line_.end && end_.log_length == line_.log.size(); }

void Timeline::keep_end(const Session& session) {
  if (has_end()) return;
  memory_.release(end_.world);
  end_ = {line_.end, line_.log.size(), session.world().snapshot(line_.moments.back().world.get()), session.director()};
  memory_.add(*end_.world);
  save_memory();
}

void Timeline::at_end(Session& session, const std::function<void()>& deed) {
  const auto next = moment_after(line_.moments, session.world().tick());
  const WorldSnapshot* const like = next == line_.moments.begin() ? nullptr : std::prev(next)->world.get();
  const Session::Moment here{session.world().snapshot(like), session.director(), session.log().size(), {},
                             session.world().tick(),         session.rules()};
  go_to(session, line_.end, [] { return true; });
  deed();
  QS_CHECK(session.go_to(here).ok(), "a world cannot come back to where it was");
  note_place(session);
}

bool Timeline::repeat_commands(Session& session) {
  const uint64_t tick = session.world().tick();
  for (size_t i = session.log().size(); i < line_.log.size(); ++i) {
    if (line_.log.is_by_scene(i) || line_.log.tick(i) > tick) break;
    session.apply(line_.log.command(i));
  }
  follow(session);
  return tick < line_.end;
}

std::string Timeline::keep() {
  if (line_.moments.empty()) return {};
  add_branch(line_);
  return branches_.back().name;
}

void Timeline::add_branch(Line line) {
  line.name = free_name();
  branches_.push_back(std::move(line));
  if (branches_.size() > kMostBranches) remove(0);
  find_forks();
}

void Timeline::remove(size_t branch) {
  Line gone = std::move(branches_[branch]);
  branches_.erase(branches_.begin() + static_cast<std::ptrdiff_t>(branch));
  release(gone);
}

std::optional<size_t> Timeline::take(Session& session, size_t branch) {
  const size_t common = session.log().common_length(branches_[branch].log);
  if (!restore(session, branches_[branch], branches_[branch].moments.back(), common)) return std::nullopt;
  Line taken = std::move(branches_[branch]);
  branches_.erase(branches_.begin() + static_cast<std::ptrdiff_t>(branch));
  Line left = std::exchange(line_, std::move(taken));
  begin_way();
  patience_ = 1;
  if (left.log.size() > left.log.common_length(line_.log))
    add_branch(std::move(left));
  else
    release(left);
  find_forks();
  return common;
}

void Timeline::find_forks() {
  for (Line& branch : branches_) {
    const size_t common = branch.log.common_length(line_.log);
    branch.fork = std::min(branch.end, line_.end);
    for (const Line* const line : {static_cast<const Line*>(&branch), static_cast<const Line*>(&line_)})
      if (common < line->log.size()) branch.fork = std::min(branch.fork, line->log.tick(common));
  }
}

// The line is about to go. What others hold of it stays.
void Timeline::release(Line& line) {
  for (Line::Moment& moment : line.moments) memory_.release(moment.world);
}

size_t Timeline::bytes() const {
  size_t bytes = memory_.bytes() + list_bytes(line_.moments) + end_.director.list_bytes(nullptr);
  for (const Line& branch : branches_) bytes += list_bytes(branch.moments);
  return bytes;
}

void Timeline::save_memory() {
  for (;;) {
    Line* fullest = &line_;
    for (Line& branch : branches_)
      if (branch.moments.size() > fullest->moments.size()) fullest = &branch;
    if (bytes() <= most_bytes_ && fullest->moments.size() <= kMostMoments) return;
    if (fullest->moments.size() > 2) {
      const auto least = fullest->moments.begin() + static_cast<std::ptrdiff_t>(least_needed(*fullest));
      memory_.release(least->world);
      fullest->moments.erase(least);
    } else if (!branches_.empty()) {
      remove(0);
    } else {
      return;
    }
  }
}

std::string Timeline::free_name() const {
  for (int number = 1;; ++number) {
    std::string name = "Branch " + std::to_string(number);
    if (std::ranges::none_of(branches_, [&](const Line& branch) { return branch.name == name; })) return name;
  }
}

}  // namespace quicksand
