// PNG files: encoding, and a private chunk that carries data beside the picture. Decoding: io/picture_file.h.
//
// Encoding is stb's, the checksum zlib's. The chunk layout is the PNG specification's (W3C, "Portable Network
// Graphics", second edition, 2003).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "view/image.h"

namespace quicksand {

// The bytes of a PNG file, without transparency.
std::string encode_png(const Image& image);

bool is_png(std::string_view bytes);

// The same picture without what does not concern its pixels: texts, profiles, private chunks. A decoder would unpack
// and keep them, however large. What is damaged stays as it is.
std::string with_pixels_alone(std::string_view png);

// Adds a chunk of the given type (four letters) before the end of a PNG. At most 2^31-1 bytes of data.
std::string with_chunk(std::string_view png, std::string_view type, std::string_view data);

// The data of the first chunk of this type; none if the PNG has no such chunk. A damaged file is a failure: broken
// chunk structure, or a checksum that does not match.
Result<std::optional<std::string>> find_chunk(std::string_view png, std::string_view type, const std::string& file);

}  // namespace quicksand
