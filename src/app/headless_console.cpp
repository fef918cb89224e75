#include "app/headless_console.h"

#include <cstdio>
#include <filesystem>
#include <utility>

#include "app/interruption.h"
#include "capture/recorder.h"
#include "core/printable.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/png.h"
#include "view/shading.h"

namespace quicksand {
namespace {

class HeadlessHost : public ConsoleHost {
 public:
  HeadlessHost(Session& session, const Deadline& deadline, ScriptFiles& files)
      : session_(session), deadline_(deadline), files_(files) {}

  bool is_to_end() const {
    return Interruption::signal() != 0 || (deadline_ && std::chrono::steady_clock::now() >= *deadline_);
  }

  Session& session() override { return session_; }
  void say(const std::string& text) override { std::fprintf(stderr, "%s\n", text.c_str()); }

  Status clear() override {
    session_.clear();
    return Done{};
  }

  Status run_ticks(uint64_t ticks) override {
    for (uint64_t i = 0; i < ticks && !is_to_end(); ++i) session_.tick();
    return Done{};
  }

  Status save(const std::string& name) override {
    std::filesystem::path file(name);
    if (!file.has_extension()) file += ".png";
    if (file.extension() != ".png" && file.extension() != ".json")
      return fail("a save is a .png, or a .json of the session, not " + in_quotes(name));
    if (const Status free = files_.claim_save(file, session_); !free) return free;
    return session_.save(file);
  }

  Status open(const std::string& name) override {
    std::error_code error;
    const bool is_save = !is_scene_name(name) && !std::filesystem::exists(name, error) &&
                         std::filesystem::exists(name + ".png", error);  // save() has written it so
    WorldRequest request = session_.request();
    request.scene = is_save ? name + ".png" : name;
    request.described.reset();
    request.size.reset();
    request.seed.reset();
    return play(request);
  }

  Status begin_with_seed(uint64_t seed) override { return play(session_.request_with_seed(seed)); }

  Status screenshot(const std::string& name) override {
    if (!name.ends_with(".png")) return fail("without a window \"screenshot\" needs a FILE.png");
    if (const Status free = files_.claim(name); !free) return free;
    return write_file_atomically(name, encode_png(world_picture(session_.world(), session_.looks())));
  }

  Status do_in_window(const ConsoleCall& call) override {
    return fail(in_quotes(call.command) + " is for the window: it says nothing of the world");
  }

 private:
  Status play(const WorldRequest& request) {
    Result<OpenedWorld> opened = open_world(request);
    if (!opened) return opened.failure();
    for (const Diagnostic& note : opened->notes) say("quicksand: " + note.text());
    session_.replace({std::move(*opened), {}, 0});
    return Done{};
  }

  Session& session_;
  const Deadline& deadline_;
  ScriptFiles& files_;
};

}  // namespace

bool goes_on_from(const Session& session, const std::filesystem::path& file) {
  const Scene& scene = session.scene();
  const bool is_ours = session.opened().is_save || recording_end(scene);
  return is_ours && !scene.file.empty() && place_of_file(scene.file) == place_of_file(file);
}

void ScriptFiles::begin_run(const std::string& recording, std::span<const std::filesystem::path> targets) {
  earlier_.merge(now_);
  own_.clear();
  recording_ = recording.empty() ? std::filesystem::path() : place_of_file(recording);
  targets_ = {targets.begin(), targets.end()};
}

Status ScriptFiles::claim(const std::filesystem::path& file) { return claim_place(file, false); }

Status ScriptFiles::claim_save(const std::filesystem::path& file, const Session& session) {
  return claim_place(file, goes_on_from(session, file));
}

Status ScriptFiles::claim_place(const std::filesystem::path& file, bool may_be_read) {
  const std::filesystem::path place = place_of_file(file);
  if (earlier_.contains(place))
    return fail("the run of another seed has written it; put {seed} into its name, like sand-{seed}.png",
                file.string());
  if (targets_.contains(place) || is_picture_of_recording(place, recording_))
    return fail("the run itself is to write something else there", file.string());
  if (!may_be_read && !own_.contains(place)) {
    if (const Status good = read_.check_unread(file); !good) return good;
    own_.insert(place);
  }
  now_.insert(place);
  return Done{};
}

Status run_script(ConsoleScript script, Session& session, const Deadline& deadline, ScriptFiles& files) {
  HeadlessHost host(session, deadline, files);
  while (!script.is_done() && !host.is_to_end())
    if (Status done = script.run_next(host); !done) return done;
  if (!script.is_done())
    host.say("quicksand: " + printable(script.file()) + " was not done to its end: it was stopped in line " +
             std::to_string(script.line()));
  return Done{};
}

}  // namespace quicksand
