#include "render/fancy_look.h"

#include <algorithm>
#include <array>
#include <vector>

#include "render/daylight.h"

namespace quicksand {
namespace {

// Samples along a texel's side: of the simple light and the bloom, and of bodies by the fineness of their blur.
constexpr int kGlowSquare = 4;
constexpr int kBodySquares[kMostBlur + 1] = {4, 4, 2};

// Of the torch, in cells.
constexpr float kTorchRadius = 5;

// How many parts of the glow the bloom adds up, and how much more each counts than the one before.
constexpr int kBloomLevels[kMostBloom + 1] = {0, 4, 6};
constexpr float kBloomGains[kMostBloom + 1] = {0, 1, 1.3F};

}  // namespace

Result<FancyLook> FancyLook::create(const ShaderSources& sources) {
  if (const Status can = draws_light(); !can) return can.failure();
  Result<Shader> media = Shader::create(sources, "media.frag");
  if (!media) return media.failure();
  Result<Shader> compose = Shader::create(sources, "compose.frag");
  if (!compose) return compose.failure();
  Result<BodyField> bodies = BodyField::create(sources);
  if (!bodies) return bodies.failure();
  Result<Glow> glow = Glow::create(sources);
  if (!glow) return glow.failure();
  Result<SimpleLight> simple = SimpleLight::create(sources);
  if (!simple) return simple.failure();
  Result<LightField> traced = LightField::create(sources);
  if (!traced) return traced.failure();
  return FancyLook(std::move(*media), std::move(*compose), std::move(*bodies), std::move(*glow), std::move(*simple),
                   std::move(*traced));
}

FancyLook::FancyLook(Shader media, Shader compose, BodyField bodies, Glow glow, SimpleLight simple, LightField traced)
    : media_shader_(std::move(media)),
      compose_(std::move(compose)),
      bodies_(std::move(bodies)),
      glow_(std::move(glow)),
      simple_(std::move(simple)),
      traced_(std::move(traced)),
      media_(light_texture()),
      bloom_(light_texture()),
      above_(colour_texture()),
      open_(GL_R8, GL_RED, GL_UNSIGNED_BYTE, GL_LINEAR) {
  bloom_.reserve({1, 1});  // can be bound
  open_.reserve({1, 1});
}

Torch FancyLook::torch_of(const Scene& scene) {
  if (!scene.torch) return {};
  const CellWindow& window = scene.window;
  const auto sample = [&](int cell, int first) {
    return (static_cast<float>(cell - first) + 0.5F) / static_cast<float>(window.step);
  };
  return {sample(scene.torch->x, window.rect.x), sample(scene.torch->y, window.rect.y),
          kTorchRadius / static_cast<float>(window.step)};
}

void FancyLook::find_media(const Scene& scene, int square, MediaKind kind) {
  const GridSize size = squares_of(scene.window.size, square);
  media_.reserve(size);
  canvas_.aim({&media_}, size);
  media_shader_.use();
  media_shader_.set("cells", scene.cells, 0);
  media_shader_.set("palette", scene.palette, 1);
  media_shader_.set("light", traced_.fluence(), 2);
  media_shader_.set("size", scene.window.size);
  media_shader_.set("square", square);
  media_shader_.set("scatters", kind == MediaKind::kScattering ? 1 : 0);
  media_shader_.set("for_glow", kind == MediaKind::kGlow ? 1 : 0);
  const Torch torch = torch_of(scene);
  media_shader_.set("glow_share", sky_at(scene.window.view.daylight).glow);
  media_shader_.set("torch", torch.x, torch.y, torch.radius);
  canvas_.draw();
}

// The sky over a window, for light whose texels are so many samples wide.
Sky FancyLook::sky_over(const CellWindow& window, int square) {
  const bool is_open = window.sky_above.empty();
  const GridSize size{is_open ? 1 : squares_of(window.size, square).width, 1};
  std::vector<std::array<uint8_t, 4>> texels(static_cast<size_t>(size.width), {255, 255, 255, 255});
  for (int texel = 0; texel < size.width && !is_open; ++texel) {
    const int first = texel * square;
    const int end = std::min(first + square, window.size.width);
    int sum = 0;
    for (int column = first; column < end; ++column) sum += window.sky_above[static_cast<size_t>(column)];
    texels[static_cast<size_t>(texel)][0] = static_cast<uint8_t>(sum / (end - first));
  }
  above_.upload(size, texels.data());
  const DaySky sky = sky_at(window.view.daylight);
  return {sky.zenith.r, sky.zenith.g, sky.zenith.b, above_, size.width, sky.sun};
}

// Returns how many samples a texel of the light is wide.
int FancyLook::find_light(const Scene& scene) {
  const Effects& effects = scene.effects;
  if (effects.light == kSimpleLight || effects.bloom > 0) {
    const GridSize size = squares_of(scene.window.size, kGlowSquare);
    const bool known = effects.blur > 0 && bodies_.square() == kGlowSquare;
    if (!known) find_media(scene, kGlowSquare, MediaKind::kGlow);
    const GlTexture& media = known ? bodies_.media() : media_;
    glow_.gather(media, size);
    if (effects.bloom > 0) glow_.spread(kBloomLevels[effects.bloom], kBloomGains[effects.bloom], bloom_);
    if (effects.light == kSimpleLight) simple_.compute(media, size, sky_over(scene.window, kGlowSquare), glow_);
  }
  if (effects.light <= kSimpleLight) return kGlowSquare;
  const int texels = kLightLevels[static_cast<size_t>(effects.light)].texels;
  const int longer = std::max(scene.window.size.width, scene.window.size.height);
  const int square = std::max(1, (longer + texels - 1) / texels);
  const Sky sky = sky_over(scene.window, square);
  // Twice: what the first pass finds is scattered by the materials in the second.
  for (const MediaKind kind : {MediaKind::kShining, MediaKind::kScattering}) {
    find_media(scene, square, kind);
    traced_.compute(media_, squares_of(scene.window.size, square), sky);
  }
  return square;
}

// Where in a texture, of which a texel is `square` samples wide, the samples are.
void FancyLook::set_places(const std::string& name, GridSize samples, int square, const GlTexture& texture) const {
  const GridSize room = texture.room();
  const GridSize texels = squares_of(samples, square);
  const auto last = [](int extent, int whole) {
    return (static_cast<float>(extent) - 0.5F) / static_cast<float>(whole);
  };
  compose_.set((name + "_scale").c_str(), 1.0F / static_cast<float>(square * room.width),
               1.0F / static_cast<float>(square * room.height));
  compose_.set((name + "_last").c_str(), last(texels.width, room.width), last(texels.height, room.height));
}

void FancyLook::draw(const Scene& scene, const GlTexture& picture) {
  const CellWindow& window = scene.window;
  const Effects& effects = scene.effects;
  const DaySky sky = sky_at(window.view.daylight);
  if (effects.blur > 0)
    bodies_.compute(scene.cells, scene.palette, window.size, kBodySquares[effects.blur], torch_of(scene), sky.glow);
  light_square_ = find_light(scene);
  simple_light_ = effects.light == kSimpleLight;
  // At dusk and without light the background is the same everywhere.
  if (effects.light > 0 && sky.share_open > 0) {
    find_open_sky(scene.looks, window, open_sky_);
    open_.upload(open_sky_.size, open_sky_.shares.data());
  }

  canvas_.aim({&picture}, {scene.part.width * scene.detail, scene.part.height * scene.detail});
  compose_.use();
  compose_.set("cells", scene.cells, 0);
  compose_.set("palette", scene.palette, 1);
  compose_.set("shares", bodies_.shares(), 2);
  compose_.set("colours", bodies_.colours(), 3);
  compose_.set("light", light(), 4);
  compose_.set("bloom", bloom_, 5);
  compose_.set("open", open_, 6);
  compose_.set("part", static_cast<float>(scene.part.x), static_cast<float>(scene.part.y));
  compose_.set("detail", static_cast<float>(scene.detail));
  set_air(compose_, window, scene.looks.front().colour, sky);
  compose_.set("share_dark", sky.share_dark);
  compose_.set("share_open", sky.share_open);
  compose_.set("share_lit", sky.share_lit);
  compose_.set("glow_share", sky.glow);
  compose_.set("enclosed", sky.enclosed.r, sky.enclosed.g, sky.enclosed.b);
  compose_.set("unlit", sky.unlit.r, sky.unlit.g, sky.unlit.b);
  set_places("body", window.size, bodies_.square(), bodies_.shares());
  set_places("light", window.size, light_square_, light());
  set_places("open", window.size, open_sky_.square, open_);
  set_places("bloom", window.size, kGlowSquare, bloom_);
  compose_.set("blurs", effects.blur > 0 ? 1.0F : 0.0F);
  compose_.set("edges", effects.edges > 0 ? 1.0F : 0.0F);
  compose_.set("lights", effects.light > 0 ? 1.0F : 0.0F);
  compose_.set("blooms", effects.bloom > 0 ? 1.0F : 0.0F);
  compose_.set("plainly", window.view.distinct || window.view.patterns ? 1.0F : 0.0F);
  compose_.set("dithers", effects.dither > 0 ? 1.0F : 0.0F);
  canvas_.draw();
}

}  // namespace quicksand
