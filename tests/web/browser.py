"""A browser without a screen, driven over WebDriver: just what the test of the page needs."""
import base64
import json
import subprocess
import time
import urllib.error
import urllib.request

# SwiftShader draws WebGL without a graphics card; the rest keeps the browser from calling home.
FLAGS = ["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars"]


class Browser:
    def __init__(self, profile, size=(1280, 760), flags=()):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                self.address = "http://127.0.0.1:" + line.split("port")[-1].strip(" .\n")
                break
        else:
            raise RuntimeError("chromedriver does not start")
        options = {"binary": "/usr/bin/chromium",
                   "args": FLAGS + list(flags) + [f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"],
                   "prefs": {"download.default_directory": f"{profile}/downloads"}}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                                                   "goog:loggingPrefs": {"browser": "ALL"}}}}
        self.session = "/session/" + self.ask("POST", "/session", wanted)["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.ask("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()

    def ask(self, method, path, body=None):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:600]}") from error

    def open(self, url):
        self.ask("POST", self.session + "/url", {"url": url})

    def reload(self):
        self.ask("POST", self.session + "/refresh")

    def run(self, script, *arguments):
        return self.ask("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def wait_for(self, what, condition, seconds=60):
        """Until the script's expression is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return Boolean({condition});"):
                return
            time.sleep(0.05)
        raise AssertionError(f"in {seconds} s not: {what}; the page says: {self.run('return document.body.innerText;')!r}")

    def actions(self, kind, *steps, **parameters):
        source = {"type": kind, "id": kind, "actions": list(steps), **parameters}
        self.ask("POST", self.session + "/actions", {"actions": [source]})

    def drag(self, places, pointer="mouse"):
        """Along the places, in the page's pixels, with a pause at each for the game's frames."""
        first, *rest = places
        move = lambda at, ms: {"type": "pointerMove", "duration": ms, "x": at[0], "y": at[1], "origin": "viewport"}
        self.actions("pointer", move(first, 0), {"type": "pause", "duration": 100}, {"type": "pointerDown", "button": 0},
                     {"type": "pause", "duration": 100}, *[move(at, 200) for at in rest], {"type": "pause", "duration": 100},
                     {"type": "pointerUp", "button": 0}, {"type": "pause", "duration": 100},
                     parameters={"pointerType": pointer})

    def fingers(self, *ways):
        """Fingers that come down together at the beginnings of their ways, and go along them at the same pace."""
        pause = {"type": "pause", "duration": 100}
        sources = []
        for number, (first, *rest) in enumerate(ways):
            move = lambda at, ms: {"type": "pointerMove", "duration": ms, "x": at[0], "y": at[1], "origin": "viewport"}
            steps = [move(first, 0), {"type": "pointerDown", "button": 0}, pause, *[move(at, 200) for at in rest], pause,
                     {"type": "pointerUp", "button": 0}, pause]
            sources.append({"type": "pointer", "id": f"finger{number}", "actions": steps, "parameters": {"pointerType": "touch"}})
        self.ask("POST", self.session + "/actions", {"actions": sources})

    def before_each_page(self, script):
        """Runs it in every page before the page's own scripts."""
        self.ask("POST", self.session + "/goog/cdp/execute",
                 {"cmd": "Page.addScriptToEvaluateOnNewDocument", "params": {"source": script}})

    def click(self, at):
        self.drag([at])

    def press(self, *keys):
        """One after the other; a tuple is held together."""
        for key in keys:
            held = key if isinstance(key, tuple) else (key,)
            self.actions("key", *[{"type": "keyDown", "value": each} for each in held], {"type": "pause", "duration": 80},
                         *[{"type": "keyUp", "value": each} for each in reversed(held)], {"type": "pause", "duration": 80})

    def screenshot(self, file):
        with open(file, "wb") as picture:
            picture.write(base64.b64decode(self.ask("GET", self.session + "/screenshot")))

    def log(self):
        """What the console has said since the last time."""
        return self.ask("POST", self.session + "/se/log", {"type": "browser"})
