#include "ui/game/hearing.h"

#include <algorithm>

#include "app/frame_clock.h"
#include "core/language.h"
#include "ui/game/game_state.h"

namespace quicksand {
namespace {

// At eight times the ordinary speed so much of the loudness is left, at twice all of it.
constexpr double kLoudSpeed = 2;
constexpr double kFastestShare = 0.15;
constexpr double kFastest = 8;

}  // namespace

bool wants_sound(const GameState& game) { return !game.settings.muted && game.settings.volume > 0; }

float loudness(const GameState& game) {
  if (!wants_sound(game) || game.time.paused || game.panels.dialog) return 0;
  const double fast = (FrameClock::kSpeeds[game.time.speed] - kLoudSpeed) / (kFastest - kLoudSpeed);
  const double share = 1 - (1 - kFastestShare) * std::clamp(fast, 0.0, 1.0);
  // The ear hears ratios: half of the slider's way is a quarter of the amplitude.
  return static_cast<float>(game.settings.volume * game.settings.volume * share);
}

HeardView heard_view(const Camera& camera) {
  const PixelRect& viewport = camera.viewport();
  const Point corner = camera.point_of({viewport.x, viewport.y});
  return {corner.x, corner.y, std::max(1.0, viewport.width / camera.zoom()),
          std::max(1.0, viewport.height / camera.zoom())};
}

void toggle_sound(GameState& game) {
  Settings& settings = game.settings;
  settings.muted = wants_sound(game);
  if (!settings.muted && settings.volume <= 0) settings.volume = Settings{}.volume;
  keep_settings(game);
  game.toasts.say(settings.muted            ? said("Sound off")
                  : game.hearing.has_device ? said("Sound on")
                                            : said("Sound on, but this machine has no sound device"));
}

}  // namespace quicksand
