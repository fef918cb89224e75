#!/usr/bin/env python3
"""Plays the game in a real browser: paints, changes the material, saves, comes again and finds the save; follows links.

Usage: page_test.py PROGRAM SITE [FOLDER]
PROGRAM: the game for the desktop, which counts what the page has saved. SITE: the folder that tools/web builds. FOLDER: where
screenshots are left. Exit code 77: nothing was tried, because something is missing.
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zlib

from browser import Browser

PROGRAM, SITE = sys.argv[1:3]
PICTURES = sys.argv[3] if len(sys.argv) > 3 else tempfile.gettempdir()
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

for missing, remedy in [(not os.path.exists(SITE + "/index.html"), "tools/web builds the page"),
                        (not shutil.which("chromium") or not shutil.which("chromedriver"),
                         "tools/install_packages browser installs one")]:
    if missing:
        print(f"skipped: {remedy}")
        sys.exit(77)

# A floor and nothing else, in a world that shows each cell as several pixels.
FLOOR = {"format": "quicksand-scene/1", "title": "Floor", "size": [320, 180], "seed": 5,
         "paint": [{"shape": "rect", "at": [0, 170], "size": [320, 10], "material": "stone"}]}
CONTROL, ENTER = "\ue009", "\ue007"
SAVES = "/home/web_user/.local/share/quicksand/saves"

# Once the first frame is there.
STARTED = "document.getElementById('cover').hidden"


def link_text(scene):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(scene).encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def counts_of(saved, folder):
    """What the game for the desktop finds in a file."""
    file = os.path.join(folder, "page.png")
    with open(file, "wb") as out:
        out.write(saved)
    report = subprocess.run([PROGRAM, "--headless", "--no-progress", "--scene", file, "--ticks", "0", "--report", "-"],
                            check=True, capture_output=True, text=True).stdout
    return json.loads(report)["counts"]


def world_file(browser):
    """The file that the page's button hands out."""
    browser.run("window.given = null; Module.handOut = (path) => { window.given = FS.readFile(path); };")
    browser.run("document.getElementById('download').click();")
    browser.wait_for("the world is handed out", "window.given")
    text = browser.run("let text = ''; for (const byte of window.given) text += String.fromCharCode(byte); return btoa(text);")
    return base64.b64decode(text)


def complaints(browser):
    """What the console holds against the page; that SDL2 uses an old way to sound is not the game's fault."""
    return [entry["message"] for entry in browser.log()
            if "ScriptProcessorNode" not in entry["message"] and (entry["level"] == "SEVERE" or "page.js" in entry["message"])]


def check(what, holds, *facts):
    print(("ok    " if holds else "FAILS ") + what + "".join(f" {fact}" for fact in facts), flush=True)
    if not holds:
        raise AssertionError(what)


def start(browser, url):
    begun = time.monotonic()
    browser.open("about:blank")  # an address that differs in its end alone would not be loaded
    browser.open(url)
    browser.wait_for("the first frame", STARTED)
    return time.monotonic() - begun


def play(browser, url, folder, name):
    seconds = start(browser, url + "#scene=." + link_text(FLOOR))
    browser.wait_for("the linked world", "document.getElementById('note').hidden || true")
    time.sleep(1.5)  # it is opened by the first frames
    empty = counts_of(world_file(browser), folder)
    check(f"{name}: a link's world is played", empty.get("stone", 0) == 3200, empty, f"(first frame after {seconds:.1f} s)")

    middle = browser.run("const box = canvas.getBoundingClientRect(); return [box.left + 500, box.top + 260];")
    line = [(round(middle[0] + dx), round(middle[1])) for dx in (-120, -40, 40, 120)]
    browser.drag(line)
    time.sleep(1.5)
    sand = counts_of(world_file(browser), folder)
    check(f"{name}: the mouse paints sand", sand.get("sand", 0) > 100, sand)

    browser.press("e")
    time.sleep(0.5)
    browser.press(*"water", ENTER)
    browser.drag(line)
    time.sleep(1.5)
    water = counts_of(world_file(browser), folder)
    check(f"{name}: another material is chosen with the keys", water.get("water", 0) > 100, water)
    check(f"{name}: and nothing is lost", water.get("sand") == sand["sand"] and water["stone"] == 3200)

    browser.press((CONTROL, "s"))
    time.sleep(0.7)
    browser.press((CONTROL, "a"), *"kept", ENTER)
    browser.wait_for("the save is written", f"FS.analyzePath('{SAVES}/kept.png').exists", 10)
    time.sleep(2)  # the browser stores it
    browser.screenshot(f"{PICTURES}/page_{name}.png")

    browser.reload()
    browser.wait_for("the first frame, again", STARTED)
    browser.wait_for("the save, again", f"FS.analyzePath('{SAVES}/kept.png').exists", 10)
    kept = browser.run(f"let text = ''; for (const byte of FS.readFile('{SAVES}/kept.png')) text += String.fromCharCode(byte);"
                       "return btoa(text);")
    found = counts_of(base64.b64decode(kept), folder)
    check(f"{name}: a save is found when the page is loaded again", found.get("sand") == sand["sand"], found)

    # Of a world that is too large for a link, it is the recording from the beginning, which takes as long as it took.
    for size, what in [((320, 180), "recording"), ((60, 40), "world")]:
        scene = {**FLOOR, "size": list(size), "paint": [{**FLOOR["paint"][0], "at": [0, size[1] - 10], "size": [size[0], 10]}]}
        start(browser, url + "#scene=." + link_text(scene))
        time.sleep(1.5)
        browser.drag(line)
        time.sleep(0.5)
        before = browser.run("return location.hash;")
        browser.run("document.getElementById('link').click();")
        browser.wait_for("the address has the world", f"location.hash !== '{before}'")
        link = browser.run("return location.href;")
        said = browser.run("return document.getElementById('note').innerText;")
        check(f"{name}: the link has the {what}", ("beginning" in said) == (what == "recording"), repr(said), f"({len(link)} letters)")
        start(browser, link)
        end = time.monotonic() + 60
        again = {}
        while again.get("sand", 0) < 100 and time.monotonic() < end:
            again = counts_of(world_file(browser), folder)
        check(f"{name}: the page's own link leads to the {what}", again.get("sand", 0) >= 100, again)
    said = complaints(browser)
    check(f"{name}: the console has nothing to say", not said, *said)


def refuse(browser, url):
    start(browser, url + "#scene=.AAAAdamaged")
    words = browser.run("return document.getElementById('note').innerText;")
    check("a damaged link is refused in words", "damaged" in words, repr(words))


def main():
    for kind, arguments in [("threads", []), ("single", ["plain"])]:
        server = subprocess.Popen([sys.executable, ROOT + "/packaging/web/serve.py", SITE, "0", *arguments],
                                  stdout=subprocess.PIPE, text=True)
        url = server.stdout.readline().strip()
        try:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Browser(folder + "/profile") as browser:
                play(browser, url, folder, kind)
                threads = browser.run("return Module.threads;")
                check(f"{kind}: threads as the headers let it", (threads > 1) == (kind == "threads" and os.cpu_count() > 1), threads)
                refuse(browser, url)
        finally:
            server.terminate()
            server.wait()


main()
