// The game in a window that nobody sees, played by another thread with real events of SDL's: of a gamepad that SDL
// makes up, and of fingers.
#include <SDL.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/console.h"
#include "app/open_world.h"
#include "core/random.h"
#include "io/files.h"
#include "io/settings_file.h"
#include "io/temporary_folder.h"
#include "ui/game/saves.h"
#include "ui/window_game.h"

using namespace quicksand;

namespace {

void sleep_a_little() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

// The other thread's hands.
class Player {
 public:
  void plug_in() { device_ = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0); }
  void pull_out() { SDL_JoystickDetachVirtual(device_); }
  void button(int number, bool down) {
    const bool is_set = with_pad([&](SDL_Joystick* pad) { SDL_JoystickSetVirtualButton(pad, number, down ? 1 : 0); });
    if (is_set) frames(3);
  }
  void click(int number) {
    button(number, true);
    button(number, false);
  }
  void axis(int number, double value) {
    with_pad([&](SDL_Joystick* pad) { SDL_JoystickSetVirtualAxis(pad, number, static_cast<Sint16>(32767 * value)); });
    frames(3);
  }

  void finger(Uint32 type, SDL_FingerID number, float x, float y) {
    SDL_Event event{};
    event.tfinger.type = type;
    event.tfinger.touchId = 1;
    event.tfinger.fingerId = number;
    event.tfinger.x = x;
    event.tfinger.y = y;
    SDL_PushEvent(&event);
    frames(3);
  }

  void turn(SDL_Keycode code, bool down, Uint16 modifiers = KMOD_NONE, bool again = false) {
    SDL_Event event{};
    event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
    event.key.keysym.sym = code;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(code);
    event.key.keysym.mod = modifiers;
    event.key.repeat = again ? 1 : 0;
    SDL_PushEvent(&event);
  }
  void write(char letter) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    event.text.text[0] = letter;
    SDL_PushEvent(&event);
  }
  // What the key writes comes between its two events.
  void key(SDL_Keycode code, Uint16 modifiers = KMOD_NONE, char letter = '\0') {
    turn(code, true, modifiers);
    if (letter != '\0') write(letter);
    frames(3);
    turn(code, false, modifiers);
    frames(3);
  }
  // The same between two frames, with what comes next, or held for so many repeats.
  void dash(SDL_Keycode code, Uint16 modifiers = KMOD_NONE, char letter = '\0', int repeats = 0) {
    turn(code, true, modifiers);
    for (int i = 0; i < repeats; ++i) turn(code, true, modifiers, true);
    if (letter != '\0') write(letter);
    turn(code, false, modifiers);
  }
  void hold(SDL_Keycode code, double for_seconds) {
    turn(code, true);
    std::this_thread::sleep_for(std::chrono::duration<double>(for_seconds));
    turn(code, false);
    frames(3);
  }
  void type(const std::string& letters) {
    for (const char letter : letters) key(letter, KMOD_NONE, letter);
  }

  // The game has handled all events so far, and so many frames at least have begun since.
  void frames(int count) {
    using Clock = std::chrono::steady_clock;
    for (int i = 0; i < count && !over; ++i) {
      SDL_Event mark{};
      mark.type = SDL_USEREVENT;
      SDL_PushEvent(&mark);
      const auto end = Clock::now() + std::chrono::minutes(1);
      while (!over && SDL_HasEvent(SDL_USEREVENT) == SDL_TRUE) {
        if (Clock::now() > end) {
          std::fprintf(stderr, "the game has not heard for a minute what the player does\n");
          std::_Exit(1);  // nothing would end it
        }
        sleep_a_little();
      }
      sleep_a_little();
    }
  }
  void seconds(double wanted) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(wanted);
    while (Clock::now() < end) frames(1);
  }

  std::atomic<bool> over = false;  // the game is

 private:
  template <class Use>
  bool with_pad(const Use& use) {
    SDL_Joystick* const pad = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(device_));
    if (pad) use(pad);
    return pad != nullptr;
  }

  int device_ = -1;
};

// A game that keeps everything in the folder, in an empty world.
WindowRequest game_in(const TemporaryFolder& folder) {
  for (const char* const variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME"})
    setenv(variable, folder.path().c_str(), 1);
  setenv("SDL_VIDEODRIVER", "dummy", 1);
  setenv("SDL_AUDIODRIVER", "dummy", 1);
  setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1", 1);
  const std::filesystem::path scene = folder / "empty.json";
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [256, 160]})").ok());
  WindowRequest request;
  request.world.scene = scene.string();
  request.renderer = "cpu";
  request.ui_scale = 1;
  return request;
}

// The game is played until the deeds are done, and then ended.
void play_in(const WindowRequest& request, const std::function<void(Player&)>& deeds) {
  Player player;
  // The game ends what it has begun of SDL, and nobody may push events meanwhile: those that this has begun stay.
  REQUIRE(SDL_InitSubSystem(SDL_INIT_EVENTS) == 0);
  std::thread hands([&] {
    while (!player.over && SDL_WasInit(SDL_INIT_GAMECONTROLLER) == 0) sleep_a_little();
    player.frames(3);
    deeds(player);
    while (!player.over) {
      SDL_Event quit{};
      quit.type = SDL_QUIT;
      SDL_PushEvent(&quit);
      player.frames(5);
    }
  });
  const Status played = run_window_game(request);
  player.over = true;
  hands.join();
  SDL_QuitSubSystem(SDL_INIT_EVENTS);
  INFO((played ? "" : played.failure().text()));
  REQUIRE(played.ok());
}

// The world that is kept when the player has quit.
std::optional<OpenedWorld> world_after(const std::function<void(Player&)>& deeds) {
  const TemporaryFolder folder;
  play_in(game_in(folder), deeds);
  const std::string left = load_settings(folder / "quicksand/settings.json").settings.left_world;
  if (left.empty()) return std::nullopt;
  WorldRequest kept;
  kept.scene = (kept_folder() / left).string();
  Result<OpenedWorld> opened = open_world(kept);
  REQUIRE(opened.ok());
  return std::move(*opened);
}

// The cells of sand in it.
int64_t play(const std::function<void(Player&)>& deeds) {
  const std::optional<OpenedWorld> opened = world_after(deeds);
  if (!opened) return 0;
  const std::vector<std::string>& names = opened->world->entry_names();
  const auto sand = std::ranges::find(names, "sand");
  REQUIRE(sand != names.end());
  return opened->world->count_entries()[static_cast<size_t>(sand - names.begin())];
}

void plug_in_and_stop_time(Player& player) {
  player.plug_in();
  player.frames(5);
  player.click(SDL_CONTROLLER_BUTTON_START);
  player.axis(SDL_CONTROLLER_AXIS_LEFTX, -0.5);
  player.axis(SDL_CONTROLLER_AXIS_LEFTX, 0);
}

void draw(Player& player) {
  player.axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1);
  player.axis(SDL_CONTROLLER_AXIS_LEFTX, -1);
  player.seconds(0.7);
  player.axis(SDL_CONTROLLER_AXIS_LEFTX, 0);
}

// The whole way of such an axis is the trigger's.
void let_go(Player& player) { player.axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -1); }

}  // namespace

TEST_CASE("a gamepad draws in the real window, and takes it back") {
  const int64_t dab = play([](Player& player) {
    plug_in_and_stop_time(player);
    player.click(SDL_CONTROLLER_BUTTON_A);
  });
  CHECK(dab > 0);
  CHECK(play([](Player& player) {
          plug_in_and_stop_time(player);
          draw(player);
          let_go(player);
        }) > 2 * dab);
  CHECK(play([](Player& player) {
          plug_in_and_stop_time(player);
          draw(player);
          let_go(player);
          player.click(SDL_CONTROLLER_BUTTON_B);
        }) == 0);
}

TEST_CASE("a gamepad that is pulled out while it draws breaks nothing, and another one goes on") {
  CHECK(play([](Player& player) {
          plug_in_and_stop_time(player);
          draw(player);
          player.pull_out();
          player.frames(10);
          player.plug_in();
          player.frames(10);
          player.click(SDL_CONTROLLER_BUTTON_B);  // that stroke has ended
        }) == 0);
}

TEST_CASE("in the real window a finger draws, and two that come slowly one after the other do not") {
  const auto pause = [](Player& player) {
    SDL_Event key{};
    for (const Uint32 type : {SDL_KEYDOWN, SDL_KEYUP}) {
      key.type = type;
      key.key.keysym.sym = SDLK_SPACE;
      key.key.keysym.scancode = SDL_SCANCODE_SPACE;
      SDL_PushEvent(&key);
      player.frames(3);
    }
  };
  for (const bool second : {false, true}) {
    const int64_t drawn = play([&](Player& player) {
      pause(player);
      player.finger(SDL_FINGERDOWN, 1, 0.3F, 0.4F);
      player.seconds(0.3);
      player.finger(SDL_FINGERMOTION, 1, 0.4F, 0.4F);
      if (second) player.finger(SDL_FINGERDOWN, 2, 0.5F, 0.6F);
      player.frames(5);
      player.finger(SDL_FINGERUP, 1, 0.4F, 0.4F);
      if (second) player.finger(SDL_FINGERUP, 2, 0.5F, 0.6F);
    });
    CHECK((drawn > 0) == !second);
  }
}

TEST_CASE("words are asked for and written while panels are hidden, and the game goes on hearing what comes next",
          "[thorough]") {
  for (int hidden = 0; hidden < 3; ++hidden) {
    INFO("panels hidden in step " << hidden);
    const std::optional<OpenedWorld> left = world_after([&](Player& player) {
      plug_in_and_stop_time(player);
      for (int i = 0; i < hidden; ++i) player.key(SDLK_F9);
      player.key(SDLK_n, KMOD_LSHIFT);
      player.click(SDL_CONTROLLER_BUTTON_A);
      player.frames(5);
      player.type("home");
      player.key(SDLK_RETURN);
      player.frames(5);
      player.key(SDLK_t, KMOD_LSHIFT);
      player.frames(8);
      player.type("i");
      player.key(SDLK_RETURN);
      player.frames(5);
      player.click(SDL_CONTROLLER_BUTTON_A);
      player.frames(5);
    });
    REQUIRE(left);
    REQUIRE(left->scene.signs.size() == 1);
    CHECK(left->scene.signs[0].text == "home");
    const std::vector<std::string>& names = left->world->entry_names();
    const auto sand = std::ranges::find(names, "sand");
    REQUIRE(sand != names.end());
    CHECK(left->world->count_entries()[static_cast<size_t>(sand - names.begin())] > 0);
  }
}

TEST_CASE("keys that a layout has elsewhere go by their place, where what it has there means nothing", "[thorough]") {
  // Left of 1 on German keyboards, a dead key, on French and American ones.
  for (const SDL_Keycode left_of_1 : {SDL_Keycode{SDLK_UNKNOWN}, SDL_Keycode{0xb2}, SDL_Keycode{SDLK_BACKQUOTE}}) {
    INFO("key " << left_of_1);
    const int64_t sand = play([&](Player& player) {
      plug_in_and_stop_time(player);
      for (const Uint32 type : {SDL_KEYDOWN, SDL_KEYUP}) {
        SDL_Event event{};
        event.type = type;
        event.key.keysym.sym = left_of_1;
        event.key.keysym.scancode = SDL_SCANCODE_GRAVE;
        SDL_PushEvent(&event);
        player.frames(3);
      }
      player.frames(3);
      player.type("rect sand 9 9 2 2");
      player.key(SDLK_RETURN);
      player.frames(5);
    });
    CHECK(sand == 4);
  }
}

TEST_CASE("with letters that are not Latin keys go by their place, and Latin ones never do", "[thorough]") {
  struct Key {
    SDL_Keycode sign;
    SDL_Scancode place;
    bool undoes;
  };
  // Ctrl and the key of Z with Cyrillic letters; the key of Z where a layout has W there; Z where it has it elsewhere.
  for (const Key& key : {Key{0x44f, SDL_SCANCODE_Z, true}, Key{SDLK_w, SDL_SCANCODE_Z, false},
                         Key{SDLK_z, SDL_SCANCODE_W, true}, Key{SDLK_QUOTE, SDL_SCANCODE_Z, false}}) {
    INFO("sign " << key.sign << ", place " << key.place);
    const int64_t sand = play([&](Player& player) {
      plug_in_and_stop_time(player);
      draw(player);
      let_go(player);
      player.frames(3);
      for (const Uint32 type : {SDL_KEYDOWN, SDL_KEYUP}) {
        SDL_Event event{};
        event.type = type;
        event.key.keysym.sym = key.sign;
        event.key.keysym.scancode = key.place;
        event.key.keysym.mod = KMOD_LCTRL;
        SDL_PushEvent(&event);
        player.frames(3);
      }
    });
    CHECK((sand == 0) == key.undoes);
  }
}

TEST_CASE("a key may be held in the console as long as one likes, and what comes then is heard", "[thorough]") {
  for (const double held : {0.05, 0.7}) {
    INFO("held for " << held << " s");
    const std::optional<OpenedWorld> left = world_after([&](Player& player) {
      plug_in_and_stop_time(player);
      player.key(SDLK_BACKQUOTE);
      player.frames(5);
      player.type("help");
      player.hold(SDLK_RETURN, held);
      player.type("rect sand 10 10 5 5");
      player.key(SDLK_RETURN);
      player.frames(5);
    });
    REQUIRE(left);
    const std::vector<std::string>& names = left->world->entry_names();
    const auto sand = std::ranges::find(names, "sand");
    REQUIRE(sand != names.end());
    CHECK(left->world->count_entries()[static_cast<size_t>(sand - names.begin())] == 25);
  }
}

TEST_CASE("what is opened right after Esc stays open, and what is typed right then is text, in however few frames",
          "[thorough]") {
  struct Way {
    SDL_Keycode opens;
    Uint16 with;
    const char* text;
  };
  constexpr Way kWays[] = {{SDLK_BACKQUOTE, KMOD_NONE, "rect sand 9 9 2 2"}, {SDLK_s, KMOD_LCTRL, "dune"}};
  for (const Way& way : kWays)
    for (int escapes = 1; escapes <= 3; ++escapes) {
      INFO(escapes << " before " << way.text);
      bool is_saved = false;
      const int64_t sand = play([&](Player& player) {
        plug_in_and_stop_time(player);
        for (int i = 0; i < escapes; ++i) player.dash(SDLK_ESCAPE, KMOD_NONE, '\0', 20 * i);
        player.dash(way.opens, way.with);
        for (const char* letter = way.text; *letter != '\0'; ++letter) player.dash(*letter, KMOD_NONE, *letter);
        player.dash(SDLK_RETURN);
        player.frames(8);
        is_saved = std::filesystem::exists(save_path("dune"));
      });
      CHECK((way.with == KMOD_NONE ? sand == 4 : is_saved));
    }
}

namespace {

void play_any_keys(uint64_t first, uint64_t last) {
  constexpr SDL_Keycode kOthers[] = {
      SDLK_RETURN,    SDLK_ESCAPE,    SDLK_TAB,  SDLK_SPACE, SDLK_BACKSPACE, SDLK_DELETE,     SDLK_LEFT,  SDLK_RIGHT,
      SDLK_UP,        SDLK_DOWN,      SDLK_HOME, SDLK_COMMA, SDLK_PERIOD,    SDLK_PLUS,       SDLK_MINUS, SDLK_SLASH,
      SDLK_BACKQUOTE, SDLK_SEMICOLON, SDLK_F1,   SDLK_F2,    SDLK_F3,        SDLK_F4,         SDLK_F5,    SDLK_F6,
      SDLK_F7,        SDLK_F8,        SDLK_F9,   SDLK_F10,   SDLK_F9,        SDLK_LEFTBRACKET};
  for (uint64_t seed = first; seed <= last; ++seed) {
    INFO("seed " << seed);
    uint64_t drawn = seed * 7919;
    const auto lot = [&](size_t below) { return static_cast<size_t>(mix64(++drawn) % below); };
    world_after([&](Player& player) {
      plug_in_and_stop_time(player);
      for (int i = 0; i < 120 && !player.over; ++i) {
        constexpr Uint16 kModifiers[] = {KMOD_NONE, KMOD_NONE, KMOD_LSHIFT, KMOD_LCTRL};
        const Uint16 modifiers = kModifiers[lot(std::size(kModifiers))];
        switch (lot(4)) {
          case 0: {
            const char letter = static_cast<char>('a' + lot(26));
            if (modifiers == KMOD_LCTRL && letter == 'q') break;  // it ends
            player.key(letter, modifiers, modifiers == KMOD_LCTRL ? '\0' : letter);
            break;
          }
          case 1:
            if (lot(6) == 0)
              player.hold(kOthers[lot(std::size(kOthers))], 0.5);
            else
              player.key(kOthers[lot(std::size(kOthers))], modifiers);
            break;
          case 2:
            player.click(static_cast<int>(lot(15)));
            break;
          default:
            player.axis(static_cast<int>(lot(2)), static_cast<double>(lot(3)) - 1);
            player.axis(0, 0);
            player.axis(1, 0);
            player.click(SDL_CONTROLLER_BUTTON_A);
        }
      }
    });
  }
}

}  // namespace

TEST_CASE("whatever keys, letters and buttons come, in whatever order, the game hears the next one and ends when asked",
          "[thorough]") {
  play_any_keys(1, 1);
}

TEST_CASE(
    "whatever keys, letters and buttons come, in whatever order, the game hears the next one and ends when asked, "
    "often",
    "[.slow]") {
  play_any_keys(2, 20);
}

TEST_CASE("a window in which nothing moves is not drawn", "[long]") {
  const TemporaryFolder folder;
  WindowRequest request = game_in(folder);
  request.report = (folder / "frames.json").string();
  std::thread hands([] {
    while (SDL_WasInit(SDL_INIT_GAMECONTROLLER) == 0) sleep_a_little();
    std::this_thread::sleep_for(std::chrono::seconds(2));
    SDL_Event quit{};
    quit.type = SDL_QUIT;
    SDL_PushEvent(&quit);
  });
  const Status played = run_window_game(request);
  hands.join();
  REQUIRE(played.ok());
  const Result<std::string> report = read_file(request.report, 1 << 16);
  REQUIRE(report.ok());
  const auto number = [&](const std::string& key) { return std::stoi(report->substr(report->find(key) + key.size())); };
  INFO(*report);
  CHECK(number("\"drawn\": ") > 0);
  CHECK(number("\"drawn\": ") < number("\"frames\": ") / 2);
}

TEST_CASE("keys that are held take no frame for each repeat, so that slow pictures do not hold up what comes next") {
  for (const SDL_Keycode held : {SDLK_ESCAPE, SDLK_F5, SDLK_BACKSPACE}) {
    INFO("key " << SDL_GetKeyName(held));
    const TemporaryFolder folder;
    WindowRequest request = game_in(folder);
    request.report = (folder / "frames.json").string();
    play_in(request, [&](Player& player) { player.dash(held, KMOD_NONE, '\0', 3000); });
    const Result<std::string> report = read_file(request.report, 1 << 16);
    REQUIRE(report.ok());
    INFO(*report);
    CHECK(std::stoi(report->substr(report->find("\"frames\": ") + 10)) < 1000);
  }
}

TEST_CASE("a mistake in a script ends the game, and what was done until then is kept") {
  const TemporaryFolder folder;
  WindowRequest request = game_in(folder);
  request.script = ConsoleScript("rect stone 10 10 20 5\ntick 5\nbogus\n", "run.txt");
  const Status played = run_window_game(request);
  REQUIRE_FALSE(played.ok());
  CHECK(played.failure().text().find("run.txt:3:1: no command \"bogus\"") != std::string::npos);
  const std::filesystem::directory_iterator kept(kept_folder());
  WorldRequest again;
  again.scene = kept->path().string();
  const Result<OpenedWorld> opened = open_world(again);
  REQUIRE(opened.ok());
  CHECK(opened->world->entry_names()[opened->world->entry_at({15, 12})] == "stone");
}

namespace {

// Dear ImGui keeps what was done to the text of a field, and takes it back in the next one of the field's name.
void take_back_in_fields(uint64_t first, uint64_t last, int rounds) {
  constexpr Uint16 kCtrl = KMOD_LCTRL;
  struct Field {
    const char* name;
    SDL_Keycode opens;
    Uint16 with;
  };
  constexpr Field kFields[] = {{"search", SDLK_e, KMOD_NONE},
                               {"worlds", SDLK_o, kCtrl},
                               {"console", SDLK_BACKQUOTE, KMOD_NONE},
                               {"save", SDLK_s, kCtrl}};
  for (const Field& field : kFields)
    for (uint64_t seed = first; seed <= last; ++seed) {
      INFO(field.name << ", seed " << seed);
      uint64_t drawn = seed * 7919;
      const auto lot = [&](size_t below) { return static_cast<size_t>(mix64(++drawn) % below); };
      bool is_heard = false;
      world_after([&](Player& player) {
        plug_in_and_stop_time(player);
        player.key(field.opens, field.with);
        player.frames(3);
        player.type("tick 1");
        player.key(SDLK_RETURN);
        for (int i = 0; i < rounds && !player.over; ++i) {
          player.key(field.opens, field.with);
          player.frames(3);
          constexpr SDL_Keycode kPlain[] = {SDLK_BACKSPACE, SDLK_UP, SDLK_DOWN, SDLK_RETURN, SDLK_BACKSPACE};
          player.type("rect stone 1 1 9 9");
          for (size_t step = 1 + lot(5); step > 0; --step) player.key(kPlain[lot(std::size(kPlain))]);
          for (size_t step = 1 + lot(4); step > 0; --step) player.key(lot(3) == 0 ? SDLK_y : SDLK_z, kCtrl);
          if (lot(2) == 0) player.key(SDLK_UP);
          player.key(SDLK_z, kCtrl);
          player.key(SDLK_ESCAPE);
          player.key(SDLK_ESCAPE);
        }
        is_heard = true;
      });
      CHECK(is_heard);
    }
}

}  // namespace

TEST_CASE("whatever a player takes back in a field, in which another text stands by now, the game goes on",
          "[thorough]") {
  take_back_in_fields(1, 1, 1);
}

TEST_CASE("whatever a player takes back in a field, the game goes on, often", "[.slow]") {
  take_back_in_fields(2, 12, 6);
}
