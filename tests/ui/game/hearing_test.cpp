#include "ui/game/hearing.h"

#include "io/assets.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

float heard_of(GameState& game) {
  float sum = 0;
  for (const Stereo& rate : game.hearing.ear.take(0).rates) sum += rate.left + rate.right;
  return sum;
}

void set_speed(GameState& game, double speed) {
  for (size_t i = 0; i < std::size(FrameClock::kSpeeds); ++i)
    if (FrameClock::kSpeeds[i] == speed) game.time.speed = i;
}

}  // namespace

TEST_CASE("N turns the sound off and on, and the game remembers it") {
  TestGame test;
  GameState& game = test.state;
  CHECK(wants_sound(game));
  const auto remembered = [] { return load_settings(user_config_folder() / "settings.json").settings; };
  press_key(game, "N", false);
  CHECK(!wants_sound(game));
  CHECK(loudness(game) == 0);
  CHECK(remembered().muted);
  press_key(game, "N", false);
  CHECK(wants_sound(game));
  CHECK(!remembered().muted);
  // Who has turned it down to nothing wants to hear something.
  game.settings.volume = 0;
  CHECK(!wants_sound(game));
  press_key(game, "N", false);
  CHECK(wants_sound(game));
  CHECK(loudness(game) > 0);
}

TEST_CASE("it is the louder the higher the volume, quieter where time runs fast, and silent where it stands") {
  TestGame test;
  GameState& game = test.state;
  float before = 0;
  for (int percent = 5; percent <= 100; percent += 5) {
    game.settings.volume = percent / 100.0;
    CHECK(loudness(game) > before);
    before = loudness(game);
  }
  CHECK(before == 1);
  for (const double speed : FrameClock::kSpeeds) {
    set_speed(game, speed);
    CHECK(loudness(game) <= before);
    CHECK((loudness(game) < 1) == (speed > 2));
    before = loudness(game);
  }
  CHECK(before < 0.2F);
  game.time.paused = true;
  CHECK(loudness(game) == 0);
  game.time.paused = false;
  game.panels.dialog = true;
  CHECK(loudness(game) == 0);
}

TEST_CASE("what is seen is heard, and only where there is somebody to listen") {
  TestGame test(R"(, "paint": [{"tick": 0, "shape": "rect", "at": [20, 10], "size": [40, 20], "material": "sand"}])");
  GameState& game = test.state;
  for (int tick = 0; tick < 20; ++tick) game.tick();
  CHECK(heard_of(game) == 0);
  game.hearing.listens = true;
  for (int tick = 0; tick < 20; ++tick) game.tick();
  CHECK(heard_of(game) > 0);
}

TEST_CASE("what is heard is what the camera shows") {
  TestGame test;
  GameState& game = test.state;
  const HeardView whole = heard_view(game.camera);
  CHECK(whole.left == Approx(0));
  CHECK(whole.width == Approx(TestGame::kSize.width));
  CHECK(whole.height == Approx(TestGame::kSize.height));
  game.camera.zoom_at({320, 200}, 4);
  const HeardView part = heard_view(game.camera);
  CHECK(part.width == Approx(TestGame::kSize.width / 4.0));
  CHECK(part.left == Approx(60).margin(1));
  CHECK(part.top == Approx(37.5).margin(1));
}
