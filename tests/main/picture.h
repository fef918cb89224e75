// A picture that the program draws of a scene's second frame.
#pragma once

#include <catch2/catch.hpp>

#include <string>

#include "io/files.h"
#include "io/picture_file.h"
#include "io/temporary_folder.h"
#include "main/program.h"

namespace quicksand {

inline Image picture(const TemporaryFolder& folder, const std::string& options) {
  const std::string file = (folder / "picture.png").string();
  INFO(options);
  const Output output = quicksand_stderr("--headless --scene u-tube --frames 2 --screenshot " + file + " " + options);
  REQUIRE(output.text == "");
  REQUIRE(output.exit_code == 0);
  return *decode_picture(*read_file(file, 1 << 24), "picture");
}

}  // namespace quicksand
