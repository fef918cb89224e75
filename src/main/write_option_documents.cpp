// Part of the build: writes the man page and the completions into a folder.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "main/option_documents.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_option_documents FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const std::vector<quicksand::OptionRow> options = quicksand::option_rows();
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream file(folder / name, std::ios::binary);
    file << text;
    file.close();
    if (!file) std::fprintf(stderr, "write_option_documents: %s cannot be written\n", (folder / name).c_str());
    return static_cast<bool>(file);
  };
  return write("quicksand.6", man_page(options)) && write("quicksand.bash", bash_completion(options)) &&
                 write("_quicksand", zsh_completion(options))
             ? 0
             : 2;
}
