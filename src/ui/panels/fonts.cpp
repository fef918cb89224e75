#include "ui/panels/fonts.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace quicksand {
namespace {

constexpr float kFontPixels = 15;

// Debian's fonts-dejavu-core, of text and of headings.
constexpr const char* kFontFiles[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                      "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"};

// From and to, both included. ImGui alone would take the first 256 letters.
constexpr ImWchar kLetters[] = {0x0020, 0x02ff,                  // Latin, phonetic letters, and what modifies letters
                                0x0370, 0x03ff, 0x1f00, 0x1fff,  // Greek, and with all its accents
                                0x0400, 0x052f,                  // Cyrillic
                                0x1e00, 0x1eff,                  // Latin with more accents
                                0x2010, 0x205e, 0x20a0, 0x20bf,  // dashes, quotation marks, currencies
                                0x2190, 0x2199, 0x2212, 0x2212, 0x2248, 0x2265,  // arrows, minus, comparisons
                                0};

// What stands in for letters that the bitmap font lacks.
constexpr std::pair<ImWchar, char> kPlainLetters[] = {{0x2010, '-'}, {0x2011, '-'},  {0x2012, '-'},  {0x2013, '-'},
                                                      {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''}, {0x201a, '\''},
                                                      {0x201c, '"'}, {0x201d, '"'},  {0x201e, '"'},  {0x2212, '-'}};

}  // namespace

void load_fonts(float scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.FontGlobalScale = 1;
  for (const char* const file : kFontFiles) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) continue;
    ImFontConfig config;
    config.OversampleH = 2;
    config.PixelSnapH = true;
    io.Fonts->AddFontFromFileTTF(file, kFontPixels * scale, &config, kLetters);
  }
  if (!io.Fonts->Fonts.empty()) return;
  ImFont* const font = io.Fonts->AddFontDefault();
  io.FontGlobalScale = scale;
  io.Fonts->Build();
  for (const auto& [letter, plain] : kPlainLetters) font->AddRemapChar(letter, static_cast<ImWchar>(plain));
}

ImFont* heading_font() { return ImGui::GetIO().Fonts->Fonts.back(); }

}  // namespace quicksand
