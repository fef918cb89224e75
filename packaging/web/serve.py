#!/usr/bin/env python3
"""Serves a folder on 127.0.0.1 with the headers that give a page threads.

Usage: serve.py FOLDER [PORT [plain]]   port 0 takes any; the address is the first line of stdout. "plain": without the headers.
"""
import functools
import http.server
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}
    isolates = True

    def end_headers(self):
        if self.isolates:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        pass


def main():
    folder = sys.argv[1]
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
    Handler.isolates = "plain" not in sys.argv[3:]
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=folder))
    except OSError as error:
        sys.exit(f"serve.py: port {port} cannot be used: {error.strerror}; name another one")
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
