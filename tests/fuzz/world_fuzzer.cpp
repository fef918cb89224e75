// Whole worlds: the bytes become a scene, materials and what is done to them; two kernels and two numbers of threads
// play it, and must come to the same state, also where one of them is saved and goes on from there.
#include <fuzzer/FuzzedDataProvider.h>

#include <memory>

#include "app/changing_materials.h"
#include "app/kinds/world_kinds.h"
#include "fuzz/fuzzer.h"
#include "io/assets.h"
#include "io/material_file.h"
#include "io/save_file.h"
#include "sim/random_table.h"

using namespace quicksand;

namespace {

MaterialSet draw_materials(FuzzedDataProvider& input, const WorldKind& kind) {
  static const MaterialSet sandbox = *load_materials(std::string(world_kinds()[0].materials));
  static const MaterialSet dunes = *load_materials(std::string(world_kinds()[1].materials));
  if (&kind != world_kinds().data()) return dunes;
  switch (input.ConsumeIntegralInRange(0, 3)) {
    case 0:
      return sandbox;
    case 1: {
      Lots lots(input.ConsumeIntegral<uint32_t>());
      Result<MaterialSet> set = parse_materials(changing_materials(lots), "fuzz.json");
      QS_CHECK(set.ok(), "materials that become others are not read");
      return std::move(*set);
    }
    default:
      break;
  }
  MaterialSet set = sandbox;
  set.table = random_table(input.ConsumeIntegral<uint16_t>(), input.ConsumeIntegralInRange(2, 12));
  set.looks.resize(static_cast<size_t>(set.table->size()));
  return set;
}

std::shared_ptr<const WorldSettings> draw_settings(FuzzedDataProvider& input, const WorldKind& kind, const Scene& scene,
                                                   const WorldSettings& from) {
  std::shared_ptr<WorldSettings> settings = kind.copy(from);
  for (const WorldNumber& number : kind.numbers) {
    if (!input.ConsumeBool()) continue;
    const double high = number.words.empty() ? number.high : static_cast<double>(number.words.size() - 1);
    const double low = number.words.empty() ? number.low : 0;
    const double share = input.ConsumeProbability<double>();
    const double value = low + (high - low) * share;
    number.set(*settings, number.is_whole || !number.words.empty() ? std::round(value) : value, scene.size);
  }
  return settings;
}

// In the world or about it, and sometimes as far away as a scene may have it.
CellPos draw_cell(FuzzedDataProvider& input, GridSize size) {
  constexpr int kFar = 1'000'000;
  if (input.ConsumeIntegralInRange(0, 31) == 0)
    return {input.ConsumeIntegralInRange(-kFar, kFar), input.ConsumeIntegralInRange(-kFar, kFar)};
  return {input.ConsumeIntegralInRange(-8, size.width + 8), input.ConsumeIntegralInRange(-8, size.height + 8)};
}

PaintCommand draw_paint(FuzzedDataProvider& input, GridSize size, int entries) {
  PaintCommand paint;
  paint.shape = input.PickValueInArray({Shape::kStroke, Shape::kRect, Shape::kEllipse, Shape::kAll, Shape::kFlood});
  paint.from = draw_cell(input, size);
  paint.to = draw_cell(input, size);
  paint.width = input.ConsumeIntegralInRange(1, 24);
  if (input.ConsumeBool()) paint.height = input.ConsumeIntegralInRange(1, 24);
  paint.tip = input.PickValueInArray({Tip::kRound, Tip::kSquare, Tip::kTriangle});
  paint.outline = input.ConsumeIntegralInRange(0, 5);
  for (int i = input.ConsumeIntegralInRange(1, 3); i > 0; --i)
    paint.entries.push_back(static_cast<uint8_t>(input.ConsumeIntegralInRange(0, entries - 1)));
  paint.fill_limit = dice_limit(input.ConsumeProbability<double>());
  if (input.ConsumeBool()) paint.wetness = input.ConsumeIntegral<uint8_t>();
  if (input.ConsumeBool()) paint.temperature = input.ConsumeIntegralInRange(-2000, 40'000);
  if (input.ConsumeBool())
    paint.velocity =
        Velocity{input.ConsumeFloatingPointInRange(-8.0, 8.0), input.ConsumeFloatingPointInRange(-8.0, 8.0)};
  paint.onto = input.PickValueInArray({Onto::kAny, Onto::kEmpty, Onto::kEntry});
  paint.onto_entry = static_cast<uint8_t>(input.ConsumeIntegralInRange(0, entries - 1));
  return paint;
}

PasteCommand draw_paste(FuzzedDataProvider& input, GridSize size, const World& world) {
  Patch patch{{input.ConsumeIntegralInRange(1, 20), input.ConsumeIntegralInRange(1, 12)}, {"void"}, {{"material", {}}}};
  const std::span<const std::string> names = world.entry_names();
  patch.entry_names.insert(patch.entry_names.end(), names.begin(),
                           names.begin() + std::min<ptrdiff_t>(255, std::ssize(names)));
  const int last = static_cast<int>(patch.entry_names.size()) - 1;
  for (int64_t i = 0; i < patch.size.cells(); ++i)
    patch.planes[0].bytes.push_back(static_cast<uint8_t>(input.ConsumeIntegralInRange(0, last)));
  return {std::make_shared<const Patch>(std::move(patch)), draw_cell(input, size)};
}

Command draw_command(FuzzedDataProvider& input, const WorldKind& kind, const Scene& scene, const World& world) {
  const GridSize size = scene.size;
  switch (input.ConsumeIntegralInRange(0, 9)) {
    case 0: {
      ForceCommand force;
      force.at = draw_cell(input, size);
      force.radius = input.ConsumeIntegralInRange(1, 40);
      force.outward = input.ConsumeFloatingPointInRange(-8.0, 8.0);
      force.x = input.ConsumeFloatingPointInRange(-8.0, 8.0);
      force.y = input.ConsumeFloatingPointInRange(-8.0, 8.0);
      force.breaks = input.ConsumeBool();
      return force;
    }
    case 1: {
      TouchCommand touch;
      touch.at = draw_cell(input, size);
      touch.radius = input.ConsumeIntegralInRange(0, 20);
      touch.warmer = input.ConsumeIntegralInRange(-kMostTouchHeat * 8, kMostTouchHeat * 8);
      touch.press = input.ConsumeBool();
      return touch;
    }
    case 2:
      if (input.ConsumeIntegralInRange(0, 7) == 0) return ClearCommand{};
      break;
    case 3:
      if (const auto now = world.settings()) {
        const auto settings = draw_settings(input, kind, scene, *now);
        if (!kind.check || kind.check(scene, *settings)) return SetCommand{settings};
      }
      break;
    case 4:
      return draw_paste(input, size, world);
    default:
      break;
  }
  return draw_paint(input, size, static_cast<int>(world.entry_names().size()));
}

std::unique_ptr<World> reopened(const World& world, const WorldKind& kind, const Scene& scene, const MaterialSet& set) {
  const SavedWorld saved = copy_to_save(world, scene);
  Result<std::unique_ptr<World>> again = kind.restore(saved, set, std::string(world.kernel_name()), "fuzz.png");
  QS_CHECK(again.ok(), "a world that was saved cannot be restored");
  return std::move(*again);
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr int kMostTicks = 24;
  FuzzedDataProvider input(data, size);
  const WorldKind& kind = world_kinds()[input.ConsumeIntegralInRange<size_t>(0, 3) == 0 ? 1 : 0];
  Scene scene;
  scene.world = kind.name;
  scene.size = {input.ConsumeIntegralInRange(1, 100), input.ConsumeIntegralInRange(1, 40)};
  scene.seed = input.ConsumeIntegral<uint32_t>();
  scene.open_border = input.ConsumeBool();
  scene.settings = kind.fresh ? kind.fresh() : nullptr;
  const MaterialSet set = draw_materials(input, kind);
  const std::vector<std::string_view> kernels = kind.kernels();
  Result<std::unique_ptr<World>> plain = kind.make(scene, set, std::string(kernels.back()));
  if (!plain) {
    check_message(plain.failure());
    return 0;
  }
  std::unique_ptr<World> one = std::move(*plain);
  std::unique_ptr<World> other = std::move(*kind.make(scene, set, std::string(kernels.front())));
  static Parallel single(1);
  static Parallel several(3);
  for (int tick = 0; tick < kMostTicks && input.remaining_bytes() > 0; ++tick) {
    for (int commands = input.ConsumeIntegralInRange(0, 3); commands > 0; --commands) {
      const Command command = draw_command(input, kind, scene, *one);
      one->apply(command);
      other->apply(command);
    }
    QS_CHECK(one->state_hash() == other->state_hash(), "what is done comes to something else in another kernel");
    if (input.ConsumeIntegralInRange(0, 15) == 0) {
      other = reopened(*other, kind, scene, set);
      QS_CHECK(one->state_hash() == other->state_hash(), "a world that was saved while time stood is another");
    }
    one->step(single);
    other->step(several);
    QS_CHECK(one->state_hash() == other->state_hash(), "a tick comes to something else in another kernel");
    if (input.ConsumeIntegralInRange(0, 15) == 0) {
      other = reopened(*other, kind, scene, set);
      QS_CHECK(one->state_hash() == other->state_hash(), "a world that was saved is another");
    }
  }
  return 0;
}
