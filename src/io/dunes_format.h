// The keys of a scene file that belong to a dunes world, as tables of properties (core/property.h).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/property.h"
#include "dunes/dune_state.h"
#include "dunes/dunes_scene.h"
#include "io/scene_format.h"

namespace quicksand {

inline constexpr double kMostPileHeight = kMostHeight / kUnit;  // in cells
inline constexpr double kLeastLength = 1.0 / kUnit;
inline constexpr double kShareOne = 256;    // what stands for 1 in shares of 256ths
inline constexpr double kMostShare = 0.99;  // a share of all would need 256

inline constexpr std::string_view kHeadings[] = {"east", "west", "south", "north"};
inline constexpr std::string_view kBodyShapes[] = {"ball", "slab", "hill", "map"};
inline constexpr std::string_view kPileRules[] = {"slide", "chip-firing"};

// Rows of numbers, or a picture; the member is a HeightField or a BodyMap of at most so many rows and columns.
template <class Member>
struct Heights {
  Member member;
  int most;
};
template <class Member>
Heights(Member, int) -> Heights<Member>;

// What stands for the path of a body that has not changed (dunes_file.h).
inline constexpr std::string_view kSamePath = "same";

// Places [tick, x, y, z]; the member is a list of BodyPlace, none for kSamePath.
template <class Member>
struct BodyPath {
  Member member;
};
template <class Member>
BodyPath(Member) -> BodyPath<Member>;

std::optional<HeightField> read_heights(JsonReader& reader, const JsonValue& value, std::string_view key, int most);
Json write_heights(GridSize size, const std::vector<double>& heights);
Json schema_of_heights(int most);
std::optional<std::vector<BodyPlace>> read_path(JsonReader& reader, const JsonValue& value, std::string_view key);
Json write_path(const std::vector<BodyPlace>& path);
Json schema_of_path();

inline void set_heights(HeightField& to, HeightField from) { to = std::move(from); }
inline void set_heights(BodyMap& to, HeightField from) {
  to = {from.size.width, from.size.height, std::move(from.heights)};
}
inline Json heights_of(const HeightField& field) { return write_heights(field.size, field.heights); }
inline Json heights_of(const BodyMap& map) { return write_heights({map.width, map.height}, map.depths.items()); }

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const Heights<Member>& kind, Owner& owner) {
  auto heights = read_heights(context.reader, value, key, kind.most);
  if (heights) set_heights(std::invoke(kind.member, owner), std::move(*heights));
  return heights.has_value();
}
template <class Member, class Owner>
Json write_value(const Heights<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return heights_of(std::invoke(kind.member, owner));
}
template <class Member, class Owner>
Json schema_value(const Heights<Member>& kind, const Owner&) {
  return schema_of_heights(kind.most);
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const BodyPath<Member>& kind, Owner& owner) {
  auto path = read_path(context.reader, value, key);
  if (path) std::invoke(kind.member, owner) = std::move(*path);
  return path.has_value();
}
template <class Member, class Owner>
Json write_value(const BodyPath<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return write_path(std::invoke(kind.member, owner).items());
}
template <class Member, class Owner>
Json schema_value(const BodyPath<Member>&, const Owner&) {
  return schema_of_path();
}

// A picture in place of rows of numbers.
struct PictureKeys {
  std::string image;
  double low = 0;
  double high = 10;
};

inline constexpr std::tuple kPictureProperties{
    Property{"image", Text{&PictureKeys::image}, "a picture, looked for beside the scene"}.required(),
    Property{"low", Real{&PictureKeys::low, 0, kMostFieldHeight}, "the height of black"},
    Property{"high", Real{&PictureKeys::high, 0, kMostFieldHeight}, "the height of white"}};

inline constexpr std::tuple kPileRuleProperties{
    Property{"rule", OneOf{&PileSettings::chip_firing, kPileRules}, "how sand slides"},
    Property{"threshold", Fixed{&PileSettings::threshold, 2 * kLeastLength, 1000, kUnit},
             "T: a column slides when a neighbour is lower by so much"}
        .default_value(0.6),
    Property{"transfer", Fixed{&PileSettings::transfer, kLeastLength, 1000, kUnit}, "M: so much slides in a step"}
        .default_value([](const PileSettings& pile) {
          return std::max(static_cast<double>(pile.threshold) / kUnit / 10, kLeastLength);
        })
        .checked([](const PileSettings& pile) {
          return pile.transfer > pile.most_transfer()
                     ? "\"transfer\" must be at most half of \"threshold\", or sand would swing to and fro for ever"
                     : "";
        }),
    Property{"wet_threshold", Fixed{&PileSettings::wet_threshold, 0, 1000, kUnit},
             "how much more it takes where the sand is as wet as it gets"}
        .default_value(1.5),
    Property{"steps", Whole{&PileSettings::steps, 1, 4096}, "steps of sliding in each tick"},
    Property{"neighbours", Whole{&PileSettings::neighbours, 4, 8},
             "4, or 8: sand slides to the diagonal ones, too, and heaps are round"}
        .checked([](const PileSettings& pile) {
          return pile.neighbours == 4 || pile.neighbours == 8 ? "" : "\"neighbours\" must be 4 or 8";
        })};

inline constexpr std::tuple kWindProperties{
    Property{"to", OneOf{&WindSettings::heading, kHeadings},
             "where it blows to; east is to the right, south downwards"},
    Property{"turn", Whole{&WindSettings::turn, 0, kMostTurn}, "from there, in degrees clockwise"},
    Property{"hop", Whole{&WindSettings::hop, 1, kMostHop}, "how far sand flies in a tick, in whole cells"}
        .default_value(3),
    Property{"lift", Fixed{&WindSettings::lift, 0, kMostShare, kShareOne},
             "the chance that a column loses a slab to the wind in a tick"}
        .default_value(0.25),
    Property{"slab", Fixed{&WindSettings::slab, kLeastLength, kMostSlab, kUnit}, "how thick that is"}.default_value(
        0.1),
    Property{"stays_on_sand", Fixed{&WindSettings::catch_sand, 0, kMostShare, kShareOne},
             "the share of what comes down on sand that stays there"}
        .default_value(0.4),
    Property{"stays_on_rock", Fixed{&WindSettings::catch_rock, 0, kMostShare, kShareOne}, "the same on bare ground"}
        .default_value(0.15),
    Property{"spray", Fixed{&WindSettings::spray, 0, kMostShare, kShareOne},
             "the chance that a slab flies off the brink of a crest as a grain"}
        .default_value(0.05),
    Property{"shadow", Fixed{&WindSettings::shadow, kLeastLength, 100, kUnit},
             "behind a crest the wind comes down by so much a column"}
        .default_value(0.27)};

inline constexpr std::tuple kBodyProperties{
    Property{"shape", OneOf{&Body::shape, kBodyShapes}, "what it is from above and from the side"},
    Property{"radius", Real{&Body::radius, 0.5, 1000}, "of balls and hills"},
    Property{"length", Real{&Body::length, 0.5, 1000}, "of slabs, along their way"},
    Property{"width", Real{&Body::width, 0.5, 1000}, "of slabs, across it"},
    Property{"map", Heights{&Body::map, kMostMapExtent},
             "of maps: how far each column reaches from the middle's height"}
        .required_with("shape", "map"),
    Property{"path", BodyPath{&Body::path}, "where its middle is: [tick, x, y, z] each, z upwards"}.required(),
    Property{"stays", Flag{&Body::stays}, "whether it stands at its last place from then on"}};

inline constexpr std::tuple kPileProperties{
    Property{"at", WholePair{&DunePile::at, -kMaxWorldExtent, 2 * kMaxWorldExtent}, "its middle"}.required(),
    Property{"height", Real{&DunePile::height, 0, kMostPileHeight}, "in cells"}.required(),
    Property{"radius", Whole{&DunePile::radius, 0, kMaxWorldExtent}, "of its foot; 0: a single column"}};

inline constexpr std::tuple kSandProperties{
    Property{"depth", Real{&DunesScene::depth, 0, kMostFieldHeight}, "how deep it lies everywhere"},
    Property{"noise", Real{&DunesScene::noise, 0, kMostFieldHeight}, "up to so much more or less in each column"}};

// The settings that are objects or lists in a file.
struct DuneParts {
  std::optional<WindSettings> wind;
  std::vector<Body> colliders;
  std::vector<Body> emitters;
};

// Of each kind, in a file; many more would take longer than a tick may.
inline constexpr size_t kMostBodies = 256;

// As a scene has it that says no more than that there is a wind.
WindSettings usual_wind();

DuneParts dune_parts(const DuneSettings& settings);
void set_dune_parts(DuneSettings& settings, const DuneParts& parts);

inline constexpr std::tuple kDunePartProperties{
    Property{"wind", Object{&DuneParts::wind, kWindProperties}, "the wind; without it there is none"},
    Property{"colliders", List{&DuneParts::colliders, kBodyProperties, "a collider", kMostBodies},
             "what moves through the sand"},
    Property{"emitters", List{&DuneParts::emitters, kBodyProperties, "an emitter", kMostBodies},
             "hidden hills that push up new sand"}};

// How dunes are set.
inline constexpr std::tuple kDuneSettingsProperties{
    Inline{kPileRuleProperties, [](const DuneSettings& settings) { return settings.pile; },
           [](DuneSettings& settings, const PileSettings& pile) { settings.pile = pile; }},
    Inline{kDunePartProperties, dune_parts, set_dune_parts},
    Property{"unclump", Flag{&DuneSettings::unclumps},
             "whether grains in the air that gather above the ground are spread along it"}};

// What they look like at the start.
inline constexpr std::tuple kDuneStartProperties{
    Property{"sand", Object{Itself{}, kSandProperties}, "sand everywhere"},
    Property{"heights", Heights{&DunesScene::sand, kMostDuneExtent}, "sand besides, column by column"},
    Property{"ground", Heights{&DunesScene::ground, kMostDuneExtent}, "what lies under the sand"},
    Property{"piles", List{&DunesScene::piles, kPileProperties, "a pile"}, "cones of sand"},
    Property{"condense", Ignored{}, "means nothing: once every scene could say it"}};

inline constexpr std::tuple kDuneProperties = std::tuple_cat(
    std::tuple{Inline{kDuneSettingsProperties, [](const DunesScene& scene) { return scene.settings; },
                      [](DunesScene& scene, const DuneSettings& settings) { scene.settings = settings; }}},
    kDuneStartProperties);

}  // namespace quicksand
