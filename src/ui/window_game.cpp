#include "ui/window_game.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/shader_files.h"
#include "core/language.h"
#include "io/assets.h"
#include "io/files.h"
#include "platform/clipboard.h"
#include "platform/editor.h"
#include "platform/file_manager.h"
#include "platform/locale.h"
#include "platform/main_loop.h"
#include "platform/memory.h"
#include "platform/window.h"
#include "platform/x_errors.h"
#include "ui/game/game_state.h"
#include "ui/game/key_map.h"
#include "ui/game/language_choice.h"
#include "ui/game/saves.h"
#include "ui/game/world_clock.h"
#include "ui/game/worlds.h"
#include "ui/gl_screen.h"
#include "ui/imgui_layer.h"
#include "ui/panels/inspect_panel.h"
#include "ui/panels/material_panel.h"
#include "ui/panels/panels.h"
#include "ui/panels/selection_bar.h"
#include "ui/panels/worlds_page.h"
#include "ui/processor_screen.h"
#include "ui/shown_frame.h"
#include "ui/speaker.h"
#include "ui/window_events.h"
#include "view/effects_chooser.h"
#include "view/motion_trail.h"

namespace quicksand {
namespace {

using Clock = std::chrono::steady_clock;

constexpr GridSize kWindowSize{1280, 720};

// A display without vertical sync would be redrawn as fast as it goes, and take the solver's time; the more so where
// the processor draws.
constexpr double kShortestFrame = 1.0 / 125;
constexpr double kShortestFrameOfProcessor = 1.0 / 60;

// Where nothing has moved for a while, neither in the world nor by the player, fewer pictures are enough until
// something does.
constexpr double kSecondsUntilIdle = 0.5;
constexpr double kIdleFrame = 1.0 / 20;

// The world of a window that nobody sees goes on, without pictures.
constexpr double kUnseenFrame = 1.0 / 30;

// Weight of the newest frame in the smoothed figures of the status line.
constexpr double kSmoothing = 0.08;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class WindowGame {
 public:
  WindowGame(Window& window, Session& session, const WindowRequest& request, const FilesRead& read)
      : window_(window), report_(request.report), read_(read), imgui_(window), game_(session) {
    open_screen();
    LoadedSettings loaded = load_settings(user_config_folder() / "settings.json");
    game_.settings = game_.kept_settings = loaded.settings;
    share_memory_of_past(game_);
    game_.preferred_languages = preferred_languages();
    follow_language(game_);
    if (!loaded.problem.empty()) game_.toasts.complain(said("The settings are not all good:\n") + loaded.problem);
    load_own_keys(
        game_, [](const std::string& name) { return std::string(SDL_GetKeyName(SDL_GetKeyFromName(name.c_str()))); });
    const double wanted = request.ui_scale > 0 ? request.ui_scale : game_.settings.ui_scale;
    game_.scale.wanted = wanted > 0 ? static_cast<float>(wanted) : window.preferred_scale();
    game_.tooling.entry = entry_or_loose("sand", session.world().entry_names(), session.looks());
    game_.panels.hint = !game_.settings.hint_seen;
    renew_looks(game_);
    begin_to_draw();
    events_.begin_gamepads();
    game_.draw_world = [this](DisplayMode mode) {
      View view = game_.view();
      view.mode = mode;
      return screen_->whole_world(game_.session.world(), view, &trail_);
    };
    game_.copy_picture = copy_picture;
    game_.read_clipboard = read_picture;
    game_.show_folder = show_folder;
    game_.open_editor = open_in_editor;
    tell_notes(game_);
    wait_at_start(game_);
    recover_worlds(game_);
    offer_left_world(game_);
    game_.console.script = request.script;
    when_display_is_lost([this] {
      game_.draw_world = nullptr;
      leave_game(game_);
      if (const Status ended = end(); !ended) std::fprintf(stderr, "%s\n", ended.failure().text().c_str());
    });
  }
  ~WindowGame() { when_display_is_lost(nullptr); }
  WindowGame(const WindowGame&) = delete;
  WindowGame& operator=(const WindowGame&) = delete;

  // Shows a frame. False: the game is at its end.
  bool step() {
    if (frames_come_unasked() && seconds_since(last_frame_) < shortest_frame_ && !has_event()) return true;
    try {
      frame();
    } catch (const std::bad_alloc&) {
      is_out_of_memory_ = true;  // and half of a frame is no state to go on from
      leave_game(game_);
      return false;
    }
    if (!game_.console.failure) return !std::exchange(game_.wishes.quit, false) || !leave_game(game_);
    leave_game(game_);  // what cannot be kept now the autosave has, for the next start
    return false;
  }

  // After the last frame. Fails where there is a mistake in the script.
  Status end() {
    if (game_.film) {  // what is recorded is not lost
      game_.film->end(now());
      const Result<WrittenFile> written = game_.film->wait();
      if (!written)
        std::fprintf(stderr, "%s\n", written.failure().text().c_str());
      else if (!written->why_not_there.empty())
        std::fprintf(stderr, "%s\n", told_of(*written).c_str());
    }
    if (game_.console.failure) return *game_.console.failure;
    if (is_out_of_memory_)
      return fail(said("there was not enough memory to go on; what could be kept of the world stands in Worlds"));
    return write_report();
  }

 private:
  Status write_report() const {
    if (report_.empty()) return Done{};
    const std::string text = game_.frame_times.report();
    if (report_ == "-") {
      const bool is_written = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
      return is_written || errno == EPIPE ? Status(Done{}) : fail("--report: stdout takes nothing more");
    }
    if (const Status good = read_.check_unread(report_); !good) return good;  // it may have been opened since
    return write_file_atomically(report_, text);
  }

  void open_screen() {
    if (window_.gl_context())
      screen_ = std::make_unique<GlScreen>(window_);
    else
      screen_ = std::make_unique<ProcessorScreen>(window_);
  }

  // The graphics card was reset, or has gone. Nothing of the world was there.
  void renew_screen() {
    screen_.reset();
    window_.renew_gl_context();
    open_screen();
    const DisplayMode mode = game_.look.mode;
    begin_to_draw();
    if (mode != DisplayMode::kFancy || game_.look.has_fancy) game_.look.mode = mode;
    if (window_.gl_context()) game_.toasts.say(said("The graphics card was reset: all is drawn anew"));
  }

  // With the shaders, which OpenGL needs for the world. Says what the player does not get, and why.
  void begin_to_draw() {
    shown_.forget();
    screen_->set_looks(game_.look.looks);
    if (window_.gl_context()) load_shaders_of_disk();
    follow_screen();
    if (!game_.look.shader_log.empty())
      std::fprintf(stderr, "quicksand: the picture is plain, because of the shaders: %s\n",
                   game_.look.shader_log.c_str());
    if (const std::string why = screen_->why_always_plain(); !why.empty()) {
      std::fprintf(stderr, "quicksand: the picture is plain: %s\n", why.c_str());
      game_.toasts.complain(said("Only the plain view can be drawn here:\n") + why);
    }
    if (window_.why_no_opengl().empty()) return;
    std::fprintf(stderr, "quicksand: the processor draws, and the picture is plain: %s\n",
                 window_.why_no_opengl().c_str());
    game_.toasts.complain(said("The processor draws the window, in the plain view:\n") + window_.why_no_opengl());
  }

  // The view that the player likes, as far as it can be drawn.
  void follow_screen() {
    game_.look.has_fancy = screen_->is_fancy();
    game_.look.mode = game_.settings.fancy && game_.look.has_fancy ? DisplayMode::kFancy : DisplayMode::kPlain;
  }

  // What is wrong with them stays in the log.
  bool load_shaders_of_disk() {
    FileStamps read;
    const Result<ShaderSources> sources = load_shaders(&read);
    shaders_read_ = read == FileStamps() ? shaders_read_.now() : std::move(read);  // none: their folder has gone
    const Status taken = sources ? screen_->use_shaders(*sources) : sources.failure();
    game_.look.shader_log = taken ? "" : taken.failure().text();
    shown_.forget();
    return taken.ok();
  }

  void frame() {
    // What the machine slept through, or stood still for, is no time that the game has had.
    const double elapsed = std::min(seconds_since(last_frame_), FrameClock::kLongestFrame);
    last_frame_ = Clock::now();
    frame_seconds_ += kSmoothing * (elapsed - frame_seconds_);
    game_.speedometer.frames_per_second = 1 / std::max(frame_seconds_, 1e-4);

    if (screen_->is_lost()) renew_screen();
    game_.scale.now = std::min(game_.scale.wanted, Layout::largest_scale(window_.size()));
    if (imgui_.set_scale(game_.scale.now)) {
      screen_->renew_font();
      shown_.forget();
    }
    imgui_.set_smooth_edges(!screen_->draws_with_processor());
    imgui_.set_theme(theme_named(game_.settings.theme));
    events_.handle(elapsed, now());
    screen_->begin_frame();
    imgui_.begin_frame();
    const auto width = static_cast<float>(window_.size().width);
    if (game_.wishes.search) game_.panels.hud = Hud::kAll;  // it is in the palette
    const Hud hud = game_.panels.hud;
    const bool is_bare = hud != Hud::kAll;
    const float right = is_bare ? 0 : palette_.arrange(game_, width);
    follow_hints(game_);
    const float hint = is_bare ? 0 : hint_height(game_, width - right, static_cast<float>(window_.size().height));
    const Layout layout(window_.size(), game_.scale.now, right, hint, game_.panels.time && !is_bare, hud);
    events_.set_palette(layout.palette);
    update_camera(layout.world);
    const PointerInput pointer = events_.take_pointer(elapsed);
    is_active_ = events_.take_activity();
    handle_pointer(game_, pointer);
    if (events_.opens_field()) events_.expect_field();
    // What is drawn over the world ends where it does.
    ImDrawList* const over_world = ImGui::GetBackgroundDrawList();
    const Box& world = layout.world;
    over_world->PushClipRect(world.at, {world.at.x + world.size.x, world.at.y + world.size.y});
    draw_wind(game_, layout.world);
    draw_flashes(game_);
    selection_bar_.draw_over_world(game_);
    draw_world_edge(game_);
    draw_sources(game_);
    draw_signs(game_, layout.world);
    inspect_.draw_over_world(game_);
    draw_measured(game_);
    draw_cursor(game_, pointer);
    over_world->PopClipRect();
    // What is saved or left is the world that the player saw when the dialog opened.
    if (!std::exchange(game_.panels.dialog, false)) clock_.run(game_, elapsed, drawing_seconds_);
    follow_autosave(game_, now());
    speaker_.run(game_, elapsed);
    const Clock::time_point drawing = Clock::now();
    if (is_bare)
      panel_places_.leave_all_free(layout.world.size.x, panel_gap(game_.scale.now));
    else
      draw_panels(layout, pointer);
    if (hud != Hud::kNothing) draw_status_line(game_, layout.status);
    draw_fields_for_words(layout.world);
    draw_help(game_);
    draw_keys_panel(game_);
    worlds_page_.draw(game_);
    draw_save_dialog(game_);
    const bool waits_for_line = game_.wishes.console;
    const Box above = draw_console(game_, layout.world);
    console_height_ = layout.world.size.y - above.size.y;
    if (game_.wishes.console && !waits_for_line) events_.expect_field();  // for the next line
    if (std::exchange(game_.wishes.film, false)) toggle_film(game_, now());
    if (std::exchange(game_.wishes.full_screen, false)) window_.toggle_full_screen();
    follow_film(game_, now());
    draw_toasts(game_, panel_places_, draw_trouble(game_, above));
    reload_shaders();
    follow_materials(game_, now());
    follow_scene(game_, now());
    follow_edits(game_, now);
    if (window_.is_seen()) {
      draw(layout);
    } else {
      ImGui::EndFrame();
    }
    drawing_seconds_ = seconds_since(drawing);
    game_.frame_times.add(seconds_since(last_frame_), game_.session.jumps());

    wait();
  }

  // Those of tools are there while panels are hidden, too. Input waits for a field that was wished for: a wish that
  // none has taken is given up.
  void draw_fields_for_words(const Box& world) {
    const bool wished = game_.wishes.words;
    draw_text_bar(game_, panel_places_, world);
    draw_sign_words(game_, world);
    if (wished) game_.wishes.words = false;
  }

  // Those that can be hidden.
  void draw_panels(const Layout& layout, const PointerInput& pointer) {
    draw_toolbar(game_, layout.toolbar);  // may open another world
    swatches_.prepare(game_);
    palette_.draw(game_, layout.palette);
    draw_time_bar(game_, layout.time);
    panel_places_.arrange(game_.panels, layout.world.size.x, panel_gap(game_.scale.now));
    Box world = layout.world;
    world.size.y -= console_height_;  // as it was in the last frame
    draw_look_panel(game_, panel_places_, world);
    draw_physics_panel(game_, panel_places_, world);
    material_panel_.draw(game_, panel_places_, world);
    draw_statistics_panel(game_, panel_places_, world);
    draw_body_bar(game_, panel_places_, world);
    inspect_.draw(game_, pointer, panel_places_, world);
    selection_bar_.draw(game_, panel_places_, world);
    draw_legend(game_, layout.world);
    draw_hint(game_, layout.hint);
  }

  void wait() {
    const bool moves = is_active_ || world_moves_ || game_.tooling.stroke || game_.film ||
                       !game_.toasts.shown().empty() || !game_.tooling.shocks.shown().empty();
    if (moves) moved_ = Clock::now();
    const bool wants_time = clock_.wants_time(game_);
    const bool is_idle = !wants_time && seconds_since(moved_) > kSecondsUntilIdle;
    const double shortest = screen_->draws_with_processor() ? kShortestFrameOfProcessor : kShortestFrame;
    shortest_frame_ = is_idle ? kIdleFrame : window_.is_seen() || wants_time ? shortest : kUnseenFrame;
    const double spare = shortest_frame_ - seconds_since(last_frame_);
    if (spare > 0) wait_for_frame(spare, is_idle);
  }

  void update_camera(const Box& world) {
    const PixelRect next{world.at.x, world.at.y, world.size.x, world.size.y};
    const PixelRect& now = game_.camera.viewport();
    const GridSize window = window_.size();
    // What comes and goes below the world leaves it where the player draws.
    const bool is_same = shown_world_ == &game_.session.world() && shown_in_ == window && now.x == next.x &&
                         now.y == next.y && now.width == next.width;
    if (is_same && now.height != next.height) return game_.camera.set_height(next.height);
    if (is_same) return;
    shown_world_ = &game_.session.world();
    shown_in_ = window;
    game_.camera.set_viewport(next, shown_world_->size());
  }

  // A modder sees what he changes as soon as it is saved. What is wrong leaves the picture as it was.
  void reload_shaders() {
    if (!shader_watch_.sees_change(shaders_read_, now())) return;
    const bool had_fancy = game_.look.has_fancy;
    if (!load_shaders_of_disk()) return;
    if (!had_fancy) follow_screen();
    game_.toasts.say(said("Shaders loaded again"));
  }

  void draw(const Layout& layout) {
    if (game_.look.changed) screen_->set_looks(game_.look.looks);
    game_.look.changed = false;
    update_camera(layout.world);  // the world may have been replaced in this frame

    // Mouse positions and pixels differ on high-density displays.
    const GridSize pixels = window_.drawable_size();
    const double density = static_cast<double>(pixels.width) / window_.size().width;
    const ImVec4& ground = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    const Colour beside{ground.x, ground.y, ground.z};
    prepare_world(density);
    ImDrawData& panels = imgui_.end_frame();
    // What has happened to the window may have taken from it what it showed.
    if (!shown_.take(panels, beside, pixels) && !world_moves_ && !is_active_ && !game_.film) return;
    screen_->clear(pixels, beside);
    screen_->draw_world();
    film(density);
    screen_->draw_panels(panels, imgui_.pictures());
    screen_->show();
    game_.frame_times.add_shown();
  }

  static double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

  // The world without the panels that are drawn over it.
  void film(double density) {
    if (!game_.film || !game_.film->wants_picture(now())) return;
    const PixelRect& view = game_.camera.viewport();
    game_.film->add(screen_->read({view.x * density, view.y * density, view.width * density, view.height * density}),
                    now());
  }

  // What the machine cannot draw in time it gets in less detail, unless the player has chosen.
  void prepare_world(double density) {
    const bool automatic = game_.settings.effects == "auto" && game_.look.mode == DisplayMode::kFancy;
    const auto preset = find_effects_preset(game_.settings.effects);
    game_.look.effects = preset                            ? kEffectsPresets[*preset].effects
                         : game_.settings.effects == "own" ? game_.settings.own_effects
                                                           : chooser_.effects();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Point pointer{mouse.x, mouse.y};
    const bool shines = game_.look.torch && ImGui::IsMousePosValid() && game_.camera.covers(pointer);
    if (game_.look.mode == DisplayMode::kMovement) trail_.follow(game_.session.world());
    if (automatic) screen_->finish();  // what came before is not measured
    const Clock::time_point start = Clock::now();
    Camera camera = game_.camera;
    if (game_.settings.shakes) {
      const Point shake = game_.tooling.shocks.shake();
      camera.pan(shake.x * density, shake.y * density);
    }
    const std::optional<CellPos> torch = shines ? std::optional(game_.camera.cell_of(pointer)) : std::nullopt;
    world_moves_ = screen_->prepare(
        {game_.session.world(), camera, game_.view(), &trail_, density, game_.settings.grid, game_.look.effects, torch},
        game_.session.parallel());
    if (!automatic) return;
    screen_->finish();
    if (screen_->drew_anew()) chooser_.frame_took(seconds_since(start), clock_.is_short());
  }

  Window& window_;
  const std::string report_;
  const FilesRead& read_;
  bool is_out_of_memory_ = false;
  EffectsChooser chooser_;
  MotionTrail trail_;
  FileWatch shader_watch_;
  FileStamps shaders_read_;
  ImGuiLayer imgui_;
  std::unique_ptr<Screen> screen_;
  ShownFrame shown_;
  GameState game_;
  WindowEvents events_{window_, imgui_, game_};
  InspectPanel inspect_;
  Swatches swatches_;
  PalettePanel palette_{swatches_};
  PanelPlaces panel_places_;
  float console_height_ = 0;  // of the console's line, with its gap
  MaterialPanel material_panel_{swatches_};
  const World* shown_world_ = nullptr;  // to which the camera was set; by now it may be another's or gone
  GridSize shown_in_;                   // and the window's size then
  WorldsPage worlds_page_;
  SelectionBar selection_bar_;
  Speaker speaker_;
  WorldClock clock_{now};
  double drawing_seconds_ = 0;  // of the last frame: all but its ticks and waiting
  Clock::time_point last_frame_ = Clock::now();
  double shortest_frame_ = 0;        // seconds between the last one and the next
  bool is_active_ = false;           // anything has come from the player, or happened to the window, in this frame
  bool world_moves_ = false;         // its picture is other than a frame ago
  Clock::time_point moved_;          // when something last did, in the world or by the player
  double frame_seconds_ = 1.0 / 60;  // smoothed
};

}  // namespace

Status run_window_game(const WindowRequest& request) {
  // In a browser the frames come after this has returned.
  struct Playing {
    Playing(OpenedWorld opened, Window opened_window, const WindowRequest& request, std::unique_ptr<FilesRead> noted)
        : read(std::move(noted)),
          session(std::move(opened), request.threads),
          window(std::move(opened_window)),
          game(window, session, request, *read) {}
    std::unique_ptr<FilesRead> read;
    Session session;
    Window window;
    WindowGame game;
  };
  give_large_buffers_back();
  if (!request.report.empty() && request.report != "-")
    if (const Status good = check_output(request.report); !good) return good;
  auto read = std::make_unique<FilesRead>();
  if (request.script) read->note(request.script->file());
  Result<OpenedWorld> opened = open_world(request.world);
  if (!opened) return opened.failure();
  if (!request.report.empty() && request.report != "-")
    if (const Status good = read->check_unread(request.report); !good) return good;
  const Window::Drawing drawing = request.renderer == "cpu"  ? Window::Drawing::kProcessor
                                  : request.renderer == "gl" ? Window::Drawing::kOpenGl
                                                             : Window::Drawing::kAny;
  Result<Window> window = Window::open("Quicksand", kWindowSize, drawing);
  if (!window) return window.failure();
  const auto playing = std::make_shared<Playing>(std::move(*opened), std::move(*window), request, std::move(read));
  const auto outcome = std::make_shared<Status>(Done{});
  run_frames([playing] { return playing->game.step(); }, [playing, outcome] { *outcome = playing->game.end(); });
  return *outcome;
}

}  // namespace quicksand
