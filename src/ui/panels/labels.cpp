#include "ui/panels/labels.h"

#include <map>
#include <string>
#include <utility>

#include "core/language.h"

namespace quicksand {

const char* labelled(const char* english) {
  static std::map<std::pair<const char*, const char*>, std::string> labels;
  const char* const text = said(english);
  std::string& label = labels[{english, text}];
  if (label.empty()) label = std::string(text) + "###" + english;
  return label.c_str();
}

}  // namespace quicksand
