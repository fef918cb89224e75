#!/usr/bin/env python3
"""Plays every shipped scene for 100 ticks by the program for browsers, under node, with one thread and with two, and compares
the states' hashes with those of the program for the desktop (tests/app/scene_hashes.txt).

Usage: node_test.py FOLDER [SCENE...]   FOLDER: of quicksand_node.js. Exit code 77: it is not there.
"""
import json
import os
import shutil
import subprocess
import sys

FOLDER, *WANTED = sys.argv[1:]
PROGRAM = FOLDER + "/quicksand_node.js"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TICKS = 100

if not os.path.exists(PROGRAM) or not shutil.which("node"):
    print("skipped: tools/web --node builds the program for node")
    sys.exit(77)

with open(ROOT + "/tests/app/scene_hashes.txt", encoding="utf-8") as table:
    rows = [line.split() for line in table if line.strip() and not line.startswith("#")]
expected = {scene: value for scene, ticks, value in rows if int(ticks) == TICKS}
scenes = WANTED or sorted(expected)

failures = 0
for scene in scenes:
    for kernel, threads in [("auto", 1), ("auto", 2)]:
        run = subprocess.run(["node", PROGRAM, "--headless", "--no-progress", "--scene", scene, "--ticks", str(TICKS), "--kernel",
                              kernel, "--threads", str(threads), "--report", "-"], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{scene}: node ended with {run.returncode}: {run.stderr[-600:]}")
        report = json.loads(run.stdout)
        same = report["state_hash"] == expected[scene] and report["kernel"] == "WASM" and report["threads"] == threads
        failures += not same
        print(f"{scene:16} {report['kernel']:10} {report['threads']} {report['state_hash']} {'the same' if same else 'NOT ' + expected[scene]}")
sys.exit(1 if failures or not scenes else 0)
