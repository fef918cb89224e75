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
constexpr ImWchar kLetters[] = {0x0020, 0x017f,                                  // western and central Europe
                                0x01a0, 0x01a1, 0x01af, 0x01b0, 0x1ea0, 0x1ef9,  // Vietnamese
                                0x0218, 0x021b,                                  // Romanian
                                0x0384, 0x03ce,                                  // Greek
                                0x0400, 0x045f, 0x0490, 0x0491,                  // Cyrillic
                                0x1e9e, 0x1e9e,                                  // the German capital sharp s
                                0x2010, 0x203a, 0x20ac, 0x20ac,                  // dashes, quotation marks, the euro
                                0x2190, 0x2193, 0x2212, 0x2212, 0x2248, 0x2265,  // arrows, minus, comparisons
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
