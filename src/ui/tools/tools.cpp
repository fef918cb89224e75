#include <array>

#include "ui/tools/blow.h"
#include "ui/tools/body.h"
#include "ui/tools/explosion.h"
#include "ui/tools/paint.h"
#include "ui/tools/suck.h"
#include "ui/tools/throw.h"
#include "ui/tools/tool.h"
#include "ui/tools/touch.h"

namespace quicksand {

std::span<const Tool> tools() {
  static constexpr std::array kTools{
      Tool{.name = "Paint",
           .key = "B",
           .help = "Draws with the chosen material.",
           .colour = {0xe8, 0xe8, 0xe8},
           .material = MaterialUse::kSomeOrEraser,
           .cursor = brush_cursor,
           .press = press_paint,
           .hold = hold_paint,
           .release = release_paint},
      Tool{.name = "Throw",
           .key = "H",
           .help = "Throws a brush full of the material chosen last: pull with the left button, and let go.",
           .colour = {0xe8, 0xd8, 0xa8},
           .material = MaterialUse::kSome,
           .cursor = throw_cursor,
           .release = release_throw},
      Tool{.name = "Explosion",
           .key = "K",
           .help = "An explosion at each click, the larger the brush the stronger. Throws powders and liquids.",
           .colour = {0xff, 0x8a, 0x30},
           .cursor = brush_cursor,
           .press = press_explosion},
      Tool{.name = "Blow",
           .key = "V",
           .help = "Wind away from the pointer, and along with it, while the left button is held.",
           .colour = {0xa8, 0xd8, 0xf0},
           .cursor = brush_cursor,
           .hold = hold_blow},
      Tool{.name = "Suck",
           .key = "I",
           .help = "Pulls what is loose towards the pointer while the left button is held.",
           .colour = {0x9a, 0x80, 0xd0},
           .cursor = brush_cursor,
           .hold = hold_suck},
      Tool{.name = "Heat",
           .key = "U",
           .help = "Heats what is under the brush while the left button is held: melts, boils, lights.",
           .colour = {0xff, 0x50, 0x28},
           .cursor = brush_cursor,
           .hold = hold_warm},
      Tool{.name = "Cool",
           .key = "Y",
           .help = "Cools what is under the brush while the left button is held: freezes, puts out.",
           .colour = {0x70, 0xc8, 0xff},
           .cursor = brush_cursor,
           .hold = hold_cool},
      Tool{.name = "Press",
           .key = "M",
           .help = "Presses a switch at each click: on, and off again.",
           .colour = {0x5f, 0xb3, 0x6a},
           .cursor = brush_cursor,
           .press = press_switch},
      Tool{.name = "Body",
           .key = "J",
           .help = "In dunes: sets down a ball, plough, foot or what the panel World says, as wide as the brush; drags "
                   "it. Shift draws its way.",
           .colour = {0x9a, 0x9a, 0x98},
           .cursor = body_cursor,
           .press = press_body,
           .hold = hold_body,
           .release = release_body},
  };
  return kTools;
}

const Tool& next_tool(const Tool& tool) {
  const size_t next = static_cast<size_t>(&tool - tools().data()) + 1;
  return tools()[next % tools().size()];
}

}  // namespace quicksand
