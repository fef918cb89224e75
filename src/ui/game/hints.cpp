#include "ui/game/hints.h"

#include <algorithm>

#include "core/language.h"
#include "ui/game/game_state.h"

namespace quicksand {
namespace {

// About the game, whatever the world. Only what a player would not find without being told.
const std::vector<Hint>& hints_about_the_game() {
  static const std::vector<Hint> kHints{
      {"{larger-brush} makes the brush larger, {smaller-brush} smaller; {erase} erases.",
       {},
       &Deeds::resized,
       "The slider Brush makes it larger; the Eraser takes away."},
      {"{undo} takes back what you did last, as often as you like.",
       {},
       &Deeds::undid,
       "The arrow that turns back takes back what you did last, as often as you like."},
      {"{pause} stops time: build in peace, and press it again.",
       {},
       &Deeds::paused,
       "Pause stops time: build in peace, and press it again."},
      {"{worlds} shows all worlds: volcanoes, dunes, machines, and new ones of any size.",
       {},
       &Deeds::saw_worlds,
       "Worlds has them all: volcanoes, dunes, machines, and new ones of any size."},
      {"{save-world} saves your world; {picture} takes a picture of it. {help-page} shows all keys, and brings these "
       "hints back.",
       {},
       &Deeds::saved,
       "Save keeps your world; Picture takes a picture of it. Help brings these hints back."}};
  return kHints;
}

}  // namespace

Hint read_hint(const std::string& text) {
  Hint hint;
  size_t from = 0;
  for (size_t open = text.find('*'); open != std::string::npos; open = text.find('*', from)) {
    const size_t close = text.find('*', open + 1);
    if (close == std::string::npos) break;
    hint.text += text.substr(from, open - from);
    hint.names.push_back(text.substr(open + 1, close - open - 1));
    hint.text += hint.names.back();
    from = close + 1;
  }
  hint.text += text.substr(from);
  hint.source = text;
  return hint;
}

std::string Hint::shown(bool uses_touch) const {
  if (!source.empty()) return read_hint(said(source)).text;
  return said(uses_touch && !by_touch.empty() ? by_touch : text);
}

void Hints::follow(const GameState& game) {
  const Session& session = game.session;
  const auto is_same = [](const std::string& text, const NamedEntry& hint) { return text == hint.name; };
  if (!std::ranges::equal(source_, session.scene().hints, is_same)) {
    source_.clear();
    of_scene_.clear();
    for (const NamedEntry& hint : session.scene().hints) {
      source_.push_back(hint.name);
      of_scene_.push_back(read_hint(hint.name));
    }
    at_in_scene_ = 0;
    deeds_.used.clear();
  }
  if (session.changes() != seen_changes_) is_cleared_ = session.was_cleared();
  seen_changes_ = session.changes();
  while (const Hint* const hint = current()) {
    const bool is_done = hint->deed ? deeds_.*hint->deed : !hint->names.empty() && wanted().empty();
    if (!is_done) return;
    skip();
  }
}

const Hint* Hints::current() const {
  if (!is_cleared_ && at_in_scene_ < of_scene_.size()) return &of_scene_[at_in_scene_];
  return at_in_general_ < hints_about_the_game().size() ? &hints_about_the_game()[at_in_general_] : nullptr;
}

std::vector<const Hint*> Hints::all() const {
  std::vector<const Hint*> all;
  for (const std::vector<Hint>* const hints : {&of_scene_, &hints_about_the_game()})
    for (const Hint& hint : *hints) all.push_back(&hint);
  return all;
}

void Hints::skip() {
  deeds_.used.clear();
  if (!is_cleared_ && at_in_scene_ < of_scene_.size())
    ++at_in_scene_;
  else if (at_in_general_ < hints_about_the_game().size())
    ++at_in_general_;
}

void Hints::begin_again() {
  at_in_scene_ = at_in_general_ = 0;
  deeds_ = {};
}

std::string Hints::wanted() const {
  if (const Hint* const hint = current())
    for (const std::string& name : hint->names)
      if (std::ranges::find(deeds_.used, name) == deeds_.used.end()) return name;
  return "";
}

void Hints::note_use(const std::string& label) {
  if (std::ranges::find(deeds_.used, label) == deeds_.used.end()) deeds_.used.push_back(label);
}

}  // namespace quicksand
