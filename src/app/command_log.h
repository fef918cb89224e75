// What has been done to a world, in order. Copies share the commands, so that undo, the timeline and its branches can
// hold the log of a long session each; and so do commands that are the same in tick after tick, because a tool was
// held.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "scene/scene.h"

namespace quicksand {

class CommandLog {
  struct Entry {
    uint64_t tick;
    std::shared_ptr<const SceneCommand> what;  // its own tick is that of the first entry that shares it

    SceneCommand command() const {
      SceneCommand copy = *what;
      copy.tick = tick;
      return copy;
    }
  };

 public:
  // Goes through copies of the commands.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = SceneCommand;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = SceneCommand;

    explicit Iterator(std::vector<Entry>::const_iterator at) : at_(at) {}

    SceneCommand operator*() const { return at_->command(); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(at_++); }
    bool operator==(const Iterator&) const = default;

   private:
    std::vector<Entry>::const_iterator at_;
  };

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  SceneCommand operator[](size_t i) const { return entries_[i].command(); }
  SceneCommand back() const { return entries_.back().command(); }
  Iterator begin() const { return Iterator(entries_.begin()); }
  Iterator end() const { return Iterator(entries_.end()); }

  // Of a command, without a copy.
  uint64_t tick(size_t i) const { return entries_[i].tick; }
  const Command& command(size_t i) const { return entries_[i].what->command; }
  bool is_by_scene(size_t i) const { return entries_[i].what->by_scene; }
  // Whether the player has done any from there on.
  bool has_deeds(size_t from = 0) const {
    for (size_t i = from; i < size(); ++i)
      if (!is_by_scene(i)) return true;
    return false;
  }

  // The place of the first command before that tick or a later one; none: the size.
  size_t first_from(uint64_t tick) const {
    return static_cast<size_t>(std::ranges::lower_bound(entries_, tick, {}, &Entry::tick) - entries_.begin());
  }

  void add(SceneCommand command) {
    const uint64_t tick = command.tick;
    if (!entries_.empty() && does_the_same(*entries_.back().what, command))
      entries_.push_back({tick, entries_.back().what});
    else
      entries_.push_back({tick, std::make_shared<const SceneCommand>(std::move(command))});
  }

  // Commands `from`..`to` (excluded) of another log.
  void add(const CommandLog& other, size_t from, size_t to) {
    entries_.insert(entries_.end(), other.place(from), other.place(to));
  }

  // Leaves the first ones alone. Longer than the log: all.
  void cut(size_t length) { entries_.erase(place(std::min(length, size())), entries_.cend()); }

  // Whether both have the same there, or what does the same before the same tick.
  bool is_same(size_t i, const CommandLog& other) const { return are_same(entries_[i], other.entries_[i]); }

  // With how many such commands both begin.
  size_t common_length(const CommandLog& other) const {
    return static_cast<size_t>(std::ranges::mismatch(entries_, other.entries_, are_same).in1 - entries_.begin());
  }

 private:
  static bool are_same(const Entry& a, const Entry& b) {
    return a.tick == b.tick && (a.what == b.what || a.what->command == b.what->command);
  }
  static bool does_the_same(const SceneCommand& a, const SceneCommand& b) {
    return a.by_scene == b.by_scene && a.command == b.command && a.materials == b.materials && a.onto == b.onto;
  }

  std::vector<Entry>::const_iterator place(size_t i) const { return entries_.begin() + static_cast<std::ptrdiff_t>(i); }

  std::vector<Entry> entries_;
};

}  // namespace quicksand
