#include "app/resize.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/check.h"
#include "io/json_document.h"
#include "io/scene_file.h"

namespace quicksand {
namespace {

std::vector<uint8_t> moved_bytes(const std::vector<uint8_t>& bytes, GridSize before, GridSize size, CellPos by) {
  std::vector<uint8_t> moved(static_cast<size_t>(size.cells()));
  const int first = std::max(by.x, 0);
  const int end = std::min(by.x + before.width, size.width);
  if (first >= end) return moved;
  for (int y = std::max(by.y, 0); y < std::min(by.y + before.height, size.height); ++y)
    std::copy_n(bytes.begin() + (static_cast<std::ptrdiff_t>(y - by.y) * before.width + first - by.x), end - first,
                moved.begin() + (static_cast<std::ptrdiff_t>(y) * size.width + first));
  return moved;
}

class Mover {
 public:
  Mover(const WorldKind& kind, CellPos by) : kind_(kind), by_(by) {}

  void move(CellPos& cell) const { cell = {cell.x + by_.x, cell.y + by_.y}; }
  void move(PaintCommand& paint) const {
    move(paint.from);
    move(paint.to);
    for (CellPos& corner : paint.corners) move(corner);
  }
  void move(ForceCommand& force) const { move(force.at); }
  void move(TouchCommand& touch) const { move(touch.at); }
  void move(PasteCommand& paste) const { move(paste.at); }
  void move(SourceCommand& source) const { move(source.paint); }
  void move(EndSourcesCommand& ended) const { move(ended.at); }
  void move(KeepSourcesCommand&) const {}
  void move(SignCommand& written) const { move(written.sign.at); }
  void move(SetCommand& set) const { move(set.settings); }
  void move(ClearCommand&) const {}
  void move(EndRecordingCommand&) const {}
  void move(std::shared_ptr<const WorldSettings>& settings) const {
    if (settings && kind_.moved) settings = kind_.moved(*settings, by_);
  }

  void move(Scene& scene) const {
    for (ScenePaint& paint : scene.paint) move(paint.command);
    for (SceneSource& source : scene.sources) move(source.command);
    for (SceneForce& force : scene.forces) move(force.command);
    for (SceneTouch& touch : scene.touches) move(touch.command);
    for (Sign& sign : scene.signs) move(sign.at);
    for (SceneCommand& one : scene.commands) std::visit([&](auto& command) { move(command); }, one.command);
    move(scene.settings);
  }

 private:
  const WorldKind& kind_;
  CellPos by_;
};

// Whether what is yet to come can be read from a save: places have limits, and so has what is done at once in a world
// of that size.
Status check_saved(const Scene& scene, WorldKinds kinds) {
  const Result<JsonValue> document = parse_json(scene_text(scene, kinds), "");
  if (!document) return document.failure();
  const Result<Scene> again = read_scene_of_save(*document, "", kinds);
  if (again) return Done{};
  return fail("such a world could not be saved: " + again.failure().diagnostics.front().message, scene.name);
}

}  // namespace

Result<OpenedWorld> resized(const Session& session, GridSize size, CellPos by) {
  const WorldKind* const kind = find_kind(session.request().kinds, session.world().kind());
  QS_CHECK(kind && kind->resize_rest, "a world is of a kind that cannot be resized");
  if (std::min(size.width, size.height) < 1 || std::max(size.width, size.height) > kind->most_extent)
    return fail("a world of this kind has 1 to " + std::to_string(kind->most_extent) + " cells along each side, not " +
                std::to_string(size.width) + " x " + std::to_string(size.height));
  SavedWorld saved = session.copy();
  const GridSize before = saved.scene.size;
  const std::string& name = session.scene().name;
  if (!kind->resize_rest(saved, size, by)) return fail("the world's state cannot be moved", name);
  for (SavedPlane& plane : saved.planes) plane.bytes = moved_bytes(plane.bytes, before, size, by);
  Mover(*kind, by).move(saved.scene);
  saved.scene.size = size;
  if (const Status good = check_saved(saved.scene, session.request().kinds); !good) return good.failure();

  OpenedWorld opened;
  opened.materials = session.shared_materials();
  opened.materials_read = session.materials_read();
  opened.own = session.opened().own;
  opened.unedited = session.opened().unedited;
  Result<Director> director = Director::create(saved.scene, opened.materials->table->names());
  if (!director) return director.failure();
  Result<std::unique_ptr<World>> world = kind->restore(saved, *opened.materials, session.request().kernel, name);
  if (!world) return world.failure();
  opened.world = std::move(*world);
  opened.director = std::move(*director);
  opened.scene = std::move(saved.scene);
  opened.request = session.request();
  // Whoever starts it anew is back at the save, or scene, that it was.
  opened.as_scene = session.opened().is_save ? session.request() : session.opened().as_scene;
  opened.begins_as_scene = false;
  return opened;
}

}  // namespace quicksand
