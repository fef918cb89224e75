// Of panels made of triangles drawn by lot: a frame is another exactly when anything of it is.
#include "ui/shown_frame.h"

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <random>
#include <utility>
#include <vector>

using namespace quicksand;

namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  unsigned below(unsigned end) { return static_cast<unsigned>(engine_() % end); }

 private:
  std::mt19937 engine_;
};

class Panels {
 public:
  Panels(Dice& dice, unsigned lists) {
    for (unsigned i = 0; i < lists; ++i) {
      auto list = std::make_unique<ImDrawList>(nullptr);
      for (int corner = 0; corner < 12; ++corner) {
        ImDrawVert vertex{};
        vertex.pos = {static_cast<float>(dice.below(100)), static_cast<float>(dice.below(100))};
        vertex.col = dice.below(1U << 24);
        list->VtxBuffer.push_back(vertex);
        list->IdxBuffer.push_back(static_cast<ImDrawIdx>(dice.below(12)));
      }
      for (int part = 0; part < 2; ++part) {
        ImDrawCmd command;
        command.ClipRect = {0, 0, static_cast<float>(dice.below(100)), 90};
        command.ElemCount = 6;
        command.IdxOffset = static_cast<unsigned>(6 * part);
        list->CmdBuffer.push_back(command);
      }
      pointers_.push_back(list.get());
      lists_.push_back(std::move(list));
    }
  }

  ImDrawData data() {
    ImDrawData data;
    data.CmdLists = pointers_.data();
    data.CmdListsCount = static_cast<int>(pointers_.size());
    return data;
  }

  std::vector<ImDrawList*>& lists() { return pointers_; }

 private:
  std::vector<std::unique_ptr<ImDrawList>> lists_;
  std::vector<ImDrawList*> pointers_;
};

}  // namespace

TEST_CASE("a frame is another than the one before exactly when anything of it is") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    Panels panels(dice, 1 + dice.below(4));
    Colour ground{0.1F, 0.2F, 0.3F};
    GridSize pixels{1280, 720};
    ShownFrame shown;
    const auto take = [&] {
      const ImDrawData data = panels.data();
      return shown.take(data, ground, pixels);
    };
    CHECK(take());
    CHECK_FALSE(take());
    const auto list = [&]() -> ImDrawList& {
      return *panels.lists()[dice.below(static_cast<unsigned>(panels.lists().size()))];
    };
    const auto corner = [&]() -> ImDrawVert& { return list().VtxBuffer[static_cast<int>(dice.below(12))]; };
    const auto command = [&]() -> ImDrawCmd& { return list().CmdBuffer[static_cast<int>(dice.below(2))]; };
    const std::pair<const char*, std::function<void()>> changes[] = {
        {"a place", [&] { corner().pos.x += 1; }},
        {"another", [&] { corner().pos.y += 1; }},
        {"a letter", [&] { corner().uv.x += 0.5F; }},
        {"a letter's line", [&] { corner().uv.y += 0.5F; }},
        {"a colour", [&] { corner().col ^= 1; }},
        {"a triangle", [&] { list().IdxBuffer[static_cast<int>(dice.below(12))] ^= 1; }},
        {"what is cut off", [&] { command().ClipRect.z += 1; }},
        {"a picture", [&] { command().TextureId = &panels; }},
        {"how many triangles", [&] { command().ElemCount -= 3; }},
        {"which triangles", [&] { command().IdxOffset ^= 1; }},
        {"which corners", [&] { command().VtxOffset ^= 1; }},
        {"a ground", [&] { command().UserCallback = [](const ImDrawList*, const ImDrawCmd*) {}; }},
        {"a corner more", [&] { list().VtxBuffer.push_back({}); }},
        {"the colour beside the world", [&] { ground.g += 0.1F; }},
        {"the window", [&] { pixels.width += 1; }},
        {"what was forgotten", [&] { shown.forget(); }},
        {"a panel less", [&] { panels.lists().pop_back(); }},
    };
    for (const auto& [name, change] : changes) {
      INFO(name);
      change();
      CHECK(take());
      CHECK_FALSE(take());
    }
  }
}
