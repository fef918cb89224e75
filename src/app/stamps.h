// Patches as files. A stamp is a save of a world just as large as the patch, as it comes at room temperature: so it
// opens as a world, any save can be a stamp, and any viewer shows it. A picture without a world in it can be a stamp,
// too.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/session.h"
#include "core/patch.h"
#include "core/result.h"
#include "view/image.h"

namespace quicksand {

// What the patch looks like in the session's world, a pixel a cell; clear where nothing is.
Image patch_picture(const Session& session, const Patch& patch);

// The bytes of a stamp. The session's world takes patches.
Result<std::string> encode_stamp(const Session& session, const Patch& patch);

// Reads a stamp, a save of the same kind of world, or any picture, whose pixels become the materials of the session's
// world that have the nearest colour. `file` is used in messages.
Result<std::shared_ptr<const Patch>> decode_stamp(const Session& session, std::string_view bytes,
                                                  const std::string& file);

// The names of what is in the patch that the session's world does not have: they are lost when it is put down.
std::vector<std::string> missing_materials(const Session& session, const Patch& patch);

}  // namespace quicksand
