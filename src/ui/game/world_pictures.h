// Small pictures of worlds that are not open, made in a thread of their own: read from a save or from a picture beside
// a scene, else drawn after the scene has been played for a few seconds. Those are kept in the player's cache folder,
// under a name that changes with the scene's text, how its world begins, its colours and the game's version.
//
// It opens worlds of its own: the one that is played never knows.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "app/open_world.h"
#include "core/worker.h"
#include "view/image.h"

namespace quicksand {

// The most pixels of a small picture.
inline constexpr GridSize kWorldPictureSize{240, 150};

struct PictureOrder {
  std::string key;                // comes back with the picture
  std::filesystem::path picture;  // a file that shows the world, if there is one
  WorldRequest request;           // opens it
};

struct WorldPicture {
  std::string key;
  Image image;    // of no size: there is none
  GridSize size;  // of the world
};

// Whatever goes wrong, the picture is empty. Ends early, with none, once `stop` is true.
WorldPicture make_world_picture(const PictureOrder& order, const std::atomic<bool>& stop);

// Remembers in the cache folder how the world of a save looks, which was just written; its own picture shows plain
// cells.
void keep_save_picture(const std::filesystem::path& save, const Image& shown);

class WorldPictures {
 public:
  WorldPictures() = default;
  ~WorldPictures();
  WorldPictures(const WorldPictures&) = delete;
  WorldPictures& operator=(const WorldPictures&) = delete;

  // They are made in the order in which they are asked for.
  void order(PictureOrder order);

  // One that is ready, if there is any.
  std::optional<WorldPicture> take();

 private:
  void work();

  std::mutex mutex_;  // of both queues
  std::condition_variable changed_;
  std::deque<PictureOrder> orders_;
  std::deque<WorldPicture> ready_;
  std::atomic<bool> stop_ = false;
  Worker worker_;  // begins with the first order
};

}  // namespace quicksand
