// The files of the player's worlds: saves, and the worlds that the game keeps by itself before they would be lost.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"
#include "io/spare_place.h"
#include "ui/game/game_state.h"

namespace quicksand {

std::filesystem::path saves_folder();
std::filesystem::path kept_folder();

// So many worlds are kept; beyond that the oldest goes.
inline constexpr size_t kMostKept = 30;

// Of a save of this name: a picture, with ".png" behind the name unless it is there, or, where the name ends in ".json",
// the session as a recorded scene.
std::filesystem::path save_path(const std::string& name);

// Whether it can name a save's file.
bool is_save_name(const std::string& name);

// A scene's name as people say it: of a file without folders and extension, of a world that was kept without its time.
std::string world_name(const std::string& scene);

// A file as people read it: "~" stands for the home folder.
std::string shown_path(const std::filesystem::path& file);

// Now, the player's time, as std::strftime() writes it.
std::string time_text(const char* format);

// What the player is about to bring into the world is in it now: a sign's words that are being written, what is
// dragged, edits that wait. Whatever saves the world, or goes on with another in its place, begins with this.
void take_in_hand(GameState& game);

// Writes the world, with a small picture as the fancy view shows it for the page of worlds.
Result<WrittenFile> write_save(GameState& game, const std::filesystem::path& file);

// The world is as this save has it, or, where there is none, as its scene makes it: there is nothing to keep or to
// autosave until the player changes something.
void note_safe(GameState& game, const std::filesystem::path& save);

// For the player, of what could not be written where it belongs: why, and where it is.
std::string told_of(const WrittenFile& written);

// Keeps what is played under its name and the time, unless the world is empty, or the player has changed nothing since
// it was opened, saved or kept, and that file is still there: then there is no new one. Who has gone back in time has
// two worlds kept: as it was at the end, and, if anything was done by then, as it is where he is, which is the one that
// is returned. `next`: the file of what will be played; it stays, if it is a kept one.
Result<std::optional<WrittenFile>> keep_world(GameState& game, const std::filesystem::path& next = {});

// Who has gone back in time and changes the rules there gives up what came later: keeps that, if it is not yet, and
// tells the player. Fails where it cannot be kept.
Status keep_what_came_later(GameState& game);

// The name under which what is played is kept, without the time.
std::string name_to_keep(const GameState& game);

// Keeps the worlds of games that crashed, of which the newest is the one that was left last, and takes a slot for this
// one's (app/autosave.h).
Status take_slot(GameState& game);

// At the start: does so, tells the player if it fails, and removes what those games were writing.
void recover_worlds(GameState& game);

// Gives a save another name, which no other has. What is played of it goes on under that name. Where it is now.
Result<std::filesystem::path> rename_save(GameState& game, const std::filesystem::path& file, const std::string& name);

// Moves a save among the kept worlds; one that is there already is deleted.
Status remove_save(const GameState& game, const std::filesystem::path& file);

}  // namespace quicksand
