#include "app/history.h"

#include <utility>

namespace quicksand {

Session::Moment History::moment(const Session& session, const Session::Moment* like, size_t log_length) {
  Session::Moment moment = session.moment(like, log_length);
  memory_.add(*moment.world);
  return moment;
}

void History::release(Undone& undone) {
  memory_.release(undone.before.world);
  memory_.release(undone.after.world);
}

void History::release(std::deque<Session::Moment>& moments) {
  for (Session::Moment& moment : moments) memory_.release(moment.world);
  moments.clear();
}

void History::release(std::optional<OtherWorld>& other) {
  if (!other) return;
  release(other->before);
  release(other->beyond);
  for (Undone& undone : other->undone) release(undone);
  other.reset();
}

void History::give_up_undone() {
  for (Undone& undone : undone_) release(undone);
  undone_.clear();
  release(ahead_);
}

void History::note(const Session& session) {
  give_up_undone();
  begin_stroke(session);
}

void History::begin_stroke(const Session& session) {
  ++notes_;
  release(beyond_);
  if (session.world().size().cells() > kMostCells) {
    is_cut_ = true;
    return;
  }
  before_.push_back(moment(session, before_.empty() ? nullptr : &before_.back(), session.log().size()));
  save_memory();
}

void History::end_stroke(const Session& session) {
  if (before_.empty() || before_.back().log_length != session.log().size()) return give_up_undone();
  memory_.release(before_.back().world);
  before_.pop_back();
}

size_t History::bytes() const {
  size_t bytes = memory_.bytes() + list_bytes(before_) + list_bytes(beyond_);
  const auto add = [&](const std::vector<Undone>& undone) {
    const Director* last = nullptr;
    for (const Undone& one : undone)
      for (const Director* const director : {&one.before.director, &one.after.director})
        bytes += director->list_bytes(std::exchange(last, director));
  };
  add(undone_);
  for (const std::optional<OtherWorld>* const other : {&behind_, &ahead_})
    if (*other) {
      bytes += list_bytes((*other)->before) + list_bytes((*other)->beyond);
      add((*other)->undone);
    }
  return bytes;
}

// What is farthest from now goes first. The next moment to undo or do again stays.
void History::save_memory() {
  const auto give_up_oldest = [&](std::deque<Session::Moment>& moments, bool& is_cut) {
    memory_.release(moments.front().world);
    moments.pop_front();
    is_cut = true;
    ++given_up_;
  };
  const auto give_up_last = [&](std::vector<Undone>& undone) {  // which is done again last
    release(undone.front());
    undone.erase(undone.begin());
  };
  const auto is_too_much = [&] { return bytes() > most_bytes_; };
  const auto give_up_farthest = [&] {
    memory_.release(beyond_.back().world);
    beyond_.pop_back();
  };
  while (before_.size() > kMostMoments) give_up_oldest(before_, is_cut_);
  while (!beyond_.empty() && (is_too_much() || before_.size() + beyond_.size() > kMostMoments)) give_up_farthest();
  while (is_too_much() && behind_ && !behind_->before.empty()) give_up_oldest(behind_->before, behind_->is_cut);
  while (is_too_much() && ahead_ && !ahead_->undone.empty()) give_up_last(ahead_->undone);
  while (is_too_much() && undone_.size() > 1) give_up_last(undone_);
  while (is_too_much() && before_.size() > 1) give_up_oldest(before_, is_cut_);
}

void History::open(Session& session, OpenedWorld next) {
  const bool is_held = session.world().size().cells() <= kMostCellsBehind;
  ++notes_;
  give_up_undone();  // opening is a deed, too
  release(behind_);
  std::optional<OtherWorld> left = exchange(session, {{std::move(next), {}, 0}, {}, {}, {}, false, {}});
  if (is_held)
    behind_ = std::move(left);
  else
    release(left);
}

History::OtherWorld History::exchange(Session& session, OtherWorld other) {
  return {session.replace(std::move(other.played)),
          std::exchange(before_, std::move(other.before)),
          std::exchange(undone_, std::move(other.undone)),
          std::exchange(beyond_, std::move(other.beyond)),
          std::exchange(is_cut_, other.is_cut),
          std::exchange(log_at_undone_, std::move(other.log_at_undone))};
}

void History::follow(const Session& session) {
  const size_t length = session.log().size();
  const uint64_t tick = session.world().tick();
  const auto is_past = [&](const Session::Moment& moment) {
    const bool is_now = moment.log_length == length && moment.tick == tick;
    return !is_now && moment.log_length <= length && moment.tick <= tick;
  };
  for (; !before_.empty() && !is_past(before_.back()); before_.pop_back()) {
    // Before nothing was done: on the way back nothing will tell that it has been passed.
    const bool is_of_nothing = !beyond_.empty() && beyond_.front().log_length == before_.back().log_length;
    if (is_of_nothing)
      memory_.release(before_.back().world);
    else
      beyond_.push_front(std::move(before_.back()));
  }
  while (!beyond_.empty() && beyond_.front().log_length < length && beyond_.front().tick <= tick) {
    before_.push_back(std::move(beyond_.front()));
    beyond_.pop_front();
  }
  if (!beyond_.empty() && beyond_.front().tick < tick) release(beyond_);
}

void History::leave_way(size_t common_length) {
  give_up_undone();
  const auto is_left = [&](const Session::Moment& moment) { return moment.log_length >= common_length; };
  for (std::deque<Session::Moment>* const moments : {&before_, &beyond_})
    for (; !moments->empty() && is_left(moments->back()); moments->pop_back()) memory_.release(moments->back().world);
}

// Whether what was undone last goes on from what the session has done: a look back does not change that, nor does time
// that goes on.
bool History::can_do_again(const Session& session) const {
  return session.log().common_length(log_at_undone_) >= undone_.back().after.log_length;
}

Status History::undo(Session& session) {
  if (before_.empty()) {
    if (is_cut_) return fail("what was done before is not known any more; the timeline may go farther back");
    if (!behind_) return fail("there is nothing left");
    ahead_ = exchange(session, *std::exchange(behind_, std::nullopt));
    return Done{};
  }
  if (!undone_.empty() && !can_do_again(session)) give_up_undone();
  Session::Moment& to = before_.back();
  // Who undoes several strokes at once is where the one before began.
  const bool has_stood = !undone_.empty() && undone_.back().before.tick == session.world().tick();
  Session::Moment now = moment(session, has_stood ? &undone_.back().before : &to, to.log_length);
  if (const Status went = session.go_to(to); !went) {
    memory_.release(now.world);
    return went;
  }
  undone_.push_back({std::move(to), std::move(now)});
  before_.pop_back();
  log_at_undone_ = session.log();
  release(beyond_);
  save_memory();
  return Done{};
}

Status History::redo(Session& session) {
  if (undone_.empty()) {
    if (!ahead_) return fail("there is nothing that was undone");
    behind_ = exchange(session, *std::exchange(ahead_, std::nullopt));
    return Done{};
  }
  if (!can_do_again(session)) {
    give_up_undone();
    return fail("what was undone comes after what is not so any more");
  }
  Undone& again = undone_.back();
  if (const Status went = session.go_to(again.after); !went) return went;
  before_.push_back(std::move(again.before));
  memory_.release(again.after.world);
  undone_.pop_back();
  log_at_undone_ = session.log();
  return Done{};
}

}  // namespace quicksand
