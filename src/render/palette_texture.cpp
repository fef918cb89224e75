#include "render/palette_texture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iomanip>
#include <locale>
#include <sstream>
#include <string_view>

#include "view/overlay.h"

namespace quicksand {
namespace {

constexpr int kColumns = 256;

// One or three bytes of each look.
struct Value {
  std::string_view name;
  int count;
  double most;  // what 255 stands for
  std::function<Rgb(const MaterialLook&)> bytes;  // of a number, r alone
};

// What is worked out of a property. It stands behind that one, so that what is used together lies in one texel.
struct Derived {
  std::string_view of;
  std::string_view name;
  uint8_t (*byte)(const MaterialLook&);
};

// Of light on the way through a cell, as the exponent of 1/e.
double loss_of(const MaterialLook& look) { return -std::log(1 - std::min(look.opacity / 255.0, 0.98)); }

uint8_t share(double value) { return static_cast<uint8_t>(std::min(value, 1.0) * 255 + 0.5); }

constexpr Derived kDerived[] = {
    {"opacity", "root_loss", [](const MaterialLook& look) { return share(std::sqrt(loss_of(look) / 4)); }},
    {"opacity", "gleam", [](const MaterialLook& look) { return share(1 - std::exp(-6 * loss_of(look))); }},
};

// By the kind of a property: what it adds to a look in the palette.
template <class Member>
void add(std::vector<Value>&, std::string_view, const Text<Member>&) {}  // nothing to be seen in the world
template <class Member>
void add(std::vector<Value>& values, std::string_view name, const HexColour<Member>& kind) {
  values.push_back({name, 3, 1, kind.member});
}
template <class Member>
void add_number(std::vector<Value>& values, std::string_view name, Member member, double most) {
  static_assert(sizeof(std::invoke(member, MaterialLook())) == 1,
                "numbers of looks are bytes, as the palette's texture has it");
  values.push_back({name, 1, most, [member](const MaterialLook& look) {
                      return Rgb{static_cast<uint8_t>(std::invoke(member, look)), 0, 0};
                    }});
}
template <class Member>
void add(std::vector<Value>& values, std::string_view name, const Fixed<Member>& kind) {
  add_number(values, name, kind.member, 255 / kind.steps);
}
template <class Member>
void add(std::vector<Value>& values, std::string_view name, const Whole<Member>& kind) {
  add_number(values, name, kind.member, 255);
}
template <class Member>
void add(std::vector<Value>& values, std::string_view name, const OneOf<Member>& kind) {
  add_number(values, name, kind.member, 255);
}
template <class Member>
void add(std::vector<Value>& values, std::string_view name, const Flag<Member>& kind) {
  add_number(values, name, kind.member, 255);
}

const std::vector<Value>& values_of_looks() {
  static const std::vector<Value> kValues = [] {
    std::vector<Value> values;
    const auto add_row = [&](const auto& row) {
      add(values, row.key, row.kind);
      for (const Derived& derived : kDerived)
        if (derived.of == row.key)
          values.push_back(
              {derived.name, 1, 1, [&derived](const MaterialLook& look) { return Rgb{derived.byte(look), 0, 0}; }});
    };
    std::apply([&](const auto&... row) { (add_row(row), ...); }, kLookProperties);
    return values;
  }();
  return kValues;
}

int rows_of_looks() {
  int bytes = 0;
  for (const Value& value : values_of_looks()) bytes += value.count;
  return (bytes + 3) / 4;
}

}  // namespace

PaletteTexels palette_texels(const Looks& looks, DisplayMode mode) {
  const int overlay_row = rows_of_looks();
  PaletteTexels palette{{kColumns, overlay_row + 2}, {}};
  palette.texels.resize(static_cast<size_t>(palette.size.cells()));
  const auto texel = [&](size_t column, int row) -> std::array<uint8_t, 4>& {
    return palette.texels[static_cast<size_t>(row) * kColumns + column];
  };
  int byte = 0;
  for (const Value& value : values_of_looks()) {
    for (size_t entry = 0; entry < looks.size(); ++entry) {
      const Rgb rgb = value.bytes(looks[entry]);
      const uint8_t bytes[] = {rgb.r, rgb.g, rgb.b};
      for (int i = 0; i < value.count; ++i)
        texel(entry, (byte + i) / 4)[static_cast<size_t>((byte + i) % 4)] = bytes[i];
    }
    byte += value.count;
  }
  const std::array<OverlayColour, kColumns> overlay = overlay_colours(mode);
  for (size_t i = 0; i < kColumns; ++i) {
    texel(i, overlay_row) = {overlay[i].scale.r, overlay[i].scale.g, overlay[i].scale.b, 255};
    texel(i, overlay_row + 1) = {overlay[i].offset.r, overlay[i].offset.g, overlay[i].offset.b, 255};
  }
  return palette;
}

std::string palette_glsl() {
  std::ostringstream members;
  std::ostringstream arguments;
  for (std::ostringstream* const text : {&members, &arguments}) text->imbue(std::locale::classic());
  arguments << std::showpoint << std::setprecision(9);
  int byte = 0;
  for (const Value& value : values_of_looks()) {
    members << "  " << (value.count == 3 ? "vec3 " : "float ") << value.name << ";\n";
    arguments << (byte == 0 ? "" : ", ") << (value.count == 3 ? "vec3(" : "(");
    for (int i = 0; i < value.count; ++i, ++byte)
      arguments << (i == 0 ? "" : ", ") << "row" << byte / 4 << "." << "rgba"[byte % 4];
    arguments << ")";
    if (value.most != 1) arguments << " * " << value.most;
  }
  std::string fetches;
  for (int row = 0; row < rows_of_looks(); ++row) {
    const std::string number = std::to_string(row);
    fetches += "  vec4 row" + number + " = texelFetch(palette, ivec2(int(entry), " + number + "), 0);\n";
  }
  return "uniform sampler2D palette;\n\nconst int kOverlayRow = " + std::to_string(rows_of_looks()) +
         ";\n\nstruct Look {\n" + members.str() + "};\n\nLook look_of(uint entry) {\n" + fetches + "  return Look(" +
         arguments.str() + ");\n}\n";
}

}  // namespace quicksand
