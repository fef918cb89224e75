#include "io/dunes_file.h"

#include "io/dunes_format.h"
#include "io/json_text.h"

namespace quicksand {

std::span<const std::string_view> dunes_keys() {
  static const std::vector<std::string_view> kKeys = keys_of(kDuneProperties);
  return kKeys;
}

std::span<const std::string_view> dunes_start_keys() {
  static const std::vector<std::string_view> kKeys = keys_of(kDuneStartProperties);
  return kKeys;
}

void read_dunes(JsonReader& reader, const JsonValue& document, Scene& scene) {
  auto dunes = std::make_shared<DunesScene>();
  read_properties({reader}, document, kDuneProperties, *dunes);
  for (const HeightField* field : {&dunes->ground, &dunes->sand})
    if (!field->heights.empty()) scene.size = field->size;
  scene.settings = std::move(dunes);
}

std::string dunes_text(const Scene& scene) {
  Json json;
  write_properties(kDuneProperties, settings_of<DunesScene>(scene), json);
  return json_line(json);
}

namespace {

// Calls action(body, before, place) for each body, with the one at the same place of its list before, or null.
template <class Action>
void for_each_body(DuneSettings& settings, const DuneSettings* before, const Action& action) {
  for (const bool is_source : {false, true}) {
    std::vector<const Body*> olds;
    if (before)
      for (const Body& body : before->bodies)
        if (body.is_source == is_source) olds.push_back(&body);
    size_t place = 0;
    for (Body& body : settings.bodies) {
      if (body.is_source != is_source) continue;
      action(body, place < olds.size() ? olds[place] : nullptr, place);
      ++place;
    }
  }
}

}  // namespace

std::shared_ptr<const WorldSettings> dunes_since(const WorldSettings& settings, const WorldSettings& before) {
  auto shorter = std::make_shared<DunesScene>(static_cast<const DunesScene&>(settings));
  for_each_body(shorter->settings, &static_cast<const DunesScene&>(before).settings,
                [](Body& body, const Body* old, size_t) {
                  if (old && (&old->path.items() == &body.path.items() || old->path.items() == body.path.items()))
                    body.path = {};
                });
  return shorter;
}

Status complete_dunes(WorldSettings& settings, const WorldSettings* before) {
  Status status = Done{};
  for_each_body(
      static_cast<DunesScene&>(settings).settings, before ? &static_cast<const DunesScene*>(before)->settings : nullptr,
      [&](Body& body, const Body* old, size_t place) {
        if (!body.path.empty()) return;
        if (old)
          body.path = old->path;
        else
          status = fail("number " + std::to_string(place + 1) + " of " +
                        in_quotes(body.is_source ? "emitters" : "colliders") + ": \"path\": " + in_quotes(kSamePath) +
                        " is that of the body at the same place of the list " +
                        "that a command has set before; there is none: name its places");
      });
  return status;
}

ObjectSchema dunes_schema() { return schema_of_rows<DunesScene>(kDuneProperties); }

}  // namespace quicksand
