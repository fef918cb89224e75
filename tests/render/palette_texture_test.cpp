// Every property of a look, at its extremes, in both pictures. The table of properties is gone through, so a property that
// is added is tested without a line here.
#include "render/palette_texture.h"

#include <array>
#include <catch2/catch.hpp>
#include <functional>

#include "io/material_file.h"
#include "render/offscreen.h"
#include "sim/tick/sandbox.h"
#include "view/shading.h"

using namespace quicksand;

namespace {

// Gives a look one value of a property.
using Setting = std::function<void(MaterialLook&)>;

template <class Member, class Value>
Setting setting(Member member, Value value) {
  return [member, value](MaterialLook& look) { store(std::invoke(member, look), value); };
}

// By the kind of a property: values from one end of its range to the other; none of what is not drawn in the world.
template <class Member>
std::vector<Setting> settings(const Text<Member>&) {
  return {};
}
template <class Member>
std::vector<Setting> settings(const HexColour<Member>& kind) {
  std::vector<Setting> all;
  for (const Rgb colour : {Rgb{0, 0, 0}, Rgb{255, 0, 60}, Rgb{120, 140, 160}, Rgb{0, 255, 30}, Rgb{255, 255, 255}})
    all.push_back(setting(kind.member, colour));
  return all;
}
template <class Member>
std::vector<Setting> settings(const Fixed<Member>& kind) {
  std::vector<Setting> all;
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
    all.push_back(setting(kind.member, (kind.least + (kind.most - kind.least) * share) * kind.steps));
  return all;
}
template <class Member>
std::vector<Setting> settings(const Whole<Member>& kind) {
  std::vector<Setting> all;
  for (const int quarter : {0, 1, 2, 3, 4})
    all.push_back(setting(kind.member, kind.least + (kind.most - kind.least) * quarter / 4));
  return all;
}
template <class Member>
std::vector<Setting> settings(const OneOf<Member>& kind) {
  std::vector<Setting> all;
  for (size_t word = 0; word < kind.words.size(); ++word) all.push_back(setting(kind.member, word));
  return all;
}
template <class Member>
std::vector<Setting> settings(const Flag<Member>& kind) {
  return {setting(kind.member, false), setting(kind.member, true)};
}

template <class Visit>
void for_each_property(Visit visit) {
  std::apply([&](const auto&... row) { (visit(row), ...); }, kLookProperties);
}

// Of every phase so many materials, whose looks are as far from their ends as they can be.
MaterialSet materials_of_every_phase(size_t of_each) {
  std::string text = R"({"format": "quicksand-materials/1", "background": "#304860", "materials": [)";
  for (size_t i = 0; i < of_each; ++i) {
    const auto add = [&](const std::string& name, const std::string& keys) {
      text += (text.back() == '[' ? "" : ",") + (R"({"name": ")" + name + std::to_string(i)) +
              R"(", "colour": "#000000", )" + keys + "}";
    };
    add("liquid", R"("liquid": true, "density": 100)");
    add("powder", R"("density": 200, "absorbs": "liquid0")");
    add("gas", R"("density": -5)");
    add("stone", R"("static": true, "absorbs": "liquid0")");
  }
  Result<MaterialSet> set = parse_materials(text + "]}", "test");
  INFO((set ? "" : set.failure().text()));
  REQUIRE(set.ok());
  for (size_t entry = 2; entry < set->looks.size(); ++entry)
    for_each_property([&](const auto& row) {
      const std::vector<Setting> all = settings(row.kind);
      if (!all.empty()) all[all.size() / 2](set->looks[entry]);
    });
  return std::move(*set);
}

// Side by side of each material: a block that is dry, damp and soaked; a column with gaps; grains in the air, dry and wet.
Sandbox world_of(const MaterialSet& set, uint64_t seed) {
  constexpr int kWidth = 8;
  Sandbox world({kWidth * set.table->size(), 24}, seed, Border::kWall, set.table);
  for (int entry = 1; entry < set.table->size(); ++entry) {
    const auto paint = [&](int y, int width, int height, uint8_t wetness, std::optional<Velocity> velocity = {}) {
      PaintCommand command;
      command.shape = Shape::kRect;
      command.from = {entry * kWidth, y};
      command.to = {entry * kWidth + width - 1, y + height - 1};
      command.entries = {static_cast<uint8_t>(entry)};
      command.wetness = wetness;
      command.velocity = velocity;
      world.paint(command);
    };
    paint(2, 3, 1, 0, Velocity{0, -0.1});
    paint(3, 3, 1, 200, Velocity{0, -0.1});
    for (const int y : {6, 8, 10}) paint(y, 1, 1, 100);
    paint(13, 6, 3, 0);
    paint(16, 6, 3, 128);
    paint(19, 6, 4, 255);
  }
  return world;
}

// What it takes to draw a set of looks both ways.
class Pictures {
 public:
  Pictures(const World& world, const Looks& looks) : world_(world), looks_(looks) { trail_.follow(world); }

  const CellWindow& window(const View& view) {
    look_at(world_, looks_, {0, 0, world_.size().width, world_.size().height}, 1, view, &trail_, window_);
    return window_;
  }
  Image by_processor(const View& view) { return shade(window(view), looks_); }
  Image by_opengl(const View& view, WorldRenderer& renderer) {
    renderer.set_looks(looks_);
    return renderer.picture(window(view));
  }

 private:
  const World& world_;
  const Looks& looks_;
  MotionTrail trail_;
  CellWindow window_;
};

constexpr View kFancyView{DisplayMode::kFancy};

}  // namespace

TEST_CASE("every property of a look is seen, and is the same in OpenGL's picture and in the processor's") {
  shared_context();
  WorldRenderer renderer = new_renderer();
  int drawn_properties = 0;
  for_each_property([&](const auto& row) {
    const std::vector<Setting> values = settings(row.kind);
    if (values.empty()) return;
    ++drawn_properties;
    const MaterialSet set = materials_of_every_phase(values.size());
    Looks varied = set.looks;
    for (size_t i = 2; i < varied.size(); ++i) values[(i - 2) / 4](varied[i]);
    bool is_seen = false;
    for (const uint64_t seed : {1, 2, 3}) {
      const Sandbox world = world_of(set, seed);
      REQUIRE(world.airborne().x.size() >= 6 * values.size());
      Pictures usual(world, set.looks);
      Pictures extreme(world, varied);
      for (size_t mode = static_cast<size_t>(DisplayMode::kPlain); mode < kDisplayModes.size(); ++mode)
        for (const bool patterns : {false, true}) {
          const View view{static_cast<DisplayMode>(mode), 4, patterns};
          const Image expected = extreme.by_processor(view);
          INFO("property " << row.key << " at its extremes, all others between theirs; mode " << kDisplayModes[mode].name
                           << ", patterns " << patterns);
          CHECK(worst_difference(expected, extreme.by_opengl(view, renderer)) <= 1);
          is_seen = is_seen || expected.rgba != usual.by_processor(view).rgba;
        }
      // Of light only the fancy picture tells, which the processor cannot draw.
      is_seen = is_seen || extreme.by_opengl(kFancyView, renderer).rgba != usual.by_opengl(kFancyView, renderer).rgba;
    }
    INFO("property " << row.key << ": no picture shows it");
    CHECK(is_seen);
  });
  CHECK(drawn_properties >= 5);
}

TEST_CASE("shaders find the value of each property by its name") {
  const std::string glsl = palette_glsl();
  CHECK(glsl.find("vec3 colour;") != std::string::npos);
  for_each_property([&](const auto& row) {
    if (settings(row.kind).empty()) return;
    INFO(row.key);
    CHECK(glsl.find(" " + std::string(row.key) + ";") != std::string::npos);
  });
  Looks looks(3);
  looks[2].colour = {1, 2, 3};
  looks[2].grain = 4;
  const PaletteTexels palette = palette_texels(looks, DisplayMode::kPlain);
  CHECK(palette.texels[2] == std::array<uint8_t, 4>{1, 2, 3, 4});
  CHECK(palette.texels.size() == static_cast<size_t>(palette.size.cells()));
}
