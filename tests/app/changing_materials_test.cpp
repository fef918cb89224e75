// Worlds whose materials become others, or perhaps themselves: of any phase, by heat, time, charge and fire.
#include <string>
#include <vector>

#include "app/changing_materials.h"
#include "app/kinds/world_kinds.h"
#include "app/play.h"
#include "core/cases.h"
#include "io/material_file.h"

using namespace quicksand;

namespace {

struct Files {
  explicit Files(uint64_t seed) {
    Lots lots(seed);
    materials = changing_materials(lots);
    const std::string extent = std::to_string(1 + lots.below(140)) + ", " + std::to_string(1 + lots.below(50));
    scene = R"({"format": "quicksand-scene/1", "materials": "m.json", "size": [)" + extent + R"(], "seed": )" +
            std::to_string(seed) + R"(, "paint": [{"shape": "all", "material": ")" +
            changing_name(lots.below(kChangingMaterials)) +
            R"(", "fill": 0.4}], "sources": [{"at": [0, 2], "size": [999, 1], "material": ")" +
            changing_name(lots.below(kChangingMaterials)) + R"(", "rate": 0.4, "temperature": )" +
            std::to_string(lots.below(3000)) + "}]}";
  }

  std::string materials;
  std::string scene;
};

}  // namespace

TEST_CASE("what may become itself becomes the same in every kernel, tick for tick, and after it was saved") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(cases(20, 60)); ++seed) {
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
