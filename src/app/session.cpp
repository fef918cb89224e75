#include "app/session.h"

#include "io/files.h"
#include "io/save_file.h"
#include "view/shading.h"

namespace quicksand {

void Session::tick() {
  direct();
  step();
}

void Session::clear() {
  opened_.world->clear();
  opened_.director = Director();
}

Status Session::save(const std::filesystem::path& path) const {
  Scene scene = opened_.scene;
  opened_.director.describe_rest(scene);
  const Result<std::string> bytes = encode_save(world(), scene, world_picture(world(), looks()), opened_.request.kinds);
  if (!bytes) return bytes.failure();
  return write_file_atomically(path, *bytes);
}

}  // namespace quicksand
