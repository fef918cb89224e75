#!/usr/bin/env python3
"""Writes assets/scenes/oasis.json, the scene that the game starts with."""

import json
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
PIXEL = 5  # cells a pixel of the font

paint = []
sources = []


def rect(material, x, y, width, height, **more):
    paint.append({"shape": "rect", "at": [x, y], "size": [width, height], "material": material, **more})


def line(material, x0, y0, x1, y1, width, **more):
    paint.append({"shape": "line", "from": [x0, y0], "to": [x1, y1], "width": width, "material": material, **more})


def circle(material, x, y, radius, **more):
    paint.append({"shape": "circle", "at": [x, y], "radius": radius, "material": material, **more})


def source(material, x, y, width, rate, **more):
    sources.append({"at": [x, y], "size": [width, 1], "material": material, "rate": rate, **more})


def title(text, x, y):
    for letter in text:
        rows = FONT[letter]
        for row, bits in enumerate(rows):
            start = None
            for column, bit in enumerate(bits + "0"):
                if bit == "1" and start is None:
                    start = column
                if bit == "0" and start is not None:
                    rect("stone", x + start * PIXEL, y + row * PIXEL, (column - start) * PIXEL, PIXEL)
                    start = None
        x += (len(rows[0]) + 1) * PIXEL


def slope(material, points):
    """Fills below a polyline down to the bottom of the world."""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        for x in range(x0, x1):
            y = round(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
            rect(material, x, y, 1, 360 - y)


# The land: a cliff on the left, a lake, a beach, a shaft, and a hill on the right.
slope("stone", [(0, 168), (40, 160), (84, 164), (104, 176), (112, 210), (122, 262), (140, 304), (170, 322),
                (250, 326), (300, 312), (340, 290), (400, 282), (430, 284)])
slope("stone", [(430, 284), (434, 340), (490, 340), (494, 262), (540, 240), (580, 232), (640, 214)])
rect("void", 438, 270, 50, 70, onto="empty")

# The lake, its bed, and oil that once leaked.
rect("gravel", 150, 318, 110, 8, onto="empty")
rect("water", 120, 292, 230, 40, onto="empty")
rect("oil", 200, 286, 70, 6, onto="empty")

# The beach and a dune.
for i in range(46):
    rect("sand", 336 + i, 290 - i // 2 - 6, 1, 12 + i // 2, onto="empty")
    rect("sand", 428 - i, 290 - i // 2 - 6, 1, 12 + i // 2, onto="empty")

# A palm at the shore: wood stays, so the leaves are wood too.
line("wood", 318, 300, 322, 262, 4)
for dx, dy in ((-22, 6), (-16, -6), (0, -12), (16, -6), (22, 6)):
    line("wood", 322, 260, 322 + dx, 260 + dy, 3)

# The shaft holds acid; cement and dirt drop into it.
rect("acid", 436, 306, 56, 34, onto="empty")
line("concrete", 446, 284, 456, 284, 4)

# The hill: soil, a boulder, a hut.
for x in range(496, 640):
    y = 262 - round((x - 494) * 22 / 46) if x < 540 else 240 - round((x - 540) * 26 / 100)
    rect("dirt", x, y - 5, 1, 7, onto="empty")
circle("stone", 604, 206, 10)
rect("wood", 540, 204, 4, 32)
rect("wood", 574, 202, 4, 32)
line("wood", 532, 206, 559, 188, 4)
line("wood", 586, 204, 559, 188, 4)

# A steam vent in the cliff.
rect("void", 20, 150, 8, 40)

# A funnel of salt that trickles into the lake.
line("wall", 214, 150, 238, 176, 3)
line("wall", 268, 150, 244, 176, 3)
rect("salt", 224, 150, 35, 12, onto="empty")

# The name, between two floating shelves where sand gathers.
title("QUICKSAND", 198, 54)
line("wall", 470, 168, 520, 156, 3)

source("sand", 214, 1, 3, 0.25)
source("sand", 322, 1, 3, 0.3)
source("sand", 428, 1, 3, 0.25)
source("water", 2, 130, 5, 0.8)
source("steam", 20, 186, 8, 0.06)
source("dirt", 498, 1, 2, 0.08)
source("smoke", 556, 178, 3, 0.1)

scene = {
    "format": "quicksand-scene/1",
    "title": "Oasis: where the game begins",
    "group": "play",
    "world": "sandbox",
    "size": [640, 360],
    "seed": 7,
    "materials": "core",
}
body = json.dumps(scene, indent=1)[:-2]
for key, items in (("paint", paint), ("sources", sources)):
    body += ',\n "%s": [\n  ' % key + ",\n  ".join(json.dumps(item) for item in items) + "\n ]"
path = pathlib.Path(__file__).resolve().parent.parent / "assets/scenes/oasis.json"
path.write_text("// Made by tools/make_oasis.py.\n" + body + "\n}\n")
