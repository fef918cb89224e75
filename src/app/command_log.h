// What has been done to a world, in order. Copies share the commands, so that undo, the timeline and its branches can
// hold the log of a long session each, for a pointer a command.
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
  using Shared = std::shared_ptr<const SceneCommand>;
  using Commands = std::vector<Shared>;

 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = SceneCommand;
    using difference_type = std::ptrdiff_t;
    using pointer = const SceneCommand*;
    using reference = const SceneCommand&;

    Iterator() = default;
    explicit Iterator(Commands::const_iterator at) : at_(at) {}

    reference operator*() const { return **at_; }
    pointer operator->() const { return at_->get(); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(at_++); }
    bool operator==(const Iterator&) const = default;

   private:
    Commands::const_iterator at_;
  };

  size_t size() const { return commands_.size(); }
  bool empty() const { return commands_.empty(); }
  const SceneCommand& operator[](size_t i) const { return *commands_[i]; }
  const SceneCommand& back() const { return *commands_.back(); }
  Iterator begin() const { return Iterator(commands_.begin()); }
  Iterator end() const { return Iterator(commands_.end()); }

  // The place of the first command before that tick or a later one; none: the size.
  size_t first_from(uint64_t tick) const {
    const auto first = std::ranges::lower_bound(commands_, tick, {}, [](const auto& one) { return one->tick; });
    return static_cast<size_t>(first - commands_.begin());
  }

  void add(SceneCommand command) { commands_.push_back(std::make_shared<const SceneCommand>(std::move(command))); }

  // Commands `from`..`to` (excluded) of another log.
  void add(const CommandLog& other, size_t from, size_t to) {
    commands_.insert(commands_.end(), other.place(from), other.place(to));
  }

  // Leaves the first ones alone. Longer than the log: all.
  void cut(size_t length) { commands_.resize(std::min(length, size())); }

  // Whether both have the same there, or what does the same before the same tick.
  bool is_same(size_t i, const CommandLog& other) const { return are_same(commands_[i], other.commands_[i]); }

  // With how many such commands both begin.
  size_t common_length(const CommandLog& other) const {
    return static_cast<size_t>(std::ranges::mismatch(commands_, other.commands_, are_same).in1 - commands_.begin());
  }

 private:
  static bool are_same(const Shared& a, const Shared& b) {
    return a == b || (a->tick == b->tick && a->command == b->command);
  }

  Commands::const_iterator place(size_t i) const { return commands_.begin() + static_cast<std::ptrdiff_t>(i); }

  Commands commands_;
};

}  // namespace quicksand
