"""While a machine sleeps the steady clocks of its processes stand, and so do those of the processes that they fork."""

from __future__ import annotations

import subprocess
import sys

from tests.soak.sleeping import Slept
from tests.standin import ROOT

PROCESS = """
import sys
from pathlib import Path
from tests.soak.sleeping import keep_steady
keep_steady(Path(sys.argv[1]))
import os, time
before = time.monotonic(), time.time()
print("reads", flush=True)
sys.stdin.readline()
if os.fork() == 0 or os.wait():
    print(time.monotonic() - before[0], time.time() - before[1], flush=True)
"""


def test_the_steady_clock_of_a_process_and_its_children_stands_by_as_much_as_was_slept(tmp_path):
    slept = Slept(tmp_path / "slept")
    slept.add(5.0)
    with subprocess.Popen(
        [sys.executable, "-c", PROCESS, str(tmp_path / "slept")], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "reads\n"
        slept.add(100.0)
        told, _ = process.communicate("\n", timeout=60)
    for line in told.splitlines():
        steady, wall = map(float, line.split())
        assert abs(wall - steady - 100) < 1, told
    assert len(told.splitlines()) == 2
    assert Slept(tmp_path / "slept").seconds == 105.0
