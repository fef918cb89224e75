// The keys of a scene file that all kinds of world have, as tables of properties (core/property.h). Those of one kind
// are in io/sandbox_file.h and io/dunes_format.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/command.h"
#include "core/property.h"
#include "io/material_changes.h"
#include "io/mod_file.h"
#include "io/property_reader.h"
#include "io/property_schema.h"
#include "io/property_writer.h"
#include "io/scene_file.h"
#include "scene/scene.h"

namespace quicksand {

// Shapes may lie partly, or wholly, outside the world.
inline constexpr int64_t kFarthestCell = 4 * kMaxWorldExtent;
inline constexpr int64_t kWidestShape = 2 * kFarthestCell + 1;  // from one such cell to another
inline constexpr int64_t kLastTick = int64_t{1} << 53;

// The name of a material, or an array of such names; the member is a vector of NamedEntry.
template <class Member>
struct MaterialNames {
  Member member;
};
template <class Member>
MaterialNames(Member) -> MaterialNames<Member>;

// An object of paths and values, {"sand.friction": 2}; the member is a vector of MaterialChange.
template <class Member>
struct MaterialChanges {
  Member member;
};
template <class Member>
MaterialChanges(Member) -> MaterialChanges<Member>;

Json write_changes(const std::vector<MaterialChange>& changes);

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const MaterialChanges<Member>& kind, Owner& owner) {
  auto changes = read_changes(context.reader, value, key);
  if (changes) std::invoke(kind.member, owner) = std::move(*changes);
  return changes.has_value();
}
template <class Member, class Owner>
Json write_value(const MaterialChanges<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return write_changes(std::invoke(kind.member, owner));
}
template <class Member, class Owner>
Json schema_value(const MaterialChanges<Member>&, const Owner&) {
  return {{"type", "object"}};
}

// "any", "empty" or the name of a material; the owner is a ScenePaint.
struct OntoWhat {};

std::optional<std::vector<NamedEntry>> read_names(JsonReader& reader, const JsonValue& value, std::string_view key);
Json write_names(const std::vector<NamedEntry>& names);
Json schema_of_names();

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const MaterialNames<Member>& kind, Owner& owner) {
  auto names = read_names(context.reader, value, key);
  if (names) std::invoke(kind.member, owner) = std::move(*names);
  return names.has_value();
}
template <class Member, class Owner>
Json write_value(const MaterialNames<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return write_names(std::invoke(kind.member, owner));
}
template <class Member, class Owner>
Json schema_value(const MaterialNames<Member>&, const Owner&) {
  return schema_of_names();
}

bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const OntoWhat& kind,
                ScenePaint& paint);
Json write_value(const OntoWhat& kind, const ScenePaint& paint, std::span<const std::string>);
Json schema_value(const OntoWhat& kind, const ScenePaint& paint);

// How a file describes the shape of a PaintCommand.
struct ShapeKeys {
  enum Word : size_t { kRect, kCircle, kLine, kAll, kEllipse, kPolygon, kFlood, kCells };

  Word shape = kRect;
  CellPos at;
  GridSize size;
  int radius = 0;
  CellPos from;
  CellPos to;
  int width = 1;
  std::optional<int> height;
  Tip tip = Tip::kRound;
  std::optional<std::vector<RowSpan>> tip_cells;
  int outline = 0;
  std::vector<CellPos> corners;
  std::vector<RowSpan> cells;
};

// Places as [[x, y], …], and runs of cells as [[y, first, last], …].
template <class Member>
struct Places {
  Member member;
};
template <class Member>
Places(Member) -> Places<Member>;
template <class Member>
struct Runs {
  Member member;
};
template <class Member>
Runs(Member) -> Runs<Member>;

std::optional<std::vector<CellPos>> read_places(JsonReader& reader, const JsonValue& value, std::string_view key);
Json write_places(const std::vector<CellPos>& places);
Json schema_of_places();
// The member of runs may be optional.
std::optional<std::vector<RowSpan>> read_runs(JsonReader& reader, const JsonValue& value, std::string_view key);
Json write_runs(const std::vector<RowSpan>& runs);
Json schema_of_runs();

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const Places<Member>& kind, Owner& owner) {
  std::optional<std::vector<CellPos>> places = read_places(context.reader, value, key);
  if (places) std::invoke(kind.member, owner) = std::move(*places);
  return places.has_value();
}
template <class Member, class Owner>
Json write_value(const Places<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return write_places(std::invoke(kind.member, owner));
}
template <class Member, class Owner>
Json schema_value(const Places<Member>&, const Owner&) {
  return schema_of_places();
}
template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Runs<Member>& kind,
                Owner& owner) {
  std::optional<std::vector<RowSpan>> runs = read_runs(context.reader, value, key);
  if (runs) std::invoke(kind.member, owner) = std::move(*runs);
  return runs.has_value();
}
template <class Member, class Owner>
Json write_value(const Runs<Member>& kind, const Owner& owner, std::span<const std::string>) {
  const auto& member = std::invoke(kind.member, owner);
  return is_present(member) ? write_runs(present_value(member)) : Json();
}
template <class Member, class Owner>
Json schema_value(const Runs<Member>&, const Owner&) {
  return schema_of_runs();
}

// A circle is a line of no length: it comes back as such.
inline ShapeKeys shape_keys(const PaintCommand& command) {
  ShapeKeys keys;
  constexpr std::pair<Shape, ShapeKeys::Word> kWords[] = {
      {Shape::kAll, ShapeKeys::kAll},         {Shape::kRect, ShapeKeys::kRect},
      {Shape::kStroke, ShapeKeys::kLine},     {Shape::kEllipse, ShapeKeys::kEllipse},
      {Shape::kPolygon, ShapeKeys::kPolygon}, {Shape::kFlood, ShapeKeys::kFlood},
      {Shape::kCells, ShapeKeys::kCells}};
  for (const auto& [shape, word] : kWords)
    if (shape == command.shape) keys.shape = word;
  const bool is_box = command.shape == Shape::kRect || command.shape == Shape::kEllipse;
  keys.at =
      is_box ? CellPos{std::min(command.from.x, command.to.x), std::min(command.from.y, command.to.y)} : command.from;
  keys.size = {std::abs(command.to.x - command.from.x) + 1, std::abs(command.to.y - command.from.y) + 1};
  keys.from = command.from;
  keys.to = command.to;
  keys.width = command.width;
  keys.height = command.height;
  if (command.tip != Tip::kCells) keys.tip = command.tip;
  if (command.tip == Tip::kCells && command.tip_cells.runs) keys.tip_cells = *command.tip_cells.runs;
  keys.outline = command.outline;
  keys.corners = command.corners;
  keys.cells = command.cells;
  return keys;
}

inline void set_shape(PaintCommand& command, const ShapeKeys& keys) {
  switch (keys.shape) {
    case ShapeKeys::kRect:
    case ShapeKeys::kEllipse:
      command.shape = keys.shape == ShapeKeys::kRect ? Shape::kRect : Shape::kEllipse;
      command.from = keys.at;
      command.to = {keys.at.x + keys.size.width - 1, keys.at.y + keys.size.height - 1};
      command.outline = keys.outline;
      break;
    case ShapeKeys::kCircle:
      command.shape = Shape::kStroke;
      command.from = command.to = keys.at;
      command.width = 2 * keys.radius + 1;
      break;
    case ShapeKeys::kLine:
      command.shape = Shape::kStroke;
      command.from = keys.from;
      command.to = keys.to;
      command.width = keys.width;
      command.height = keys.height;
      command.tip = keys.tip_cells ? Tip::kCells : keys.tip;
      if (command.tip == Tip::kCells)
        command.tip_cells.runs = std::make_shared<const std::vector<RowSpan>>(*keys.tip_cells);
      break;
    case ShapeKeys::kAll:
      command.shape = Shape::kAll;
      break;
    case ShapeKeys::kPolygon:
      command.shape = Shape::kPolygon;
      command.corners = keys.corners;
      break;
    case ShapeKeys::kFlood:
      command.shape = Shape::kFlood;
      command.from = keys.at;
      break;
    case ShapeKeys::kCells:
      command.shape = Shape::kCells;
      command.from = keys.at;
      command.cells = keys.cells;
      break;
  }
}

inline constexpr std::string_view kTipWords[] = {"round", "square", "triangle"};
inline constexpr std::string_view kBorderKey = "border";
inline constexpr std::string_view kBorderWords[] = {"wall", "open"};

inline constexpr std::tuple kRectProperties{
    Property{"at", WholePair{&ShapeKeys::at, -kFarthestCell, kFarthestCell}, "its top left cell"}.required(),
    Property{"size", WholePair{&ShapeKeys::size, 1, kWidestShape}, "width and height"}.required(),
    Property{"outline", Whole{&ShapeKeys::outline, 0, kMaxBrushWidth},
             "how thick its rim is, which alone is painted; 0: it is filled"}};

inline constexpr std::tuple kPolygonProperties{
    Property{"corners", Places{&ShapeKeys::corners}, "[[x, y], …] in turn; its edge belongs to it"}.required()};

inline constexpr std::tuple kFloodProperties{
    Property{"at", WholePair{&ShapeKeys::at, -kFarthestCell, kFarthestCell},
             "the cell it begins with; all of the same material that is joined to it is painted"}
        .required()};

inline constexpr std::tuple kCellsProperties{
    Property{"at", WholePair{&ShapeKeys::at, -kFarthestCell, kFarthestCell}, "the cell that its runs count from"}
        .required(),
    Property{"cells", Runs{&ShapeKeys::cells}, "runs of cells: [[y, first x, last x], …]"}.required()};

inline constexpr std::tuple kCircleProperties{
    Property{"at", WholePair{&ShapeKeys::at, -kFarthestCell, kFarthestCell}, "its centre"}.required(),
    Property{"radius", Whole{&ShapeKeys::radius, 0, (kMaxBrushWidth - 1) / 2},
             "0 is a single cell, r is 2r+1 cells across"}
        .required()};

inline constexpr std::tuple kLineProperties{
    Property{"from", WholePair{&ShapeKeys::from, -kFarthestCell, kFarthestCell}, "one end, which belongs to it"}
        .required(),
    Property{"to", WholePair{&ShapeKeys::to, -kFarthestCell, kFarthestCell}, "the other"}.required(),
    Property{"width", Whole{&ShapeKeys::width, 1, kMaxBrushWidth}, "how wide the tip is that draws it"},
    Property{"height", Whole{&ShapeKeys::height, 1, kMaxBrushWidth}, "how high it is; else as high as wide"},
    Property{"tip", OneOf{&ShapeKeys::tip, kTipWords}, "the form of the tip"}.excluding(
        "a tip has either \"tip\" or \"tip_cells\"", "tip_cells"),
    Property{"tip_cells", Runs{&ShapeKeys::tip_cells},
             "a tip of any form instead: runs of cells, [[y, first x, last x], …], from its upper left corner"}};

inline constexpr std::tuple kShapeProperties{
    Property{"shape",
             Cases{&ShapeKeys::shape,
                   {"rect", "circle", "line", "all", "ellipse", "polygon", "flood", "cells"},
                   std::tuple{kRectProperties, kCircleProperties, kLineProperties, std::tuple<>(), kRectProperties,
                              kPolygonProperties, kFloodProperties, kCellsProperties}},
             "which cells are painted"}
        .required()};

// What paint and sources have in common.
inline constexpr std::string_view kSpeedUnit = "cells a tick to the right and downwards";
template <class Item>
inline constexpr auto kMatterProperties = std::tuple{
    Property{"material", MaterialNames{&Item::materials}, "what: a material, or several, all equally likely"}
        .required(),
    Property{"wetness", Whole{MemberPath{&Item::command, &PaintCommand::wetness}, 0, 255},
             "how wet what absorbs becomes, as far as it can be"},
    Property{
        "temperature",
        Fixed{MemberPath{&Item::command, &PaintCommand::temperature}, kLeastCelsius, kMostCelsius, kUnitsPerKelvin},
        "how warm it is, in degrees Celsius; else as its material comes"},
    Property{"speed",
             RealPair{MemberPath{&Item::command, &PaintCommand::velocity}, -kMaxForceSpeed, kMaxForceSpeed, kSpeedUnit},
             "cells a tick to the right and downwards: it is thrown"}};

inline constexpr double kDiceLimits = 4294967296;  // dice_limit(1)

inline ShapeKeys paint_shape(const ScenePaint& paint) { return shape_keys(paint.command); }
inline void set_paint_shape(ScenePaint& paint, const ShapeKeys& keys) { set_shape(paint.command, keys); }

// What is painted, whenever.
inline constexpr std::tuple kPaintedProperties = std::tuple_cat(
    std::tuple{Inline{kShapeProperties, paint_shape, set_paint_shape}}, kMatterProperties<ScenePaint>,
    std::tuple{Property{"fill", Fixed{MemberPath{&ScenePaint::command, &PaintCommand::fill_limit}, 0, 1, kDiceLimits},
                        "the share of the shape's cells that is painted, chosen by the dice"},
               Property{"onto", OntoWhat{}, "which cells it may change: any, empty, or a material"}});

inline constexpr std::tuple kPaintProperties =
    std::tuple_cat(std::tuple{Property{"tick", Whole{&ScenePaint::tick, 0, kLastTick}, "when"}}, kPaintedProperties);

struct SourceTime {
  uint64_t from = 0;
  std::optional<uint64_t> until;
};

inline constexpr auto kComesBefore = [](const auto& time) {
  return time.until && *time.until < time.from ? "\"until\" comes before \"from\"" : "";
};

inline uint64_t last_tick(std::optional<uint64_t> until) { return until.value_or(kLastTick); }
inline std::optional<uint64_t> until_tick(uint64_t until) {
  return until < static_cast<uint64_t>(kLastTick) ? std::optional(until) : std::nullopt;
}

inline constexpr std::tuple kSourceTimeProperties{
    Property{"from", Whole{&SourceTime::from, 0, kLastTick}, "the first tick in which it runs"},
    Property{"until", Whole{&SourceTime::until, 0, kLastTick}, "the first tick in which it no longer runs"}.checked(
        kComesBefore)};

inline ShapeKeys source_shape(const SceneSource& source) {
  ShapeKeys keys = shape_keys(source.command);
  keys.shape = ShapeKeys::kRect;
  return keys;
}
inline void set_source_shape(SceneSource& source, const ShapeKeys& keys) {
  set_shape(source.command, keys);
  source.command.onto = Onto::kEmpty;
}
inline SourceTime source_time(const SceneSource& source) { return {source.from, until_tick(source.until)}; }
inline void set_source_time(SceneSource& source, const SourceTime& time) {
  source.from = time.from;
  source.until = last_tick(time.until);
}

inline constexpr std::tuple kSourceProperties = std::tuple_cat(
    std::tuple{Inline{kRectProperties, source_shape, set_source_shape}}, kMatterProperties<SceneSource>,
    std::tuple{Property{"rate", Fixed{MemberPath{&SceneSource::command, &PaintCommand::fill_limit}, 0, 1, kDiceLimits},
                        "the chance for each empty cell, each tick; of a drain, whose material is void, for each cell"},
               Inline{kSourceTimeProperties, source_time, set_source_time}});

// How a file describes a force.
struct ForceKeys {
  CellPos at;
  int radius = 1;
  std::optional<double> outward;
  std::optional<Velocity> push;
  bool breaks = false;
  std::optional<uint64_t> tick;
  uint64_t from = 0;
  std::optional<uint64_t> until;
};

inline ForceKeys force_keys(const SceneForce& force) {
  const ForceCommand& command = force.command;
  return {command.at,     command.radius, command.outward, Velocity{command.x, command.y},
          command.breaks, std::nullopt,   force.from,      until_tick(force.until)};
}

inline void set_force(SceneForce& force, const ForceKeys& keys) {
  const Velocity push = keys.push.value_or(Velocity());
  force.command = {keys.at, keys.radius, keys.outward.value_or(0), push.x, push.y, keys.breaks};
  force.from = keys.tick.value_or(keys.from);
  force.until = keys.tick ? *keys.tick + 1 : last_tick(keys.until);
}

// A push, whenever.
inline constexpr std::tuple kPushProperties{
    Property{"at", WholePair{&ForceKeys::at, -kFarthestCell, kFarthestCell}, "its middle"}.required(),
    Property{"radius", Whole{&ForceKeys::radius, 1, kMaxForceRadius}, "its reach, in cells"}.required(),
    Property{"outward", Real{&ForceKeys::outward, -kMaxForceSpeed, kMaxForceSpeed},
             "cells a tick away from the middle; below 0 towards it"}
        .required_unless("push", "a force needs \"outward\" or \"push\""),
    Property{"push", RealPair{&ForceKeys::push, -kMaxForceSpeed, kMaxForceSpeed, kSpeedUnit},
             "cells a tick to the right and downwards"},
    Property{"breaks", Flag{&ForceKeys::breaks}, "whether it breaks what is static, and sets off what explodes"}};

// When something is done, once or in many ticks.
template <class Keys>
constexpr auto time_properties(std::string_view either) {
  return std::tuple{
      Property{"tick", Whole{&Keys::tick, 0, kLastTick - 1}, "when, once"}.excluding(either, "from", "until"),
      Property{"from", Whole{&Keys::from, 0, kLastTick}, "or in every tick from this one"},
      Property{"until", Whole{&Keys::until, 0, kLastTick}, "until before this one"}.checked(kComesBefore)};
}

inline constexpr std::tuple kForceKeyProperties = std::tuple_cat(
    kPushProperties, time_properties<ForceKeys>("a force has either \"tick\", or \"from\" and \"until\""));

inline constexpr std::tuple kForceProperties{Inline{kForceKeyProperties, force_keys, set_force}};

// How a file describes a touch.
struct TouchKeys {
  TouchCommand command;
  std::optional<uint64_t> tick;
  uint64_t from = 0;
  std::optional<uint64_t> until;
};

inline TouchKeys touch_keys(const SceneTouch& touch) {
  return {touch.command, std::nullopt, touch.from, until_tick(touch.until)};
}

inline void set_touch(SceneTouch& touch, const TouchKeys& keys) {
  touch.command = keys.command;
  touch.from = keys.tick.value_or(keys.from);
  touch.until = keys.tick ? *keys.tick + 1 : last_tick(keys.until);
}

// A touch, whenever.
inline constexpr std::tuple kTouchedProperties{
    Property{"at", WholePair{MemberPath{&TouchKeys::command, &TouchCommand::at}, -kFarthestCell, kFarthestCell},
             "its middle"}
        .required(),
    Property{"radius", Whole{MemberPath{&TouchKeys::command, &TouchCommand::radius}, 0, kMostTouchRadius},
             "how far it reaches, in cells; 0 is the cell alone"},
    Property{
        "warmer",
        Fixed{MemberPath{&TouchKeys::command, &TouchCommand::warmer}, -kMostTouchHeat, kMostTouchHeat, kUnitsPerKelvin},
        "by how many kelvins all that it reaches gets warmer; below 0 colder"}
        .required_unless("press", "a touch needs \"warmer\" or \"press\""),
    Property{"press", Flag{MemberPath{&TouchKeys::command, &TouchCommand::press}},
             "whether what can be pressed is, with all of the same that hangs together with it: a switch"}};

inline constexpr std::tuple kTouchKeyProperties = std::tuple_cat(
    kTouchedProperties, time_properties<TouchKeys>("a touch has either \"tick\", or \"from\" and \"until\""));

inline constexpr std::tuple kTouchProperties{Inline{kTouchKeyProperties, touch_keys, set_touch}};

inline constexpr auto kSignIsShort = [](const Sign& sign) {
  return sign.text.size() > kMostSignBytes ? "a sign says at most " + std::to_string(kMostSignBytes) + " bytes" : "";
};
inline constexpr Property kSignPlace{"at", WholePair{&Sign::at, -kFarthestCell, kFarthestCell}, "where it stands"};
inline constexpr auto kSignText = Property{"text", Text{&Sign::text}, "what it says"}.checked(kSignIsShort);

inline constexpr auto kSignsAreFew = [](const Scene& scene) {
  return scene.signs.size() > kMostSigns ? "a world has at most " + std::to_string(kMostSigns) + " signs" : "";
};

inline constexpr auto kModsAreFew = [](const Scene& scene) {
  return scene.mods.size() > kMostMods ? "a scene names at most " + std::to_string(kMostMods) + " mods" : "";
};

inline constexpr auto kHintsAreShort = [](const Scene& scene) -> std::string {
  if (scene.hints.size() > kMostHints) return "there are more than " + std::to_string(kMostHints) + " hints";
  const bool are_short =
      std::ranges::all_of(scene.hints, [](const NamedEntry& hint) { return hint.name.size() <= kMostHintBytes; });
  return are_short ? "" : "a hint has at most " + std::to_string(kMostHintBytes) + " bytes";
};

// A note in the world, and what becomes of one: without text it is taken away.
inline constexpr std::tuple kSignProperties{kSignPlace.required(), kSignText.required()};
inline constexpr std::tuple kSignedProperties{kSignPlace.required(), kSignText};

// How a file describes a recorded command, by what it does.
struct CommandKeys {
  enum Word : size_t { kPaint, kPush, kTouch, kClear, kSet, kPaste, kSource, kEndSources, kKeepSources, kSign };

  Word what = kPaint;
  ScenePaint paint;
  ForceKeys push;
  TouchKeys touch;
  CellPos at;  // of what is pasted, or of a source that ends
  SceneSource source;
  uint64_t first = 0;  // of the sources, which go on
  Sign sign;
};

inline CommandKeys command_keys(const SceneCommand& recorded) {
  CommandKeys keys;
  if (const auto* const paint = std::get_if<PaintCommand>(&recorded.command)) {
    keys.paint = {recorded.tick, *paint, recorded.materials, recorded.onto};
  } else if (const auto* const force = std::get_if<ForceCommand>(&recorded.command)) {
    keys.what = CommandKeys::kPush;
    keys.push = force_keys({*force});
  } else if (const auto* const touch = std::get_if<TouchCommand>(&recorded.command)) {
    keys.what = CommandKeys::kTouch;
    keys.touch.command = *touch;
  } else if (const auto* const paste = std::get_if<PasteCommand>(&recorded.command)) {
    keys.what = CommandKeys::kPaste;
    keys.at = paste->at;
  } else if (const auto* const source = std::get_if<SourceCommand>(&recorded.command)) {
    keys.what = CommandKeys::kSource;
    keys.source = {source->paint, recorded.materials, source->from, source->until};
  } else if (const auto* const ended = std::get_if<EndSourcesCommand>(&recorded.command)) {
    keys.what = CommandKeys::kEndSources;
    keys.at = ended->at;
  } else if (const auto* const kept = std::get_if<KeepSourcesCommand>(&recorded.command)) {
    keys.what = CommandKeys::kKeepSources;
    keys.first = kept->first;
  } else if (const auto* const written = std::get_if<SignCommand>(&recorded.command)) {
    keys.what = CommandKeys::kSign;
    keys.sign = written->sign;
  } else {
    keys.what = std::holds_alternative<SetCommand>(recorded.command) ? CommandKeys::kSet : CommandKeys::kClear;
  }
  return keys;
}

inline void set_command(SceneCommand& recorded, const CommandKeys& keys) {
  switch (keys.what) {
    case CommandKeys::kPaint:
      recorded.command = keys.paint.command;
      recorded.materials = keys.paint.materials;
      recorded.onto = keys.paint.onto;
      break;
    case CommandKeys::kPush: {
      SceneForce force;
      set_force(force, keys.push);
      recorded.command = force.command;
      break;
    }
    case CommandKeys::kTouch:
      recorded.command = keys.touch.command;
      break;
    case CommandKeys::kClear:
      recorded.command = ClearCommand();
      break;
    case CommandKeys::kSet:
      recorded.command = SetCommand();
      break;
    case CommandKeys::kPaste:
      recorded.command = PasteCommand{nullptr, keys.at};
      break;
    case CommandKeys::kSource:
      recorded.command = SourceCommand{keys.source.command, keys.source.from, keys.source.until};
      recorded.materials = keys.source.materials;
      break;
    case CommandKeys::kEndSources:
      recorded.command = EndSourcesCommand{keys.at};
      break;
    case CommandKeys::kKeepSources:
      recorded.command = KeepSourcesCommand{keys.first};
      break;
    case CommandKeys::kSign:
      recorded.command = SignCommand{keys.sign};
      break;
  }
}

inline ScenePaint painted_by(const CommandKeys& keys) { return keys.paint; }
inline void set_painted(CommandKeys& keys, const ScenePaint& paint) { keys.paint = paint; }
inline ForceKeys pushed_by(const CommandKeys& keys) { return keys.push; }
inline void set_pushed(CommandKeys& keys, const ForceKeys& push) { keys.push = push; }
inline TouchKeys touched_by(const CommandKeys& keys) { return keys.touch; }
inline void set_touched(CommandKeys& keys, const TouchKeys& touch) { keys.touch = touch; }

inline SceneSource source_of(const CommandKeys& keys) { return keys.source; }
inline void set_added_source(CommandKeys& keys, const SceneSource& source) { keys.source = source; }
inline Sign sign_of(const CommandKeys& keys) { return keys.sign; }
inline void set_sign(CommandKeys& keys, const Sign& sign) { keys.sign = sign; }

inline constexpr std::tuple kEndSourcesProperties{
    Property{"at", WholePair{&CommandKeys::at, -kFarthestCell, kFarthestCell}, "a cell of those that end"}.required()};

inline constexpr std::tuple kKeepSourcesProperties{
    Property{"first", Whole{&CommandKeys::first, 0, kLastTick}, "how many go on, the first that began"}.required()};

// The settings are keys of the kind of world, which reads and writes them itself (scene_file.cpp),
inline constexpr std::string_view kSettingsKey = "settings";
inline constexpr std::tuple kSetProperties{
    Property{kSettingsKey, Ignored{}, "how: \"border\", and keys of scenes of this kind of world"}};
// but for these. A border that is not named is as the scene has it.
inline constexpr std::tuple kWorldSettingsProperties{
    Property{kBorderKey, OneOf{&WorldSettings::open_border, kBorderWords}, "what the world's edge does"}};

// The piece is read and written by io/patch_text.h (scene_file.cpp).
inline constexpr std::string_view kPatchKey = "patch";
inline constexpr std::tuple kPasteProperties{
    Property{"at", WholePair{&CommandKeys::at, -kFarthestCell, kFarthestCell}, "where its top left cell comes"}
        .required(),
    Property{kPatchKey, Ignored{}, "the piece of a world: \"size\", \"entries\", \"planes\" and \"data\""}};

inline constexpr std::tuple kDeedProperties{Property{
    "do",
    Cases{&CommandKeys::what,
          {"paint", "push", "touch", "clear", "set", "paste", "source", "end_sources", "keep_sources", "sign"},
          std::tuple{std::tuple{Inline{kPaintedProperties, painted_by, set_painted}},
                     std::tuple{Inline{kPushProperties, pushed_by, set_pushed}},
                     std::tuple{Inline{kTouchedProperties, touched_by, set_touched}}, std::tuple<>(), kSetProperties,
                     kPasteProperties, std::tuple{Inline{kSourceProperties, source_of, set_added_source}},
                     kEndSourcesProperties, kKeepSourcesProperties,
                     std::tuple{Inline{kSignedProperties, sign_of, set_sign}}}},
    "what is done: painted, pushed as by a force, touched, all is taken away, the world is set otherwise, a "
    "piece of a world is put down, a source begins, those in a place end, or all but the first, or a sign is set up"}
                                                .required()};

inline constexpr std::tuple kCommandProperties{
    Property{"tick", Whole{&SceneCommand::tick, 0, kLastTick}, "before which tick"},
    Inline{kDeedProperties, command_keys, set_command}};

inline constexpr std::tuple kSceneProperties{
    Property{"$schema", Ignored{}, "for editors: the schema of this file"},
    Property{"format", Constant{kSceneFormat}, "what kind of file this is"}.required(),
    Property{"title", Text{&Scene::title}, "one line for menus"},
    Property{"group", Text{&Scene::group}, "below which heading menus list it"},
    Property{"hints", MaterialNames{&Scene::hints},
             "what one can try: a line, or several, for who plays for the first time"}
        .checked(kHintsAreShort),
    Property{"paused", Flag{&Scene::paused}, "whether a window waits at its start until the player lets time run"},
    Property{"world", Text{&Scene::world}, "the kind of world"},
    Property{"size", WholePair{&Scene::size, 1, kMaxWorldExtent}, "the world's size in cells"},
    Property{"seed", Whole{&Scene::seed, 0, kLastTick}, "the seed of all dice"},
    Property{kBorderKey, OneOf{&Scene::open_border, kBorderWords}, "what the world's edge does"},
    Property{"daylight", Real{&Scene::daylight, 0, 1}, "how the fancy view lights it: 0 is night, 1 bright noon"},
    Property{"materials", Text{&Scene::materials}, "a set of materials: a name or a file"},
    Property{"mods", MaterialNames{&Scene::mods}, "mods over these materials: a name or folder, or several"}
        .checked(kModsAreFew),
    Property{"set", MaterialChanges{&Scene::material_changes},
             "properties of materials that are other than their files say, as in {\"sand.friction\": 2}"},
    Property{"paint", List{&Scene::paint, kPaintProperties, "an item of paint"}, "shapes to paint"},
    Property{"sources", List{&Scene::sources, kSourceProperties, "a source"}, "taps"},
    Property{"signs", List{&Scene::signs, kSignProperties, "a sign"}, "notes that stand in the world"}.checked(
        kSignsAreFew),
    Property{"forces", List{&Scene::forces, kForceProperties, "a force"}, "explosions and winds"},
    Property{"touches", List{&Scene::touches, kTouchProperties, "a touch"},
             "heat, cold, and switches that are pressed"},
    Property{"commands", List{&Scene::commands, kCommandProperties, "a command"},
             "of a recorded session: what was done, in order"},
    Property{"recorded_until", Whole{&Scene::recorded_until, 0, kLastTick}, "the tick at which the recording ended"}};

}  // namespace quicksand
