#!/usr/bin/env python3
"""Writes assets/scenes/oasis.json, the scene that the game starts with.

Whatever runs in it also runs out of it: the border is open, and the lake, the cave and the cleft all end there.
"""

import json
import math
import pathlib

FONT = {  # five columns by seven rows
    "Q": ["01110", "10001", "10001", "10001", "10101", "10010", "01101"],
    "U": ["10001", "10001", "10001", "10001", "10001", "10001", "01110"],
    "I": ["111", "010", "010", "010", "010", "010", "111"],
    "C": ["01110", "10001", "10000", "10000", "10000", "10001", "01110"],
    "K": ["10001", "10010", "10100", "11000", "10100", "10010", "10001"],
    "S": ["01111", "10000", "10000", "01110", "00001", "00001", "11110"],
    "A": ["01110", "10001", "10001", "11111", "10001", "10001", "10001"],
    "N": ["10001", "11001", "10101", "10101", "10011", "10001", "10001"],
    "D": ["11110", "10001", "10001", "10001", "10001", "10001", "11110"],
}
PIXEL = 6  # cells a pixel of the font

paint = []
sources = []


def rect(material, x, y, width, height, **more):
    paint.append({"shape": "rect", "at": [x, y], "size": [width, height], "material": material, **more})


def line(material, x0, y0, x1, y1, width, **more):
    paint.append({"shape": "line", "from": [x0, y0], "to": [x1, y1], "width": width, "material": material, **more})


def circle(material, x, y, radius, **more):
    paint.append({"shape": "circle", "at": [x, y], "radius": radius, "material": material, **more})


def source(material, x, y, width, height, rate, **more):
    sources.append({"at": [x, y], "size": [width, height], "material": material, "rate": rate, **more})


def title(text, x, y):
    """Letters of iron with a core of lamps."""
    for letter in text:
        rows = FONT[letter]
        for material, rim in (("iron", 0), ("lamp", 2)):
            for grid, is_row in ((rows, True), (["".join(column) for column in zip(*rows)], False)):
                for i, bits in enumerate(grid):
                    for run in [r for r in runs(bits) if material == "iron" or r[1] - r[0] > 1]:
                        along, across = run[0] * PIXEL + rim, i * PIXEL + rim
                        size = ((run[1] - run[0]) * PIXEL - 2 * rim, PIXEL - 2 * rim)
                        if is_row:
                            rect(material, x + along, y + across, *size)
                        elif run[1] - run[0] > 1:
                            rect(material, x + across, y + along, *reversed(size))
        x += (len(rows[0]) + 1) * PIXEL


def runs(bits):
    """Where ones begin and end in a row of a letter."""
    found, start = [], None
    for column, bit in enumerate(bits + "0"):
        if bit == "1" and start is None:
            start = column
        if bit == "0" and start is not None:
            found.append((start, column))
            start = None
    return found


def slope(material, points):
    """Fills below a polyline down to the bottom of the world."""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        for x in range(x0, x1):
            y = round(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
            rect(material, x, y, 1, 360 - y)


def along(material, points, width, **more):
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        line(material, x0, y0, x1, y1, width, **more)


def stratum(material, y, width, wave, phase):
    """A wavy layer in the rock."""
    points = [(x, round(y + wave * math.sin(x / 53 + phase) + 3 * math.sin(x / 17 + 2 * phase))) for x in range(-16, 672, 16)]
    along(material, points, width, onto="stone")


def hollow(*caves):
    """Caves along polylines, of some width each. What is loose in the rock does not run into them."""
    for points, width in caves:
        along("stone", points, width + 8)
    for points, width in caves:
        along("void", points, width)


def globe(x, y, top, radius, material):
    """A ball of glass on a rope."""
    line("iron", x, top, x, y - radius, 1)
    circle("glass", x, y, radius)
    circle("void", x, y, radius - 2)
    circle(material, x, y, radius - 2)


def tree(x, y, height, crown):
    line("wood", x, y, x, y - height, 3)
    line("wood", x, y - height * 2 // 3, x + crown, y - height, 2)
    line("wood", x, y - height // 2, x - crown, y - height + 4, 2)
    for dx, dy, radius in ((0, -4, crown), (-crown, 3, crown * 2 // 3), (crown, 2, crown * 2 // 3)):
        circle("fuse", x + dx, y - height + dy, radius, fill=0.8, onto="empty")


def palm(x, y, lean, height):
    line("wood", x, y, x + lean, y - height, 3)
    x, y = x + lean, y - height
    for dx, dy in ((-20, 8), (-17, -3), (-8, -9), (8, -9), (17, -3), (20, 8)):
        line("fuse", x, y, x + dx * 2 // 3, y + dy - 4, 3)
        line("fuse", x + dx * 2 // 3, y + dy - 4, x + dx, y + dy, 2)


# The land: a cliff, a lake, a beach, a cleft down to the bottom of the world, and a hill.
west = [(-4, 132), (46, 136), (84, 142), (98, 152), (104, 200), (112, 246), (130, 284), (160, 298), (240, 302), (286, 288),
        (304, 266), (320, 252), (338, 246), (432, 246)]
cleft = [(432, 246), (438, 262), (440, 362)]
hill = [(492, 362), (492, 262), (500, 240), (528, 232), (566, 224), (606, 208), (644, 200)]
slope("stone", west + cleft[1:2] + [(440, 262)])
slope("stone", [(492, 262)] + hill[2:])
stratum("concrete", 160, 8, 4, 0.4)
stratum("sand", 186, 9, 6, 1.1)
stratum("dirt", 216, 8, 5, 2.0)
stratum("concrete", 248, 7, 4, 0.2)
stratum("gravel", 270, 8, 6, 1.3)
stratum("dirt", 298, 10, 5, 2.6)
stratum("sand", 322, 11, 5, 0.7)
stratum("concrete", 345, 8, 4, 1.8)
for edge in (west, cleft, hill):
    along("stone", edge, 9, onto="sand")
    along("stone", edge, 9, onto="dirt")
    along("stone", edge, 9, onto="gravel")
rect("void", 441, 246, 51, 114)

# The edges of the world do not let out what is loose in the rock.
rect("stone", 0, 150, 4, 210)
rect("stone", 636, 216, 4, 144)

# The lake. A tunnel in its shore keeps its level, and feeds the lit cave below the castle: a fall, a pool with a weir,
# and a drain to the bottom of the world.
hollow(([(284, 264), (330, 268), (350, 276)], 9), ([(354, 298), (372, 302), (392, 304), (402, 306)], 40),
       ([(350, 276), (356, 290)], 9))
along("void", [(270, 261), (290, 264)], 9)
rect("water", 114, 262, 200, 44, onto="empty")
rect("sand", 170, 296, 90, 6, onto="water")
rect("stone", 330, 317, 100, 12)
rect("void", 346, 316, 56, 8)
rect("water", 346, 318, 56, 6)
rect("stone", 407, 328, 14, 32)
rect("void", 411, 312, 7, 48)
for x in (362, 382, 402):
    line("concrete", x, 270, x, 286, 1)
    circle("lamp", x, 288, 2)

# The beach and the castle of damp sand, with windows that are lit.
along("sand", [(312, 256), (330, 247), (345, 242)], 7, onto="empty")
rect("sand", 345, 240, 86, 6, onto="empty")
rect("sand", 362, 216, 58, 26, wetness=70)
for x in (356, 384, 412):
    rect("sand", x, 196 if x != 384 else 184, 15, 50 if x != 384 else 62, wetness=70)
    for i in range(3):
        rect("sand", x - 1 + i * 6, (191 if x != 384 else 179), 4, 6, wetness=70)
for x in (374, 400):
    rect("lamp", x, 222, 3, 5)
rect("lamp", 390, 192, 3, 5)
line("wood", 391, 178, 391, 160, 1)
rect("tnt", 392, 160, 9, 5)
palm(330, 248, -7, 40)

# A fountain in the lake.
rect("stone", 234, 258, 12, 46)
rect("void", 238, 258, 4, 6)

# A beacon, far from all that burns.
rect("stone", 152, 222, 8, 80)
rect("water", 152, 270, 8, 16)
rect("concrete", 146, 216, 20, 6)
rect("concrete", 144, 211, 4, 8)
rect("concrete", 164, 211, 4, 8)

# Sand runs over the name, off its end and down the cleft.
title("QUICKSAND", 174, 40)

# The hill: soil, trees, a hut with a fire in a bowl of stone, and a mine with powder and charges below.
along("dirt", [(502, 238), (528, 229), (566, 221), (606, 205), (644, 197)], 6)
tree(522, 231, 36, 11)
tree(628, 200, 40, 13)
rect("wood", 558, 192, 4, 30)
rect("wood", 592, 186, 4, 30)
along("wood", [(550, 196), (577, 176), (604, 190)], 4)
globe(270, 130, 82, 13, "water")
globe(330, 112, 82, 11, "sand")
hollow(([(520, 296), (560, 298), (600, 292)], 34),)
rect("stone", 498, 308, 124, 10)
for x in (530, 552, 574):
    rect("tnt", x, 300, 10, 8)
along("gunpowder", [(528, 306), (590, 306)], 3, onto="empty")
along("fuse", [(596, 306), (606, 280), (612, 240), (616, 205), (616, 196)], 2)

scene = {
    "format": "quicksand-scene/1",
    "title": "Oasis: where the game begins",
    "group": "play",
    "hints": [
        "Pick *Water* on the right, and pour it over the sandcastle with the left button.",
        "Open the two balls below the letters with the right button, which is the *Eraser*: one holds water, one sand.",
        "Pick *Fire* (E, then \"fire\") and light the fuse on the hill at the right: it leads to the TNT in the cave.",
        "Take the tool *Explosion* (K) and blow up the wall in the pool, or the cliff.",
    ],
    "world": "sandbox",
    "size": [640, 360],
    "seed": 7,
    "border": "open",
    "daylight": 1,
    "materials": "core",
}
source("water", 2, 124, 8, 6, 0.08)
source("water", 238, 254, 4, 1, 0.25, speed=[0.2, -2.0])
source("fire", 149, 213, 14, 1, 0.08)
source("sand", 462, 2, 4, 1, 0.3)

body = json.dumps(scene, indent=1)[:-2]
for key, items in (("paint", paint), ("sources", sources)):
    body += ',\n "%s": [\n  ' % key + ",\n  ".join(json.dumps(item) for item in items) + "\n ]"
path = pathlib.Path(__file__).resolve().parent.parent / "assets/scenes/oasis.json"
path.write_text("// Made by tools/make_oasis.py.\n" + body + "\n}\n")
