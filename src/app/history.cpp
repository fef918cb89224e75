#include "app/history.h"

#include <numeric>
#include <utility>

namespace quicksand {

void History::note(const Session& session) {
  ++notes_;
  undone_.clear();
  ahead_.reset();
  if (session.world().size().cells() > kMostCells) return;
  before_.push_back(session.moment(before_.empty() ? nullptr : &before_.back(), session.log().size()));
  const auto bytes = [&] {
    return std::accumulate(before_.begin(), before_.end(), size_t{0},
                           [](size_t sum, const Session::Moment& moment) { return sum + moment.world->own_bytes; });
  };
  // Squares that the oldest shares with the next stay, so this gives up a little more than it has to.
  while (before_.size() > kMostMoments || (before_.size() > 1 && bytes() > kMostBytes)) {
    before_.pop_front();
    ++given_up_;
  }
}

void History::open(Session& session, OpenedWorld next) {
  const bool is_held = session.world().size().cells() <= kMostCellsBehind;
  ++notes_;
  undone_.clear();  // opening is a deed, too
  ahead_.reset();
  behind_.reset();
  OtherWorld left = exchange(session, {{std::move(next), {}}, {}, {}});
  if (is_held) behind_ = std::move(left);
}

History::OtherWorld History::exchange(Session& session, OtherWorld other) {
  return {session.replace(std::move(other.played)), std::exchange(before_, std::move(other.before)),
          std::exchange(undone_, std::move(other.undone))};
}

void History::forget_beyond(size_t log_length, uint64_t tick) {
  undone_.clear();
  ahead_.reset();
  std::erase_if(before_, [&](const Session::Moment& moment) {
    const bool is_now = moment.log_length == log_length && moment.tick == tick;
    return is_now || moment.log_length > log_length || moment.tick > tick;
  });
}

Status History::undo(Session& session) {
  if (before_.empty()) {
    if (!behind_) return fail("there is nothing left");
    ahead_ = exchange(session, *std::exchange(behind_, std::nullopt));
    return Done{};
  }
  Session::Moment& to = before_.back();
  Session::Moment now = session.moment(&to, to.log_length);
  if (const Status went = session.go_to(to); !went) return went;
  undone_.push_back({std::move(to), std::move(now)});
  before_.pop_back();
  return Done{};
}

Status History::redo(Session& session) {
  if (undone_.empty()) {
    if (!ahead_) return fail("there is nothing that was undone");
    behind_ = exchange(session, *std::exchange(ahead_, std::nullopt));
    return Done{};
  }
  Undone& again = undone_.back();
  if (const Status went = session.go_to(again.after); !went) return went;
  before_.push_back(std::move(again.before));
  undone_.pop_back();
  return Done{};
}

}  // namespace quicksand
