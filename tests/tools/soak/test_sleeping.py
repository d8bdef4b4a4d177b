"""While a machine sleeps the steady clocks of its processes stand, and so do those of the processes that they fork."""

from __future__ import annotations

import subprocess
import sys

from tests.standin import ROOT
from tests.tools.soak.sleeping import Slept

PROCESS = """
import sys
from pathlib import Path
from tests.tools.soak.sleeping import Slept, keep_steady
keep_steady(Path(sys.argv[1]))
import os, time
before = time.monotonic(), time.time()
Slept(Path(sys.argv[1])).add(100.0)
if os.fork() == 0 or os.wait():
    print(time.monotonic() - before[0], time.time() - before[1], flush=True)
"""


def test_the_steady_clock_of_a_process_and_its_children_stands_by_as_much_as_was_slept(tmp_path):
    slept = Slept(tmp_path / "slept")
    slept.add(5.0)
    told = subprocess.check_output([sys.executable, "-c", PROCESS, str(tmp_path / "slept")], cwd=ROOT, text=True, timeout=60).splitlines()
    for line in told:
        steady, wall = map(float, line.split())
        assert abs(steady + 100) < 30, told
        assert 0 <= wall < 30, told
    assert len(told) == 2
    assert slept.seconds == 105.0
