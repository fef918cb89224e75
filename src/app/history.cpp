#include "app/history.h"

#include <numeric>
#include <utility>

namespace quicksand {

void History::note(const Session& session) {
  undone_.clear();
  if (session.world().size().cells() > kMostCells) return;
  before_.push_back(session.moment(before_.empty() ? nullptr : &before_.back(), session.log().size()));
  const auto bytes = [&] {
    return std::accumulate(before_.begin(), before_.end(), size_t{0}, [](size_t sum, const Session::Moment& moment) {
      return sum + moment.world->own_bytes;
    });
  };
  // Squares that the oldest shares with the next stay, so this gives up a little more than it has to.
  while (before_.size() > kMostMoments || (before_.size() > 1 && bytes() > kMostBytes)) before_.pop_front();
}

bool History::undo(Session& session) {
  if (before_.empty()) return false;
  Session::Moment to = std::move(before_.back());
  before_.pop_back();
  Session::Moment now = session.moment(&to, to.log_length);
  const bool went = session.go_to(to);
  undone_.push_back({std::move(to), std::move(now)});
  return went;
}

bool History::redo(Session& session) {
  if (undone_.empty()) return false;
  Undone again = std::move(undone_.back());
  undone_.pop_back();
  before_.push_back(std::move(again.before));
  return session.go_to(again.after);
}

void History::forget() {
  before_.clear();
  undone_.clear();
}

}  // namespace quicksand
