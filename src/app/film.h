// What the player sees as a GIF, made while the game goes on.
//
// Pictures come in at the speed of the clock; a thread of its own makes frames of them, so that no picture of the game
// waits. What comes faster than that thread works is left out, and the frame before is shown for longer.
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>

#include "core/result.h"
#include "core/worker.h"
#include "io/gif.h"
#include "io/spare_place.h"
#include "view/image.h"

namespace quicksand {

// Most pixels along the sides of a film's frames; larger pictures are reduced.
inline constexpr GridSize kFilmSize{480, 360};
inline constexpr double kFilmInterval = 1.0 / 15;  // seconds between two pictures
inline constexpr double kLongestFilm = 20;         // seconds
inline constexpr double kLongestFilmGap = 2;       // seconds between two pictures; what is longer is left out

class Film {
 public:
  // `file`: written under this name, or with a number behind it if there is one by then.
  explicit Film(std::filesystem::path file);
  // Leaves no file where end() was not called or has not finished.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  // `now`: seconds on a clock that does not go back. Whether a picture is due.
  bool wants_picture(double now) const;
  // Takes a picture of any size; the first one settles the size of the film.
  void add(const Image& picture, double now);
  // How long it is up to the last picture, in seconds.
  double seconds() const { return first_ ? last_ - *first_ : 0; }
  bool is_full() const { return seconds() >= kLongestFilm; }

  // No more pictures come; what is there is finished and written. At once; ask result().
  void end(double now);
  bool has_ended() const { return has_ended_; }

  // Of writing the file; nothing while that goes on. Never before end().
  std::optional<Result<WrittenFile>> result();
  // Waits for it; to be called after end().
  Result<WrittenFile> wait();

 private:
  struct Frame {
    Image picture;
    int hundredths;
  };
  void work();
  Status encode(const Frame& frame);
  Result<WrittenFile> write();
  void cut_gap(double now);
  void hand_over(double until);
  std::optional<Frame> next();

  const std::filesystem::path file_;
  std::optional<double> first_;
  double last_ = 0;  // when the picture in hand came
  int shown_ = 0;    // hundredths of a second of all frames so far
  Image in_hand_;    // is shown until the next one comes
  GridSize size_;
  bool has_ended_ = false;
  std::optional<GifWriter> animation_;  // the worker's, but where there are no threads
  Status encoded_ = Done{};             // where there are no threads: up to now

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::deque<Frame> frames_;
  bool is_complete_ = false;
  bool is_given_up_ = false;
  std::optional<Result<WrittenFile>> result_;
  Worker worker_;
};

}  // namespace quicksand
