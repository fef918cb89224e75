#include "app/scene_reload.h"

#include <catch2/catch.hpp>
#include <random>

#include "app/material_files.h"
#include "app/play.h"
#include "core/cases.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/scene_file.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

std::mt19937 dice;

int below(int end) { return static_cast<int>(dice() % static_cast<uint32_t>(end)); }

// Few places and materials, so that sources lie over one another and some are alike.
std::string random_source() {
  static constexpr const char* kMaterials[] = {"\"sand\"", "\"water\"", "\"void\"", "[\"sand\", \"water\"]"};
  std::string text = "{\"at\": [" + std::to_string(5 * below(3)) + ", " + std::to_string(5 * below(3)) +
                     "], \"size\": [" + std::to_string(1 + 5 * below(3)) +
                     ", 3], \"material\": " + kMaterials[below(4)];
  if (below(2) == 0) text += ", \"rate\": 0.25";
  if (below(3) == 0) text += ", \"from\": " + std::to_string(below(2) * 20);
  if (below(3) == 0) text += ", \"until\": " + std::to_string(25 + below(30));
  return text + "}";
}

std::string random_sign() {
  return "{\"at\": [" + std::to_string(below(4)) + ", 7], \"text\": \"" +
         std::string(1, static_cast<char>('a' + below(3))) + "\"}";
}

using Items = std::vector<std::string>;

std::string scene_of(const Items& sources, const Items& signs) {
  const auto list = [](const Items& items) {
    std::string text;
    for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
    return "[" + text + "]";
  };
  return R"({"format": "quicksand-scene/1", "size": [40, 30], "sources": )" + list(sources) +
         ", \"signs\": " + list(signs) + "}";
}

Scene read(const std::string& text) {
  Result<Scene> scene = parse_scene(text, "s.json", world_kinds());
  INFO(text);
  REQUIRE(scene);
  return std::move(*scene);
}

// What runs when, of what: by the names of a scene that says it.
std::vector<std::string> described(const std::vector<SceneSource>& sources) {
  std::vector<std::string> all;
  for (const SceneSource& source : sources) {
    Scene scene;
    scene.world = "sandbox";
    scene.sources = {source};
    all.push_back(scene_text(scene, world_kinds()));
  }
  return all;
}

// One entry goes or comes.
void edit(Items& items, std::string (*made)()) {
  if (!items.empty() && below(2) == 0)
    items.erase(items.begin() + below(static_cast<int>(items.size())));
  else
    items.insert(items.begin() + below(static_cast<int>(items.size()) + 1), made());
}

}  // namespace

TEST_CASE("a scene's edited sources take the place of those that it had, beside what the player has set down") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(40, 100)); ++seed) {
    INFO("seed " << seed);
    dice.seed(seed);
    Items sources;
    Items signs;
    for (int i = below(5); i > 0; --i) sources.push_back(random_source());
    for (int x = below(3); x > 0; --x) edit(signs, random_sign);
    const TemporaryFolder folder;
    const std::string file = (folder / "scene.json").string();
    write_text(file, scene_of(sources, signs));
    Session session = play(file, 0, 1);
    Scene before = session.scene();
    std::vector<SceneSource> by_hand;
    for (int round = 0; round < 4; ++round) {
      for (int i = below(12); i > 0; --i) session.tick();
      if (round == 1) {
        const Scene hand = read(scene_of({random_source()}, {}));
        const Director placed = *Director::create(hand, session.world().entry_names());
        by_hand = hand.sources;
        session.apply(SourceCommand{placed.sources()[0].command, by_hand[0].from, by_hand[0].until});
      }
      for (int i = 1 + below(3); i > 0; --i) edit(sources, random_source);
      edit(signs, random_sign);
      const Scene after = read(scene_of(sources, signs));
      const Result<std::vector<Command>> commands = commands_for_scene(session, before, after);
      REQUIRE(commands);
      for (const Command& command : *commands) session.apply(command);
      before = after;
      std::vector<SceneSource> wanted = after.sources;
      wanted.insert(wanted.end(), by_hand.begin(), by_hand.end());
      CHECK(described(session.director().sources()) == described(wanted));
      CHECK(commands_for_scene(session, before, after)->empty());
    }
    for (int i = 0; i < 20; ++i) session.tick();
    // It is a recording like any other.
    const std::string recorded = (folder / "recorded.json").string();
    REQUIRE(session.save(recorded));
    const Session again = play(recorded, static_cast<int>(session.world().tick()), 2);
    CHECK(again.world().state_hash() == session.world().state_hash());
  }
}

TEST_CASE("what the player took away of a scene stays away when the scene's file changes elsewhere") {
  const std::string tap = R"({"at": [3, 3], "size": [2, 2], "material": "water"})";
  const std::string other = R"({"at": [20, 3], "size": [2, 2], "material": "sand"})";
  const TemporaryFolder folder;
  const std::string file = (folder / "scene.json").string();
  write_text(file, scene_of({tap}, {}));
  Session session = play(file, 3, 1);
  session.apply(EndSourcesCommand{{3, 3}});
  const Scene after = read(scene_of({tap, other}, {}));
  const std::vector<Command> commands = *commands_for_scene(session, session.scene(), after);
  for (const Command& command : commands) session.apply(command);
  CHECK(described(session.director().sources()) == described(read(scene_of({other}, {})).sources));
  const Result<std::vector<Command>> wrong = commands_for_scene(
      session, after, read(scene_of({R"({"at": [1, 1], "size": [2, 2], "material": "no-such"})"}, {})));
  REQUIRE_FALSE(wrong);
  CHECK(wrong.failure().text().find("no-such") != std::string::npos);
}

TEST_CASE("thousands of sources that change are told apart in a moment, wherever they are") {
  const int kMany = cases(5'000, 20'000);
  for (const bool in_one_place : {false, true}) {
    const auto sources = [&](double rate) {
      Items items;
      for (int i = 0; i < kMany; ++i) {
        const int x = in_one_place ? 0 : i % 200;
        const int y = in_one_place ? 0 : i / 200;
        items.push_back("{\"at\": [" + std::to_string(x) + ", " + std::to_string(y) +
                        R"(], "size": [1, 1], "material": "sand", "rate": )" + std::to_string(rate + i * 1e-5) + "}");
      }
      return items;
    };
    const Scene before = read(scene_of(sources(0.1), {}));
    const Scene after = read(scene_of(sources(0.5), {}));
    WorldRequest request;
    request.described = std::make_shared<const Scene>(before);
    Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    const Session session(std::move(*opened), 1);
    const Result<std::vector<Command>> commands = commands_for_scene(session, before, after);
    REQUIRE(commands.ok());
    CHECK(std::ssize(*commands) >= kMany);
  }
}
