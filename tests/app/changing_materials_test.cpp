// Worlds whose materials become others, or perhaps themselves: of any phase, by heat, time, charge and fire.
#include <string>
#include <vector>

#include "app/kinds/world_kinds.h"
#include "app/play.h"
#include "core/random.h"
#include "io/material_file.h"

using namespace quicksand;

namespace {

class Lots {
 public:
  explicit Lots(uint64_t seed) : drawn_(seed * 65537) {}
  int below(int limit) { return static_cast<int>(mix64(++drawn_) % static_cast<uint64_t>(limit)); }
  bool one_in(int count) { return below(count) == 0; }

 private:
  uint64_t drawn_;
};

constexpr int kMaterials = 5;

std::string name_of(int material) { return "m" + std::to_string(material); }

// One, or several with weights; the material itself, and "same", are among them where there are several.
std::string products(Lots& lots, int own) {
  if (lots.one_in(3)) return "\"" + name_of((own + 1 + lots.below(kMaterials - 1)) % kMaterials) + "\"";
  std::string object;
  const int count = 1 + lots.below(3);
  const int first = (own + (count == 1 ? 1 + lots.below(kMaterials - 1) : lots.below(kMaterials))) % kMaterials;
  for (int i = 0; i < count; ++i)
    object += (i > 0 ? ", \"" : "\"") + name_of((first + i) % kMaterials) + "\": " + std::to_string(1 + lots.below(9));
  if (count > 1 && lots.one_in(2)) object += ", \"same\": " + std::to_string(1 + lots.below(9));
  return "{" + object + "}";
}

std::string material(Lots& lots, int own) {
  constexpr const char* kPhases[] = {R"("static": true)", R"("friction": 3, "density": 9)",
                                     R"("liquid": true, "density": 5)", R"("gas": true, "density": 1)"};
  std::string text = R"({"name": ")" + name_of(own) + R"(", "colour": "#8080ff", )" + kPhases[lots.below(4)];
  if (lots.one_in(3))
    text += R"(, "hot": {"above": )" + std::to_string(lots.one_in(2) ? -273 : lots.below(500)) + R"(, "into": )" +
            products(lots, own) + (lots.one_in(2) ? R"(, "latent": 80)" : "") + "}";
  if (lots.one_in(4)) text += R"(, "decays": {"half_life": 0.2, "into": )" + products(lots, own) + "}";
  if (lots.one_in(4))
    text += R"(, "burns": {"above": 0, "lasts": 1, "heat": 400, "hottest": 900, "flames": 160, "flame": ")" +
            name_of((own + 1) % kMaterials) + R"(", "leaves": )" + products(lots, own) + "}";
  else if (lots.one_in(3))
    text += R"(, "electric": {"holds": 0.3, "charged": )" + products(lots, own) + R"(, "uncharged": )" +
            products(lots, own) + "}";
  return text + "}";
}

struct Files {
  explicit Files(uint64_t seed) {
    Lots lots(seed);
    std::string all;
    for (int i = 0; i < kMaterials; ++i) all += (i > 0 ? ", " : "") + material(lots, i);
    materials = R"({"format": "quicksand-materials/1", "materials": [)" + all + "]}";
    const std::string extent = std::to_string(1 + lots.below(140)) + ", " + std::to_string(1 + lots.below(50));
    scene = R"({"format": "quicksand-scene/1", "materials": "m.json", "size": [)" + extent + R"(], "seed": )" +
            std::to_string(seed) + R"(, "paint": [{"shape": "all", "material": ")" + name_of(lots.below(kMaterials)) +
            R"(", "fill": 0.4}], "sources": [{"at": [0, 2], "size": [999, 1], "material": ")" +
            name_of(lots.below(kMaterials)) + R"(", "rate": 0.4, "temperature": )" + std::to_string(lots.below(3000)) +
            "}]}";
  }

  std::string materials;
  std::string scene;
};

}  // namespace

TEST_CASE("what may become itself becomes the same in every kernel, tick for tick, and after it was saved") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const Files files(seed);
    INFO(files.materials << "\n" << files.scene);
    const TemporaryFolder folder;
    REQUIRE(write_file_atomically(folder / "m.json", files.materials).ok());
    REQUIRE(write_file_atomically(folder / "s.json", files.scene).ok());
    const auto open = [&](const std::filesystem::path& file, const std::string& kernel) {
      WorldRequest request;
      request.scene = file.string();
      request.kernel = kernel;
      Result<OpenedWorld> opened = open_world(request);
      INFO((opened ? "" : opened.failure().text()));
      REQUIRE(opened.ok());
      return std::move(*opened);
    };
    Session reference(open(folder / "s.json", "reference"), 1);
    Session fastest(open(folder / "s.json", "auto"), 2);
    for (int tick = 0; tick < 60; ++tick) {
      reference.tick();
      fastest.tick();
      INFO("tick " << tick);
      REQUIRE(fastest.world().state_hash() == reference.world().state_hash());
      if (tick != 21) continue;
      REQUIRE(fastest.save((folder / "save.png").string()).ok());
      fastest.replace({open(folder / "save.png", "auto"), {}, 0});
      REQUIRE(fastest.world().state_hash() == reference.world().state_hash());
    }
  }
}

TEST_CASE("materials that become others are written so that they are read as the same") {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Files files(seed);
    INFO(files.materials);
    const Result<MaterialSet> set = parse_materials(files.materials, "m.json");
    REQUIRE(set.ok());
    const Result<MaterialSet> again = parse_materials(material_text(*set), "again.json");
    REQUIRE(again.ok());
    CHECK(again->table->hash() == set->table->hash());
  }
}

TEST_CASE("what becomes nothing else is refused where nothing else can happen to it") {
  for (const char* const into : {R"("same")", R"({"same": 3})"}) {
    const Result<MaterialSet> set = parse_materials(
        R"({"format": "quicksand-materials/1", "materials": [{"name": "a", "colour": "#ffffff", "hot": {"above": 9, "into": )" +
            std::string(into) + "}}]}",
        "m.json");
    REQUIRE_FALSE(set.ok());
    CHECK(set.failure().text().find("\"into\" is the material itself") != std::string::npos);
  }
}
