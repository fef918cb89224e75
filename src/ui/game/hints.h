// What someone who plays for the first time may try: the scene's hints, one after the other, then a few about the game
// itself. Each goes when it has been done, or when the player goes on; none comes twice, unless all are asked for
// again.
//
// A hint names materials and tools of the palette between asterisks; to use all of them is to do what it says. The
// first that has not been used shows in the palette.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quicksand {

struct GameState;

// What the player has done, as far as hints speak of it.
struct Deeds {
  std::vector<std::string> used;  // the palette's labels of materials and tools, since the hint came up
  bool paused = false;
  bool undid = false;
  bool resized = false;  // the brush
  bool saved = false;
  bool saw_worlds = false;
};

struct Hint {
  std::string text;                // without asterisks
  std::vector<std::string> names;  // that stood between them
  bool Deeds::*deed = nullptr;     // or what else does it; neither: only the player goes on
  std::string by_touch = {};       // for who has fingers and no keys; empty: the same
  std::string source = {};         // with asterisks; empty: as the text

  // As the player reads it.
  std::string shown(bool uses_touch) const;
};

// Reads a hint of a scene.
Hint read_hint(const std::string& text);

class Hints {
 public:
  // To be called once a frame: goes on where the hint has been done, and begins anew where the scene has other hints. A
  // cleared world has nothing any more that its scene's hints speak of.
  void follow(const GameState& game);

  // The one to show; null: there are no more.
  const Hint* current() const;

  // All that may come, for the height that they need.
  std::vector<const Hint*> all() const;

  void skip();

  // All of them come once more.
  void begin_again();

  // The palette's label that the current hint waits for; empty: none.
  std::string wanted() const;

  // A stroke with what the palette calls so has ended.
  void note_use(const std::string& label);
  Deeds& deeds() { return deeds_; }

 private:
  std::vector<std::string> source_;  // of the scene's
  std::vector<Hint> of_scene_;
  size_t at_in_scene_ = 0;
  size_t at_in_general_ = 0;
  Deeds deeds_;
  uint64_t seen_changes_ = 0;  // of the session
  bool is_cleared_ = false;
};

}  // namespace quicksand
