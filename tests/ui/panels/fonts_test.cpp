#include "ui/panels/fonts.h"

#include <catch2/catch.hpp>
#include <string>

#include "io/assets.h"
#include "io/files.h"
#include "io/language_file.h"

using namespace quicksand;

namespace {

// Those of the text that a font lacks; none: it can be shown.
std::vector<ImWchar> missing(const ImFont& font, const std::string& text) {
  ImFontGlyphRangesBuilder letters;
  letters.AddText(text.c_str());
  std::vector<ImWchar> lacking;
  for (ImWchar letter = ' '; letter < 0xfffd; ++letter)
    if (letters.GetBit(letter) && !font.FindGlyphNoFallback(letter)) lacking.push_back(letter);
  return lacking;
}

struct InContext {
  InContext() { ImGui::CreateContext(); }
  ~InContext() { ImGui::DestroyContext(); }
};

}  // namespace

TEST_CASE("the window has a letter for each of its texts, in all its languages, and of others that players may add") {
  std::vector<std::string> texts{"Zażółć gęślą jaźń",
                                 "Příliš žluťoučký kůň úpěl ďábelské ódy",
                                 "Pijamalı hasta yağız şoföre",
                                 "Bâtiment œuvre à côté, Noël Ÿ",
                                 "Съешь ещё этих мягких французских булок",
                                 "Ґава її єнот",
                                 "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
                                 "Gheorghe, obezul, a reușit să obțină jucându-se",
                                 "Do bạch kim rất quý nên sẽ dùng để lắp vô xương",
                                 "Kæmi ný öxi hér",
                                 "Қазақ әліпбиі, өңір, ұлы, үлкен",
                                 "Azərbaycan dili",
                                 "nǐ hǎo, ṣaḥīḥ",
                                 "ἐν ἀρχῇ ἦν ὁ λόγος",
                                 "памʼять",
                                 "„“ ‚‘ «» ‹› – — … € ≤ ≥ −"};
  for (const std::string& code : language_codes()) {
    const Result<std::string> text = read_file(language_file(code), 1 << 20);
    REQUIRE(text.ok());
    texts.push_back(*text);
  }
  for (const float scale : {0.75F, 1.0F, 2.0F, 3.0F}) {
    const InContext context;
    load_fonts(scale);
    ImGui::GetIO().Fonts->Build();
    REQUIRE(ImGui::GetIO().Fonts->Fonts.size() == 2);
    for (const ImFont* const font : ImGui::GetIO().Fonts->Fonts)
      for (const std::string& text : texts) {
        INFO(text.substr(0, 80));
        CHECK(missing(*font, text) == std::vector<ImWchar>{});
      }
    CHECK(ImGui::GetIO().Fonts->TexWidth <= 4096);
    CHECK(ImGui::GetIO().Fonts->TexHeight <= 4096);
  }
}
