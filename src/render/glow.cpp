#include "render/glow.h"

#include <algorithm>

namespace quicksand {

Result<Glow> Glow::create(const ShaderSources& sources) {
  Result<Shader> down = Shader::create(sources, "glow_down.frag");
  if (!down) return down.failure();
  Result<Shader> up = Shader::create(sources, "glow_up.frag");
  if (!up) return up.failure();
  return Glow(std::move(*down), std::move(*up));
}

Glow::Glow(Shader down, Shader up)
    : down_(std::move(down)),
      up_(std::move(up)),
      halves_{light_texture(), light_texture(), light_texture(), light_texture(), light_texture(), light_texture()},
      sums_{light_texture(), light_texture()} {}

void Glow::gather(const GlTexture& media, GridSize size) {
  const auto half = [](int length) { return std::max(1, (length + 1) / 2); };
  down_.use();
  for (int level = 0; level < kLevels; ++level) {
    sizes_[level] = level == 0 ? size : GridSize{half(size.width), half(size.height)};
    halves_[level].reserve(sizes_[level]);
    canvas_.aim({&halves_[level]}, sizes_[level]);
    down_.set("finer", level == 0 ? media : halves_[level - 1], 0);
    down_.set("is_media", level == 0 ? 1 : 0);
    down_.set("size", size);
    canvas_.draw();
    size = sizes_[level];
  }
}

void Glow::spread(int levels, float gain, GlTexture& target) const {
  const GlTexture* coarser = &halves_[levels - 1];
  up_.use();
  for (int level = levels - 1; level >= 0; --level) {
    GlTexture& sum = level == 0 ? target : sums_[level % 2];
    sum.reserve(sizes_[level]);
    canvas_.aim({&sum}, sizes_[level]);
    up_.set("finer", halves_[level], 0);
    up_.set("coarser", *coarser, 1);
    up_.set("size", sizes_[std::min(level + 1, levels - 1)]);
    up_.set("gain", level == levels - 1 ? 0.0F : gain);
    canvas_.draw();
    coarser = &sum;
  }
}

}  // namespace quicksand
