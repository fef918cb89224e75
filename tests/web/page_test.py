#!/usr/bin/env python3
"""Plays the game in a real browser: paints, changes the material, saves, comes again and finds the save; follows links; draws and
pinches with fingers on a small screen of fine pixels; does without what some graphics cards lack, and with one that is reset.

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


def look_at(saved, folder, *more):
    """What the game for the desktop reports on a file."""
    file = os.path.join(folder, "page.png")
    with open(file, "wb") as out:
        out.write(saved)
    return json.loads(subprocess.run([PROGRAM, "--headless", "--no-progress", "--scene", file, "--ticks", "0", "--report", "-", *more],
                                     check=True, capture_output=True, text=True).stdout)


def counts_of(saved, folder):
    return look_at(saved, folder)["counts"]


def filled_columns(saved, folder):
    """How many cells of each column are not empty."""
    plane = os.path.join(folder, "page.pgm")
    look_at(saved, folder, "--dump", f"material={plane}")
    with open(plane, "rb") as file:
        words, cells = file.read().split(b"\n255\n", 1)
    width = int(words.split()[-2])
    return [sum(cell != 0 for cell in cells[column::width]) for column in range(width)]


def world_file(browser):
    """The file that the page's button hands out."""
    browser.run("window.given = null; Module.handOut = (path) => { window.given = FS.readFile(path); };")
    browser.run("document.getElementById('download').click();")
    browser.wait_for("the world is handed out", "window.given")
    text = browser.run("let text = ''; for (const byte of window.given) text += String.fromCharCode(byte); return btoa(text);")
    return base64.b64decode(text)


def wait_for_world(browser, folder, is_so, look=counts_of):
    """What there is once it is so, or after half a minute."""
    end = time.monotonic() + 30
    while True:
        seen = look(world_file(browser), folder)
        if is_so(seen) or time.monotonic() > end:
            return seen
        time.sleep(0.2)


def wait_for_floor(browser, folder):
    """The world of the link, which the first frames open."""
    return wait_for_world(browser, folder, lambda counts: counts.get("stone", 0) == 3200)


def complaints(browser):
    """What the console holds against the page; that SDL2 uses an old way to sound is not the game's fault."""
    return [entry["message"] for entry in browser.log()
            if "ScriptProcessorNode" not in entry["message"]
            and (entry["level"] == "SEVERE" or "page.js" in entry["message"] or "INVALID_OPERATION" in entry["message"])]


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
    empty = wait_for_floor(browser, folder)
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


def drop(browser, at, folder):
    """A finger pours some sand there, and it is taken back: into which column it came, on average."""
    before = filled_columns(world_file(browser), folder)
    browser.fingers([at, at])
    time.sleep(1.5)
    after = filled_columns(world_file(browser), folder)
    came = [now - then for now, then in zip(after, before)]
    check("phone: a finger pours sand", sum(came) > 20, sum(came))
    browser.press((CONTROL, "z"))
    check("phone: and it is taken back", wait_for_world(browser, folder, lambda seen: seen == before, filled_columns) == before)
    return sum(column * count for column, count in enumerate(came)) / sum(came)


def touch(url, folder):
    """A screen as narrow as a phone's, with two pixels for each of the page's."""
    flags = ["--force-device-scale-factor=2", "--touch-events=enabled"]
    with Browser(folder + "/phone", (500, 900), flags) as browser:
        start(browser, url + "#scene=." + link_text(FLOOR))
        wait_for_floor(browser, folder)
        width, pixels, shown = browser.run("return [canvas.clientWidth, canvas.width, document.documentElement.scrollWidth];")
        check("phone: the canvas has the screen's pixels and fits the page", pixels == 2 * width and shown == width, width, pixels)
        columns = [drop(browser, (x, 330), folder) for x in (60, 260)]
        far = columns[1] - columns[0]
        # The palette takes between a quarter and half of the width, and the world fills the rest.
        check("phone: where the finger is", 320 * 200 / (0.75 * width) < far < 320 * 200 / (0.5 * width), columns)
        before = counts_of(world_file(browser), folder)
        browser.fingers([(110, 300), (70, 300)], [(190, 300), (230, 300)])
        time.sleep(0.5)
        check("phone: two fingers draw nothing", counts_of(world_file(browser), folder) == before)
        columns = [drop(browser, (x, 330), folder) for x in (60, 260)]
        nearer = far / (columns[1] - columns[0])
        check("phone: but move and enlarge the world", 1.7 < nearer < 2.3, f"{nearer:.2f} times, fingers twice as far apart")
        browser.screenshot(f"{PICTURES}/page_phone.png")
        said = complaints(browser)
        check("phone: the console has nothing to say", not said, *said)


# Some graphics cards of phones give WebGL 2 without targets of floating-point numbers.
WITHOUT_FLOATS = """
const all = WebGL2RenderingContext.prototype.getSupportedExtensions, one = WebGL2RenderingContext.prototype.getExtension;
const is_kept = (name) => !name.includes('color_buffer');
WebGL2RenderingContext.prototype.getSupportedExtensions = function() { return all.call(this).filter(is_kept); };
WebGL2RenderingContext.prototype.getExtension = function(name) { return is_kept(name) ? one.call(this, name) : null; };
"""


def lack_floats(url, folder):
    with Browser(folder + "/floats") as browser:
        browser.before_each_page(WITHOUT_FLOATS)
        start(browser, url + "#scene=volcano")
        time.sleep(1.5)
        browser.screenshot(f"{PICTURES}/page_plain.png")
        said = complaints(browser)
        check("without floating-point targets the picture is plain, and why is said", len(said) == 1 and "the picture is plain" in said[0], *said)


def lack_webgl(url, folder):
    with Browser(folder + "/webgl", flags=["--disable-3d-apis"]) as browser:
        browser.open(url)
        words = browser.run("return document.getElementById('words').innerText;")
        check("without WebGL 2 the page says so", "no WebGL 2" in words, repr(words))


def reset_card(url, folder):
    with Browser(folder + "/reset") as browser:
        start(browser, url + "#scene=." + link_text(FLOOR))
        wait_for_floor(browser, folder)
        for time_number in (1, 2):
            browser.run("window.card = canvas.getContext('webgl2').getExtension('WEBGL_lose_context'); card.loseContext();")
            browser.wait_for("the page says that the card is reset", "!document.getElementById('cover').hidden")
            browser.run("card.restoreContext();")
            browser.wait_for("the game goes on", STARTED)
            time.sleep(1)
            browser.drag([(300 * time_number, 300), (300 * time_number + 80, 300)])
            sand = wait_for_world(browser, folder, lambda counts: counts.get("sand", 0) > 100 * time_number).get("sand", 0)
            check(f"reset {time_number}: the game goes on", sand > 100 * time_number, sand)
        browser.screenshot(f"{PICTURES}/page_reset.png")
        # What the card has forgotten may be thrown away all the same.
        said = [each for each in complaints(browser) if "INVALID_OPERATION: delete" not in each]
        check("reset: all is drawn without a mistake", not said, *said)


def main():
    for kind, arguments in [("threads", []), ("single", ["plain"])]:
        server = subprocess.Popen([sys.executable, ROOT + "/packaging/web/serve.py", SITE, "0", *arguments],
                                  stdout=subprocess.PIPE, text=True)
        url = server.stdout.readline().strip()
        try:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Browser(folder + "/profile") as browser:
                play(browser, url, folder, kind)
                threads = browser.run("return Module.threads;")
                check(f"{kind}: threads as the headers let it", (threads > 1) == (kind == "threads" and len(os.sched_getaffinity(0)) > 1), threads)
                refuse(browser, url)
                if kind == "threads":
                    for each in (touch, lack_floats, lack_webgl, reset_card):
                        each(url, folder)
        finally:
            server.terminate()
            server.wait()


main()
