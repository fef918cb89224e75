#include "app/film.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/check.h"
#include "view/thumbnail.h"

namespace quicksand {
namespace {

// Frames that wait for the thread at most; each takes up to 0.7 MB.
constexpr size_t kMostWaiting = 60;

// Two hundredths are the least that viewers show.
constexpr int kLeastHundredths = 2;

// Puts a picture of another size into the middle of a frame.
Image framed(Image picture, GridSize size) {
  if (picture.size == size) return picture;
  Image frame(size);
  const int left = (size.width - picture.size.width) / 2;
  const int top = (size.height - picture.size.height) / 2;
  for (int y = std::max(top, 0); y < std::min(top + picture.size.height, size.height); ++y)
    for (int x = std::max(left, 0); x < std::min(left + picture.size.width, size.width); ++x)
      std::copy_n(picture.pixel(x - left, y - top), 4, frame.pixel(x, y));
  return frame;
}

}  // namespace

Film::Film(std::filesystem::path file) : file_(std::move(file)) {
  if (kHasThreads) worker_.start([this] { work(); });
}

Film::~Film() {
  {
    const std::lock_guard lock(mutex_);
    is_given_up_ = !has_ended_;
    is_complete_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

bool Film::wants_picture(double now) const { return !has_ended_ && (!first_ || now - last_ >= kFilmInterval); }

void Film::add(const Image& picture, double now) {
  if (has_ended_) return;
  Image small = thumbnail(picture, kFilmSize);
  if (!first_) {
    first_ = now;
    size_ = small.size;
  } else {
    cut_gap(now);
    hand_over(now);
  }
  last_ = now;
  in_hand_ = framed(std::move(small), size_);
}

// What the machine slept through, or stood still for, is no part of the film.
void Film::cut_gap(double now) {
  const double gap = now - last_ - kLongestFilmGap;
  if (gap <= 0) return;
  *first_ += gap;
  last_ += gap;
}

// Frames last whole hundredths, whose sum keeps time with the clock.
void Film::hand_over(double until) {
  const int hundredths = static_cast<int>((until - *first_) * 100) - shown_;
  if (hundredths < kLeastHundredths) return;
  if constexpr (!kHasThreads) {
    if (encoded_) encoded_ = encode({std::move(in_hand_), hundredths});
  } else {
    const std::lock_guard lock(mutex_);
    if (frames_.size() >= kMostWaiting) return;
    frames_.push_back({std::move(in_hand_), hundredths});
  }
  shown_ += hundredths;
  changed_.notify_all();
}

void Film::end(double now) {
  if (has_ended_) return;
  if (first_) {
    cut_gap(now);
    hand_over(std::max(now, last_ + kFilmInterval));
  }
  has_ended_ = true;
  {
    const std::lock_guard lock(mutex_);
    is_complete_ = true;
  }
  changed_.notify_all();
  if (!kHasThreads) work();
}

std::optional<Result<WrittenFile>> Film::result() {
  const std::lock_guard lock(mutex_);
  return has_ended_ ? result_ : std::nullopt;
}

Result<WrittenFile> Film::wait() {
  QS_CHECK(has_ended_, "a film is waited for that goes on");
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return result_.has_value(); });
  return *result_;
}

std::optional<Film::Frame> Film::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_given_up_ || is_complete_ || !frames_.empty(); });
  if (is_given_up_ || frames_.empty()) return std::nullopt;
  Frame frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

Status Film::encode(const Frame& frame) {
  if (!animation_) animation_.emplace(frame.picture.size);
  return animation_->add(frame.picture, frame.hundredths);
}

Result<WrittenFile> Film::write() {
  if (!encoded_) return encoded_.failure();
  while (const std::optional<Frame> frame = next())
    if (const Status added = encode(*frame); !added) return added.failure();
  {
    const std::lock_guard lock(mutex_);
    if (is_given_up_) return fail("it was given up");
  }
  if (!animation_) return fail("nothing was recorded");
  const Result<std::string> bytes = animation_->finish();
  if (!bytes) return bytes.failure();
  return write_new_or_elsewhere(file_, *bytes);
}

void Film::work() {
  Result<WrittenFile> written = fail("");
  try {
    written = write();
  } catch (const std::exception& error) {
    written = fail(error.what());
  }
  {
    const std::lock_guard lock(mutex_);
    result_ = std::move(written);
  }
  changed_.notify_all();
}

}  // namespace quicksand
