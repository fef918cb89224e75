// Which materials a side of a reaction may be: one by its name, several by a tag, with '#' before it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace quicksand {

class ReactionSides {
 public:
  // `number` is what members() will call it. Numbers rise from call to call.
  void add(const std::string& name, std::span<const std::string> tags, int number) {
    members_[name].push_back(number);
    for (const std::string& tag : tags) {
      std::vector<int>& members = members_['#' + tag];
      if (members.empty() || members.back() != number) members.push_back(number);  // a tag may stand there twice
    }
  }

  // In the order of their numbers; none: there is no such name or tag.
  std::span<const int> members(const std::string& side) const {
    const auto found = members_.find(side);
    return found == members_.end() ? std::span<const int>() : std::span<const int>(found->second);
  }

 private:
  std::map<std::string, std::vector<int>> members_;
};

}  // namespace quicksand
