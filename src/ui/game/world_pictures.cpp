#include "ui/game/world_pictures.h"

#include <chrono>
#include <exception>
#include <utility>

#include "app/session.h"
#include "app/version.h"
#include "core/hash.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/picture_file.h"
#include "io/png.h"
#include "io/save_file.h"
#include "view/shading.h"
#include "view/thumbnail.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A larger file is not worth its memory.
constexpr size_t kMaxPictureBytes = size_t{256} << 20;

// A scene is played so long, in world time and by the clock.
constexpr uint64_t kTicksPlayed = 3 * kTicksPerSecond;
constexpr std::chrono::seconds kMostSeconds{2};

fs::path picture_file(const StateHasher& hasher) {
  return user_cache_folder() / "worlds" / (hash_text(hasher.value()) + ".png");
}

// Of a save, by its bytes: it may be renamed or moved.
fs::path cached_file(const std::string& save) {
  StateHasher hasher;
  hasher.add_bytes(save.data(), save.size());
  return picture_file(hasher);
}

// The file as a picture, and how large the world of a save is.
std::optional<WorldPicture> read_picture(const fs::path& file, WorldKinds kinds) {
  const Result<std::string> bytes = read_file(file, kMaxPictureBytes);
  if (!bytes) return std::nullopt;
  const Result<Image> image = decode_picture(*bytes, file.string());
  if (!image) return std::nullopt;
  WorldPicture picture{{}, thumbnail(*image, kWorldPictureSize), image->size};
  if (!is_png(*bytes)) return picture;
  const Result<std::optional<SavedWorld>> saved = decode_save_header(*bytes, file.string(), kinds);
  if (!saved || !saved->has_value()) return picture;
  picture.size = (*saved)->scene.size;
  const Result<std::string> shown = read_file(cached_file(*bytes), kMaxPictureBytes);
  if (!shown) return picture;
  if (Result<Image> fancy = decode_picture(*shown, file.string())) picture.image = std::move(*fancy);
  return picture;
}

// What the picture depends on. The hash of the world covers its materials and how it begins.
fs::path cached_file(const OpenedWorld& opened) {
  StateHasher hasher;
  const std::string version = kVersionText;
  hasher.add_bytes(version.data(), version.size());
  if (const Result<std::string> text = read_file(opened.scene.file, kMaxJsonBytes))
    hasher.add_bytes(text->data(), text->size());
  hasher.add(opened.world->state_hash());
  for (const MaterialLook& look : opened.materials->looks)
    hasher.add(uint64_t{look.colour.r} << 16 | uint64_t{look.colour.g} << 8 | look.colour.b);
  return picture_file(hasher);
}

std::optional<WorldPicture> play_for_picture(const WorldRequest& request, const std::atomic<bool>& stop) {
  Result<OpenedWorld> opened = open_world(request);
  if (!opened) return std::nullopt;
  const GridSize size = opened->world->size();
  const fs::path cached = cached_file(*opened);
  if (std::optional<WorldPicture> picture = read_picture(cached, request.kinds)) {
    picture->size = size;
    return picture;
  }
  Session session(std::move(*opened), 1);
  const Clock::time_point start = Clock::now();
  for (uint64_t tick = 0; tick < kTicksPlayed && Clock::now() - start < kMostSeconds; ++tick) {
    if (stop) return std::nullopt;
    session.tick();
  }
  const Image whole = world_picture(session.world(), session.looks());
  WorldPicture picture{{}, thumbnail(whole, kWorldPictureSize), size};
  // Without it the next start takes as long again, and that is all.
  static_cast<void>(write_file_atomically(cached, encode_png(picture.image)));
  return picture;
}

}  // namespace

WorldPicture make_world_picture(const PictureOrder& order, const std::atomic<bool>& stop) {
  std::optional<WorldPicture> picture;
  try {
    std::error_code error;
    if (fs::exists(order.picture, error)) picture = read_picture(order.picture, order.request.kinds);
    if (!picture) picture = play_for_picture(order.request, stop);
  } catch (const std::exception&) {
    picture.reset();  // not enough memory
  }
  WorldPicture made = picture ? std::move(*picture) : WorldPicture();
  made.key = order.key;
  return made;
}

void keep_save_picture(const fs::path& save, const Image& shown) {
  const Result<std::string> bytes = read_file(save, kMaxPictureBytes);
  // Without it the page of worlds shows plain cells, and that is all.
  if (bytes)
    static_cast<void>(write_file_atomically(cached_file(*bytes), encode_png(thumbnail(shown, kWorldPictureSize))));
}

WorldPictures::~WorldPictures() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

void WorldPictures::order(PictureOrder order) {
  {
    const std::lock_guard lock(mutex_);
    orders_.push_back(std::move(order));
  }
  changed_.notify_all();
  if (kHasThreads && !worker_.is_started()) worker_.start([this] { work(); });
}

std::optional<WorldPicture> WorldPictures::take() {
  if (!kHasThreads && !orders_.empty()) {
    const PictureOrder order = std::move(orders_.front());
    orders_.pop_front();
    return make_world_picture(order, stop_);
  }
  const std::lock_guard lock(mutex_);
  if (ready_.empty()) return std::nullopt;
  WorldPicture picture = std::move(ready_.front());
  ready_.pop_front();
  return picture;
}

void WorldPictures::work() {
  while (true) {
    PictureOrder order;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || !orders_.empty(); });
      if (stop_) return;
      order = std::move(orders_.front());
      orders_.pop_front();
    }
    WorldPicture picture = make_world_picture(order, stop_);
    const std::lock_guard lock(mutex_);
    ready_.push_back(std::move(picture));
  }
}

}  // namespace quicksand
