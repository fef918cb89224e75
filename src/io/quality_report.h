// What `quicksand --quality` measured: "quicksand-quality/1" as JSON, and as a table for a terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace quicksand {

// One figure of one material, measured once for each seed.
struct QualityFigure {
  std::string check;           // "repose", …
  std::string subject;         // a material's name, or "all"
  std::string unit;            // "degrees off", …
  std::vector<double> values{};  // at least one
  std::optional<double> at_most{};
  std::optional<double> at_least{};

  double mean() const;
  double smallest() const;
  double largest() const;
  // Whether every value keeps the bounds. Without bounds: true.
  bool holds() const;
};

struct QualityReport {
  std::string version;
  std::string materials;
  std::vector<QualityFigure> figures;

  int failures() const;
};

// Lines of the table, each with a newline.
std::string quality_table_head();
std::string quality_table_row(const QualityFigure& figure);

// Indented, with a newline at the end.
std::string quality_json(const QualityReport& report);

}  // namespace quicksand
