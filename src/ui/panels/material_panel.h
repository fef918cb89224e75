// The editor of materials: all properties of one, and what it reacts with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ui/panels/layout.h"
#include "ui/panels/material_widgets.h"
#include "ui/panels/reaction_graph.h"

namespace quicksand {

class MaterialPanel {
 public:
  explicit MaterialPanel(Swatches& swatches) : swatches_(swatches), widgets_(swatches), graph_(swatches) {}

  void draw(GameState& game, PanelPlaces& places, const Box& world);

 private:
  void draw_head(GameState& game, uint8_t entry);
  void draw_buttons(GameState& game);
  void draw_tabs(GameState& game, uint8_t entry);
  void draw_properties(GameState& game, uint8_t entry);
  void draw_mod_popup(GameState& game);
  void draw_copy_popup(GameState& game);

  Swatches& swatches_;
  MaterialWidgets widgets_;
  ReactionGraph graph_;
  std::shared_ptr<const MaterialSet> set_;  // whose fields these are
  uint8_t entry_ = 0;
  std::vector<MaterialField> fields_;
  std::string mod_;      // the name to save as
  std::string copy_;     // the name of a new material
  std::string problem_;  // why it was not saved, or made
};

}  // namespace quicksand
