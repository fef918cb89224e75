#include "app/autosave.h"

#include <exception>
#include <memory>
#include <system_error>
#include <utility>

#include "core/hash.h"
#include "io/files.h"
#include "io/save_file.h"
#include "view/shading.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockName = "lock";

// Of the picture along its longer side: the thread that plays draws it, and only its size costs time there.
constexpr int kPictureSide = 480;

// Of what the world is made of, without its clock.
uint64_t hash_of(const SavedWorld& copy) {
  StateHasher hasher;
  for (const SavedPlane& plane : copy.planes) hasher.add_bytes(plane.bytes.data(), plane.bytes.size());
  hasher.add_bytes(copy.rest.data(), copy.rest.size());
  return hasher.value();
}

// The slot is locked. Whether it is free for another world: not if one could not be taken away.
bool empty_slot(const fs::path& slot, const std::function<void(const fs::path&)>& recover) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(slot, error), end; !error && it != end; it.increment(error))
    if (it->path().filename() != kLockName) files.push_back(it->path());
  bool is_free = true;
  for (const fs::path& file : files) {
    if (file.extension() == ".png")
      recover(file);
    else
      fs::remove(file, error);
    is_free &= !fs::exists(file, error);
  }
  return is_free;
}

}  // namespace

Autosave::~Autosave() { finish(); }

Status Autosave::begin(const fs::path& folder, const std::function<void(const fs::path&)>& recover) {
  for (int number = 1; number <= kMostSlots; ++number) {
    const fs::path slot = folder / std::to_string(number);
    std::error_code error;
    if (lock_ && !fs::exists(slot, error)) break;
    Result<std::optional<FileLock>> lock = FileLock::try_take(slot / kLockName);
    if (!lock) return lock.failure();
    if (!lock->has_value()) continue;
    const bool is_free = empty_slot(slot, recover);
    if (lock_ || !is_free) continue;
    lock_ = std::move(*lock);
    slot_ = slot;
  }
  return lock_ ? Status(Done{}) : fail("too many games run at once", folder.string());
}

void Autosave::follow(const Session& session, const std::string& name, double interval, double now) {
  if (!is_idle() || interval <= 0) return;
  if (!due_) due_ = now + interval;
  if (now < *due_ || !has_news(session)) return;
  due_ = now + interval;
  write_now(session, name);
}

void Autosave::catch_up(const Session& session, const std::string& name) {
  if (is_idle() && has_news(session)) write_now(session, name);
}

bool Autosave::is_idle() {
  if (is_writing()) return false;
  finish();
  return true;
}

bool Autosave::has_news(const Session& session) const {
  return lock_ && place_of(session) != written_ && !session.is_untouched();
}

void Autosave::write_now(const Session& session, const std::string& name) {
  try {
    start(session, name);
  } catch (const std::exception& error) {
    problem_ = error.what();  // not enough memory
  }
}

void Autosave::start(const Session& session, const std::string& name) {
  const bool only_if_changed = written_ && written_->changes == session.changes();
  Order order{session.copy(),
              session.shared_materials(),
              world_picture(session.world(), session.looks(), {}, nullptr, kPictureSide),
              slot_ / (name + ".png"),
              session.request().kinds,
              only_if_changed};
  written_ = place_of(session);
  is_forgotten_ = false;
  is_done_ = false;
  // A std::function may be copied, which an order is too large for.
  auto shared = std::make_shared<Order>(std::move(order));
  worker_.start([this, shared] { work(std::move(*shared)); });
}

void Autosave::work(Order order) {
  try {
    result_ = write(order);
  } catch (const std::exception& error) {
    result_ = fail(error.what());
  }
  is_done_ = true;
}

Status Autosave::write(Order& order) {
  const uint64_t hash = hash_of(order.copy);
  if (order.only_if_changed && hash == last_hash_ && order.file == last_file_) return Done{};
  embed(*order.materials, order.copy);
  const Result<std::string> bytes = encode_save(order.copy, order.picture, order.kinds);
  if (!bytes) return bytes.failure();
  if (const Status written = write_file_atomically(order.file, *bytes); !written) return written;
  std::error_code error;
  if (!last_file_.empty() && last_file_ != order.file) fs::remove(last_file_, error);
  last_file_ = order.file;
  last_hash_ = hash;
  return Done{};
}

void Autosave::finish() {
  if (!worker_.is_started()) return;
  worker_.join();
  if (result_) {
    problem_.clear();
    told_.clear();
  } else {
    problem_ = result_.failure().text();
    if (!is_forgotten_) written_.reset();
  }
  if (is_forgotten_) remove_file();
}

void Autosave::forget(const Session& session) {
  written_ = place_of(session);
  is_forgotten_ = true;
  if (!worker_.is_started()) remove_file();
}

void Autosave::remove_file() {
  std::error_code error;
  if (!last_file_.empty()) fs::remove(last_file_, error);
  last_file_.clear();
}

std::optional<std::string> Autosave::take_problem() {
  if (problem_.empty() || problem_ == told_) return std::nullopt;
  return told_ = problem_;
}

}  // namespace quicksand
