#include "io/quality_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "io/json_text.h"
#include "io/statistics.h"

namespace quicksand {
namespace {

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, std::abs(value) < 1000 ? "%.4g" : "%.0f", value);
  return text;
}

std::string bound_of(const QualityFigure& figure) {
  char text[40] = "";
  if (figure.at_most) std::snprintf(text, sizeof text, "at most %g", *figure.at_most);
  if (figure.at_least) std::snprintf(text, sizeof text, "at least %g", *figure.at_least);
  return text;
}

}  // namespace

double QualityFigure::mean() const {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
double QualityFigure::smallest() const { return *std::min_element(values.begin(), values.end()); }
double QualityFigure::largest() const { return *std::max_element(values.begin(), values.end()); }
bool QualityFigure::holds() const {
  return (!at_most || largest() <= *at_most) && (!at_least || smallest() >= *at_least);
}

int QualityReport::failures() const {
  return static_cast<int>(
      std::count_if(figures.begin(), figures.end(), [](const QualityFigure& figure) { return !figure.holds(); }));
}

std::string quality_table_head() {
  return "check             material            mean   smallest    largest  bound           unit\n";
}

std::string quality_table_row(const QualityFigure& figure) {
  char line[200];
  std::snprintf(line, sizeof line, "%-16s  %-14s %9s  %9s  %9s  %-14s  %s%s\n", figure.check.c_str(),
                figure.subject.c_str(), number(figure.mean()).c_str(), number(figure.smallest()).c_str(),
                number(figure.largest()).c_str(), bound_of(figure).c_str(), figure.unit.c_str(),
                figure.holds() ? "" : "   <- out of bounds");
  return line;
}

std::string quality_json(const QualityReport& report) {
  Json figures = Json::array();
  for (const QualityFigure& figure : report.figures) {
    Json one{{"check", figure.check},
             {"material", figure.subject},
             {"unit", figure.unit},
             {"mean", rounded(figure.mean())},
             {"values", Json::array()}};
    for (const double value : figure.values) one["values"].push_back(rounded(value));
    if (figure.at_most) one["at_most"] = *figure.at_most;
    if (figure.at_least) one["at_least"] = *figure.at_least;
    one["holds"] = figure.holds();
    figures.push_back(std::move(one));
  }
  const Json json{{"format", "quicksand-quality/1"},
                  {"version", report.version},
                  {"materials", report.materials},
                  {"failures", report.failures()},
                  {"figures", std::move(figures)}};
  return json_lines(json);
}

}  // namespace quicksand
