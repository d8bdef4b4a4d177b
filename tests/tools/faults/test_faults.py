"""A sample of the faults, drawn with a fixed seed; `python -m tests.tools.faults` puts every fault at every place."""

from __future__ import annotations

import logging
import random
import shutil
from collections.abc import Iterator

import pytest

from tests.tools.faults.faults import NONE, Fault
from tests.tools.faults.known import known
from tests.tools.faults.net import Stage, memory_folder
from tests.tools.faults.places import places
from tests.tools.faults.scenarios import SCENARIOS

SEED, SAMPLE = 9, 1
"""Faults a scenario: a run takes less than a second where nothing is wrong, and some seconds where people wait in vain."""
SPARE = 2
"""A run without a fault on a busy machine may do one thing more than the next: a fault at that place is never met."""


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """One for all scenarios of a process: the first run reads everything."""
    opened = Stage(memory_folder())
    yield opened
    shutil.rmtree(opened.folder)


@pytest.mark.sampled(0.1, any=True)
@pytest.mark.parametrize("name", SCENARIOS)
async def test_everything_is_told_once_whatever_fails(name, stage, caplog):
    caplog.set_level(logging.CRITICAL)
    told = await stage.told(SCENARIOS[name])
    found = [(Fault(NONE), "", kind, words) for kind, words in told["complaints"]]
    drawn = random.Random(f"{SEED} {name}").sample([*places(told)], SAMPLE + SPARE) if "end" in told else []
    met = 0
    for fault in drawn:
        net = await stage.play(SCENARIOS[name], fault)
        met += bool(net.faults.hit)
        found += [(fault, net.faults.hit, kind, words) for kind, words in net.complaints]
        if met == SAMPLE:
            break
    assert met == SAMPLE or found or not drawn, f"none of {drawn} was met"
    new = [f"{fault}: {hit}: {kind}: {words}" for fault, hit, kind, words in found if not known(name, fault, hit, kind)]
    assert not new, "\n".join(new)
