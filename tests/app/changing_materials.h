// Materials that become others, or perhaps themselves: of any phase, by heat, time, charge and fire.
#pragma once

#include <cstdint>
#include <string>

#include "core/random.h"

namespace quicksand {

class Lots {
 public:
  explicit Lots(uint64_t seed) : drawn_(seed * 65537) {}
  int below(int limit) { return static_cast<int>(mix64(++drawn_) % static_cast<uint64_t>(limit)); }
  bool one_in(int count) { return below(count) == 0; }

 private:
  uint64_t drawn_;
};

inline constexpr int kChangingMaterials = 5;

inline std::string changing_name(int material) { return "m" + std::to_string(material); }

// One, or several with weights; the material itself, and "same", are among them where there are several.
inline std::string changing_products(Lots& lots, int own) {
  if (lots.one_in(3))
    return "\"" + changing_name((own + 1 + lots.below(kChangingMaterials - 1)) % kChangingMaterials) + "\"";
  std::string object;
  const int count = 1 + lots.below(3);
  const int first = (own + (count == 1 ? 1 + lots.below(kChangingMaterials - 1) : lots.below(kChangingMaterials))) %
                    kChangingMaterials;
  for (int i = 0; i < count; ++i)
    object += (i > 0 ? ", \"" : "\"") + changing_name((first + i) % kChangingMaterials) +
              "\": " + std::to_string(1 + lots.below(9));
  if (count > 1 && lots.one_in(2)) object += ", \"same\": " + std::to_string(1 + lots.below(9));
  return "{" + object + "}";
}

inline std::string changing_material(Lots& lots, int own) {
  constexpr const char* kPhases[] = {R"("static": true)", R"("friction": 3, "density": 9)",
                                     R"("liquid": true, "density": 5)", R"("gas": true, "density": 1)"};
  std::string text = R"({"name": ")" + changing_name(own) + R"(", "colour": "#8080ff", )" + kPhases[lots.below(4)];
  if (lots.one_in(3))
    text += R"(, "hot": {"above": )" + std::to_string(lots.one_in(2) ? -273 : lots.below(500)) + R"(, "into": )" +
            changing_products(lots, own) + (lots.one_in(2) ? R"(, "latent": 80)" : "") + "}";
  if (lots.one_in(4)) text += R"(, "decays": {"half_life": 0.2, "into": )" + changing_products(lots, own) + "}";
  if (lots.one_in(4))
    text += R"(, "burns": {"above": 0, "lasts": 1, "heat": 400, "hottest": 900, "flames": 160, "flame": ")" +
            changing_name((own + 1) % kChangingMaterials) + R"(", "leaves": )" + changing_products(lots, own) + "}";
  else if (lots.one_in(3))
    text += R"(, "electric": {"holds": 0.3, "charged": )" + changing_products(lots, own) + R"(, "uncharged": )" +
            changing_products(lots, own) + "}";
  return text + "}";
}

inline std::string changing_materials(Lots& lots) {
  std::string all;
  for (int i = 0; i < kChangingMaterials; ++i) all += (i > 0 ? ", " : "") + changing_material(lots, i);
  return R"({"format": "quicksand-materials/1", "materials": [)" + all + "]}";
}

}  // namespace quicksand
