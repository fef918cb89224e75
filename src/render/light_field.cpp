#include "render/light_field.h"

#include <algorithm>
#include <cmath>

namespace quicksand {
namespace {

// How many cascades it takes to look across.
int levels_for(GridSize size) {
  const double across = std::hypot(size.width, size.height);
  int levels = 1;
  for (double seen = kFirstReach; seen < across; seen = seen * 4 + kFirstReach) ++levels;
  return levels;
}

GridSize probes_of(GridSize size, int level) { return squares_of(size, 1 << level); }

}  // namespace

Result<LightField> LightField::create(const ShaderSources& sources) {
  Result<Shader> cascade = Shader::create(sources, "cascade.frag");
  if (!cascade) return cascade.failure();
  Result<Shader> gather = Shader::create(sources, "gather.frag");
  if (!gather) return gather.failure();
  return LightField(std::move(*cascade), std::move(*gather));
}

LightField::LightField(Shader cascade, Shader gather)
    : cascade_(std::move(cascade)),
      gather_(std::move(gather)),
      cascades_{light_texture(GL_NEAREST), light_texture(GL_NEAREST)},
      fluence_(light_texture()) {
  fluence_.reserve({1, 1});  // a texture that can be bound
}

void LightField::compute(const GlTexture& media, GridSize size, const Sky& sky) {
  cascade_.use();
  cascade_.set("size", size);
  cascade_.set("sky", sky.r, sky.g, sky.b);
  cascade_.set("sun", sky.sun.r, sky.sun.g, sky.sun.b);
  cascade_.set("sun_way", kSunWay[0], kSunWay[1]);
  cascade_.set("sun_power", static_cast<float>(kSunPower));
  const int levels = levels_for(size);
  for (int level = levels - 1; level >= 0; --level) {
    const GridSize probes = probes_of(size, level);
    const int side = kFirstSide << level;
    const auto powers = static_cast<float>(1 << 2 * level);
    const float start = kFirstReach * (powers - 1) / 3;
    const GridSize texels{probes.width * side, probes.height * side};
    GlTexture& target = cascades_[level % 2];
    target.reserve(texels);  // before the others are bound: it binds
    canvas_.aim({&target}, texels);
    cascade_.set("media", media, 0);
    cascade_.set("farther", cascades_[(level + 1) % 2], 1);
    cascade_.set("above", sky.above, 2);
    cascade_.set("columns", sky.columns);
    cascade_.set("level", level);
    cascade_.set("side", side);
    cascade_.set("is_last", level == levels - 1 ? 1 : 0);
    cascade_.set("probes", probes);
    cascade_.set("farther_probes", probes_of(size, level + 1));
    cascade_.set("reach", start, start + kFirstReach * powers);
    canvas_.draw();
  }

  fluence_.reserve(size);
  canvas_.aim({&fluence_}, size);
  gather_.use();
  gather_.set("cascade", cascades_[0], 0);
  gather_.set("probes", size);
  gather_.set("side", kFirstSide);
  canvas_.draw();
}

}  // namespace quicksand
