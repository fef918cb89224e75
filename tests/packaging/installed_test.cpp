// What is installed and packed: that the game runs wherever it lies, and that what stands around it is right.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "io/files.h"
#include "io/temporary_folder.h"
#include "packaging/installation.h"

using namespace quicksand;
namespace fs = std::filesystem;

namespace {

const std::string kRun = " --headless --scene hourglass --ticks 40 --report - 2>&1 | grep state_hash";
constexpr uintmax_t kMostPackageBytes = 6 << 20;

// The options that --help names, "--scene" and so on.
std::set<std::string> options_of_help() {
  std::set<std::string> options;
  std::istringstream lines(quicksand_stdout("--help").text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    for (std::string word; words >> word && word.starts_with("-");) {
      std::istringstream names(word);
      for (std::string name; std::getline(names, name, ',');) options.insert(name);
    }
  }
  return options;
}

std::set<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  std::set<std::string> all;
  for (std::string word; words >> word;) all.insert(word);
  return all;
}

// Says so where a program that checks is not there.
bool is_there(const std::string& program) {
  if (shell("command -v " + program).exit_code == 0) return true;
  WARN(program << " is not installed, so this is not checked");
  return false;
}

// What bash completes, and zsh, after this has been typed, with the game as it is installed below the prefix.
std::set<std::string> completed_by_bash(const fs::path& prefix, const std::string& words) {
  const std::string script = (prefix / "share/bash-completion/completions/quicksand").string();
  const std::string program = (prefix / "bin/quicksand").string();
  return words_of(shell("cd " + prefix.string() + " && bash -c 'source " + script + " && COMP_WORDS=(" + program + " " +
                        words + ") && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _quicksand; echo ${COMPREPLY[@]}'")
                      .text);
}

// Whether zsh shows this, a pattern, after these keys.
bool zsh_shows(const fs::path& prefix, const std::string& keys, const std::string& pattern) {
  const std::string start = "zmodload zsh/zpty; zpty shell 'TERM=dumb HOME=" + prefix.string() +
                            " PATH=" + (prefix / "bin").string() + ":$PATH zsh -f -i'\n";
  const std::string set_up = "PS1= COLUMNS=200 LINES=100; fpath=(" +
                             (prefix / "share/zsh/vendor-completions").string() + " " +
                             (prefix / "share/zsh/site-functions").string() +
                             " $fpath); autoload -U compinit; compinit -D -u; print REA\"\"DY";
  const std::string script = start + "zpty -w shell '" + set_up +
                             "'\nzpty -r shell text '*READY*'\nzpty -w -n shell $'" + keys +
                             "'\nzpty -r shell text '*" + pattern + "*'\n";
  const fs::path file = prefix / "typed.zsh";
  return write_file_atomically(file, script).ok() &&
         shell("timeout 60 zsh -f " + file.string() + " 2>&1").exit_code == 0;
}

}  // namespace

TEST_CASE("the installed game runs wherever its folder lies, and finds its files nowhere else") {
  const TemporaryFolder folder;
  const fs::path prefix = install_into(folder.path());
  REQUIRE_FALSE(prefix.empty());
  const Output here = shell("cd / && " + (prefix / "bin/quicksand").string() + kRun);
  INFO(here.text);
  REQUIRE(here.exit_code == 0);
  const fs::path moved = folder / "elsewhere";
  fs::rename(prefix, moved);
  const std::string program = (moved / "bin/quicksand").string();
  CHECK(shell("cd / && " + program + kRun).text == here.text);
  // Through a link, as people put programs into their path.
  fs::create_symlink(program, folder / "game");
  CHECK(shell("cd / && " + (folder / "game").string() + kRun).text == here.text);
  // The source tree stands in for nothing.
  fs::remove_all(moved / "share/quicksand");
  for (const char* const arguments : {" --headless", " --list-scenes", " --list-materials"}) {
    const Output without = shell("cd " QUICKSAND_SOURCE " && " + program + arguments + " 2>&1");
    INFO(arguments << ": " << without.text);
    CHECK(without.exit_code == 2);
    CHECK(without.text.find("the game's assets are missing") != std::string::npos);
  }
}

TEST_CASE("the man page names every option that --help names, and renders without a warning") {
  const TemporaryFolder folder;
  const fs::path prefix = install_into(folder.path());
  REQUIRE_FALSE(prefix.empty());
  const std::string page = (prefix / "share/man/man6/quicksand.6.gz").string();
  const std::string source = shell("gzip -dc " + page).text;
  REQUIRE(options_of_help().size() > 40);
  for (std::string option : options_of_help()) {
    INFO(option);
    for (size_t at = 0; (at = option.find('-', at)) != std::string::npos; at += 2) option.insert(at, "\\");
    CHECK(source.find("\\fB" + option + "\\fR") != std::string::npos);
  }
  if (!is_there("man")) return;
  CHECK(
      shell("LC_ALL=C.UTF-8 MANROFFSEQ= MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z " + page + " 2>&1 >/dev/null")
          .text.empty());
  const Output rendered = shell("LC_ALL=C.UTF-8 MANWIDTH=80 man -l " + page);
  CHECK(rendered.text.find("quicksand - falling-sand game") != std::string::npos);
  CHECK(rendered.text.find("--list-kernels\n") != std::string::npos);
}

TEST_CASE("bash completes every option, and values as far as they are known") {
  const TemporaryFolder folder;
  const fs::path prefix = install_into(folder.path());
  REQUIRE_FALSE(prefix.empty());
  const std::string script = (prefix / "share/bash-completion/completions/quicksand").string();
  CHECK(shell("bash -c 'source " + script + " && complete -p quicksand'").text == "complete -F _quicksand quicksand\n");
  CHECK(completed_by_bash(prefix, "-") == options_of_help());
  CHECK(completed_by_bash(prefix, "--render") == std::set<std::string>{"--renderer"});
  CHECK(completed_by_bash(prefix, "--renderer \"\"") == std::set<std::string>{"auto", "cpu", "gl"});
  CHECK(completed_by_bash(prefix, "--renderer = g") == std::set<std::string>{"gl"});
  CHECK(completed_by_bash(prefix, "--scene hourg") == std::set<std::string>{"hourglass"});
  CHECK(completed_by_bash(prefix, "hourg") == std::set<std::string>{"hourglass"});
  CHECK(completed_by_bash(prefix, "--kernel r") == std::set<std::string>{"reference"});
  CHECK(completed_by_bash(prefix, "--materials class") == std::set<std::string>{"classic"});
  CHECK(completed_by_bash(prefix, "--highlight gunp") == std::set<std::string>{"gunpowder"});
  CHECK(completed_by_bash(prefix, "--check share/man/m") == std::set<std::string>{"share/man/man6"});
  CHECK(completed_by_bash(prefix, "--seed \"\"").empty());
}

TEST_CASE("zsh completes options and values") {
  const TemporaryFolder folder;
  const fs::path prefix = install_into(folder.path());
  REQUIRE_FALSE(prefix.empty());
  std::string script;
  for (const char* const name : {"vendor-completions", "site-functions"})
    if (const auto text = read_file(prefix / "share/zsh" / name / "_quicksand", 1 << 20)) script = *text;
  for (const std::string& option : options_of_help()) {
    INFO(option);
    CHECK((script.find("'" + option + "[") != std::string::npos ||
           script.find("'" + option + "=[") != std::string::npos ||
           script.find("'*" + option + "=[") != std::string::npos));
  }
  if (!is_there("zsh")) return;
  CHECK(zsh_shows(prefix, "quicksand --rende\\t", "--renderer"));
  CHECK(zsh_shows(prefix, "quicksand --headless --renderer \\t", "auto  cpu   gl"));
  CHECK(zsh_shows(prefix, "quicksand hourg\\t", "hourglass"));
}

TEST_CASE("menus and shops of software take what is installed, with the icon in every size") {
  const TemporaryFolder folder;
  const fs::path prefix = install_into(folder.path());
  REQUIRE_FALSE(prefix.empty());
  if (is_there("desktop-file-validate"))
    CHECK(shell("desktop-file-validate " + (prefix / "share/applications/quicksand.desktop").string() + " 2>&1")
              .text.empty());
  std::vector<fs::path> metainfo;
  for (const auto& entry : fs::directory_iterator(prefix / "share/metainfo")) metainfo.push_back(entry.path());
  REQUIRE(metainfo.size() == 1);
  if (is_there("appstreamcli")) {
    const Output output = shell("appstreamcli validate --no-net " + metainfo.front().string() + " 2>&1");
    INFO(output.text);
    CHECK(output.exit_code == 0);
  }
  for (const int size : {16, 22, 24, 32, 48, 64, 128, 256, 512}) {
    const std::string side = std::to_string(size);
    const auto icon = read_file(prefix / "share/icons/hicolor" / (side + "x" + side) / "apps/quicksand.png", 1 << 20);
    INFO(side);
    REQUIRE(icon.ok());
    // The header of a PNG has width and height as four bytes each, the highest first.
    const auto number_at = [&](size_t at) {
      return static_cast<uint8_t>((*icon)[at + 2]) * 256 + static_cast<uint8_t>((*icon)[at + 3]);
    };
    CHECK(number_at(16) == size);
    CHECK(number_at(20) == size);
  }
}

TEST_CASE("the Flatpak manifest is of the same application, and its sources are public and cannot change") {
  const auto manifest = read_file(QUICKSAND_SOURCE "/packaging/org.quicksand_game.Quicksand.yaml", 1 << 20);
  REQUIRE(manifest.ok());
  const auto description = read_file(QUICKSAND_BUILD_FOLDER "/org.quicksand_game.Quicksand.metainfo.xml", 1 << 20);
  REQUIRE(description.ok());
  CHECK(manifest->find("\nid: org.quicksand_game.Quicksand\n") != std::string::npos);
  CHECK(description->find("<id>org.quicksand_game.Quicksand</id>") != std::string::npos);
  std::istringstream lines(*manifest);
  int sources = 0;
  int pinned = 0;
  for (std::string line; std::getline(lines, line);) {
    if (const size_t at = line.find("url: "); at != std::string::npos) {
      INFO(line);
      ++sources;
      const std::string address = line.substr(at + 5);
      CHECK((address.starts_with("https://github.com/") || address.starts_with("https://downloads.sourceforge.net/")));
    }
    pinned += line.find(" sha256: ") != std::string::npos || line.find(" commit: ") != std::string::npos ? 1 : 0;
  }
  CHECK(sources > 5);
  CHECK(pinned == sources);
  if (is_there("flatpak-builder"))
    CHECK(shell("cd /tmp && flatpak-builder --show-manifest " QUICKSAND_SOURCE
                "/packaging/org.quicksand_game.Quicksand.yaml 2>/dev/null")
              .exit_code == 0);
}

TEST_CASE("the packages are small, a Debian package names what it needs, and the archive runs where it is unpacked",
          "[.slow]") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const Output made = shell(
      "cd " + at + " && " QUICKSAND_CPACK " --config " QUICKSAND_BUILD_FOLDER "/CPackConfig.cmake -B " + at + " 2>&1");
  INFO(made.text);
  REQUIRE(made.exit_code == 0);
  fs::path deb;
  fs::path archive;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    if (entry.path().extension() == ".deb") deb = entry.path();
    if (entry.path().extension() == ".gz") archive = entry.path();
  }
  REQUIRE_FALSE(deb.empty());
  REQUIRE_FALSE(archive.empty());
  CHECK(fs::file_size(deb) <= kMostPackageBytes);
  CHECK(fs::file_size(archive) <= kMostPackageBytes);
  const std::string needed = shell("dpkg-deb -f " + deb.string() + " Depends").text;
  INFO(needed);
  for (const char* const package : {"libgl1,", "libegl1,", "libgl1-mesa-dri,", "libsdl2-2.0-0 ", "libc6 "})
    CHECK(needed.find(package) != std::string::npos);
  if (is_there("lintian")) {
    const Output findings = shell("lintian --allow-root --fail-on error " + deb.string() + " 2>&1");
    INFO(findings.text);
    CHECK(findings.exit_code == 0);
  }
  const Output unpacked = shell("mkdir " + at + "/here && tar -C " + at + "/here --strip-components 1 -xf " +
                                archive.string() + " && cd / && " + at + "/here/bin/quicksand" + kRun);
  CHECK(unpacked.exit_code == 0);
  CHECK(unpacked.text == shell("cd / && " QUICKSAND_PROGRAM + kRun).text);
}
