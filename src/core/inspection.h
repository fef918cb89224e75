// What there is to know of one place of a world, in words for people: World::inspect().
#pragma once

#include <string>
#include <vector>

namespace quicksand {

struct InspectionSection {
  std::string title;
  std::vector<std::string> lines;
};
using Inspection = std::vector<InspectionSection>;

// Titles, and below each its lines, two spaces further in.
inline std::string text_of(const Inspection& inspection) {
  std::string text;
  for (const InspectionSection& section : inspection) {
    text += section.title + "\n";
    for (const std::string& line : section.lines) text += "  " + line + "\n";
  }
  return text;
}

}  // namespace quicksand
