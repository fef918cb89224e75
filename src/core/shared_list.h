// A list whose copies share its elements until one of them is changed: what is long, hardly ever changes and is kept in
// many versions costs its memory once.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace quicksand {

template <class T>
class SharedList {
 public:
  SharedList() = default;
  SharedList(std::vector<T> items)  // NOLINT(google-explicit-constructor): it is one
      : items_(items.empty() ? nullptr : std::make_shared<std::vector<T>>(std::move(items))) {}
  SharedList(std::initializer_list<T> items) : SharedList(std::vector<T>(items)) {}

  const std::vector<T>& items() const {
    static const std::vector<T> none;
    return items_ ? *items_ : none;
  }
  // To be changed: nobody else shares it then. Valid until this is copied or assigned to. Other threads may have copies
  // of it, but not make or drop one meanwhile.
  std::vector<T>& own() {
    if (!items_ || items_.use_count() > 1) items_ = std::make_shared<std::vector<T>>(items());
    return *items_;
  }

  size_t size() const { return items().size(); }
  bool empty() const { return items().empty(); }
  const T& operator[](size_t index) const { return items()[index]; }
  const T& front() const { return items().front(); }
  const T& back() const { return items().back(); }
  auto begin() const { return items().begin(); }
  auto end() const { return items().end(); }

 private:
  std::shared_ptr<std::vector<T>> items_;
};

}  // namespace quicksand
