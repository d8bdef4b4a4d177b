"""The image and what is around it, as far as can be seen without Docker: what is copied into it runs, and its parts agree with each other."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import aiohttp
import pytest
from dotenv import dotenv_values

from cogs.service.doctor import machine
from cogs.service.metrics_address import Address
from data.store.configured_limits import Limits
from data.store.shards import Shards
from playground.http_server import Standin
from playground.world import World
from tests.cogs.service.test_kill import connected

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
STEPS = [line.split(" ", 1) for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]


def steps(name: str) -> list[str]:
    """What follows a word of the Dockerfile, each time it stands there."""
    return [rest.strip() for word, rest in STEPS if word == name]


def copied() -> list[str]:
    """The files and folders that go into the image."""
    return [source for rest in steps("COPY") for source in rest.split()[:-1]]


def settings() -> dict[str, str]:
    return dict(part.split("=", 1) for rest in steps("ENV") for part in rest.split())


async def test_what_is_copied_is_enough(tmp_path):
    """The bot runs from a folder with nothing else in it, says that it is well where the image asks, and ends when it is told to."""
    image = tmp_path / "referee"
    for name in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, image / name, ignore=shutil.ignore_patterns("files"))
        else:
            image.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, image)
    (command,) = map(json.loads, steps("CMD"))
    assert command[0] == "python", "a shell would not pass the signal on"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    standin = Standin(World(tmp_path / "world"))
    await standin.start()
    given = {"DISCORD_TOKEN": "playground", "DISCORD_API": standin.address, "REFEREE_DB": str(tmp_path / "data" / "games.sqlite3")}
    given |= {"METRICS": f"127.0.0.1:{port}", "PYTHONPATH": "", "DATABASE_URL": "", "SHARDS": ""}
    process = subprocess.Popen([sys.executable, *command[1:]], cwd=image, env=os.environ | given)
    try:
        await connected(standin)
        async with aiohttp.ClientSession() as session, asyncio.timeout(30):
            while True:
                async with session.get(f"http://127.0.0.1:{port}/health") as answer:
                    if answer.status == 200:
                        break
                await asyncio.sleep(0.1)
        assert (await asyncio.to_thread(subprocess.run, well(port))).returncode == 0
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 15) == 0
        assert (await asyncio.to_thread(subprocess.run, well(port), stderr=subprocess.DEVNULL)).returncode != 0
    finally:
        process.kill()
        process.wait(10)
        await standin.stop()


def well(port: int) -> list[str]:
    """The image's own question, asked at another port."""
    (rest,) = steps("HEALTHCHECK")
    command = json.loads(rest[rest.index("CMD") + 3 :])
    own = Address.read(settings()["METRICS"]).port
    assert f":{own}/health" in command[-1]
    return [sys.executable, *command[1:-1], command[-1].replace(str(own), str(port))]


def test_nothing_else_is_sent_to_docker():
    """And what is copied is."""
    lines = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == set(copied())
    assert any(fnmatch("playground/files", line) for line in lines[1:])
    assert ".env" not in copied()


def test_it_runs_as_nobody_of_importance_and_keeps_its_data_in_one_place():
    users, names = steps("USER"), [word for word, _ in STEPS]
    assert users == ["referee"]
    assert names.index("USER") > max(n for n, name in enumerate(names) if name in ("RUN", "COPY"))
    (volume,) = steps("VOLUME")
    kept = [value for name, value in settings().items() if name in ("REFEREE_DB", "PLAYGROUND_FILES")]
    assert all(value.startswith(f"{volume}/") for value in kept)
    assert steps("STOPSIGNAL") == ["SIGTERM"]


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml"])
def test_no_secret_stands_in_a_file(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"(PASSWORD|TOKEN)(: |=)[^$\s]", text)


def test_every_setting_is_shown_with_a_value_that_may_be_left():
    """Of the bot and of compose.yaml."""
    shown = dotenv_values(ROOT / ".env.example")
    code = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in ("bot.py", "data/lookup/indexing.py"))
    read = set(re.findall(r'(?:environ(?:\.get\(|\[)|settings\.get\()"([A-Z_]+)"', code)) - {"DISCORD_API"}
    wanted = read | {name.upper() for name in Limits._fields} | set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    assert wanted == set(shown)
    values = {name: value or "" for name, value in shown.items()}
    assert Limits.read(values) == Limits()
    assert not values["SHARDS"] or Shards.parse(values["SHARDS"])
    assert not values["METRICS"] or Address.read(values["METRICS"])


def test_both_processes_of_compose_are_alike():
    """Each can take over from the other: the same shards, the same database, more time to stop than the bot takes."""
    assert re.findall(r"^  (bot-\d): \*bot$", COMPOSE, re.MULTILINE) == ["bot-1", "bot-2"]
    (shards,) = re.findall(r"\$\{SHARDS:-([^}]+)\}", COMPOSE)
    assert Shards.parse(shards).everything
    (grace,) = re.findall(r"^  stop_grace_period: (\d+)s", COMPOSE, re.MULTILINE)
    assert int(grace) > 10
    assert "condition: service_healthy" in COMPOSE
    (metrics,) = re.findall(r"METRICS: (\S+)", COMPOSE)
    assert Address.read(metrics).port == Address.read(settings()["METRICS"]).port


def test_nobody_builds_or_runs_what_a_name_happens_to_mean_today():
    """Images by their digests, libraries by their hashes."""
    images = [*steps("FROM"), *(image for image in re.findall(r"^ +image: (\S+)", COMPOSE, re.MULTILINE) if image != "referee")]
    assert len(images) == 2
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image) for image in images)
    installs = [rest for rest in steps("RUN") if "pip install" in rest]
    assert len(installs) == 1
    assert "--require-hashes" in installs[0]
    assert all(name.endswith("-lock.txt") for name in re.findall(r"-r (\S+)", installs[0]))


def test_a_container_that_goes_wrong_takes_no_other_with_it():
    """Memory, processes and threads have a limit, above what the bot itself wants to have free for two dozen computers that think."""
    services = re.split(r"\n(?=x-bot:|  database:|  bot-1:)", COMPOSE.split("\nvolumes:")[0])
    own = [part for part in services if part.startswith(("x-bot:", "  database:"))]
    assert len(own) == 2
    for part in own:
        (memory,), (processes,) = re.findall(r"^ +mem_limit: (\d+)g", part, re.MULTILINE), re.findall(r"^ +pids_limit: (\d+)", part, re.MULTILINE)
        assert int(memory) << 30 >= machine.BOT + 24 * machine.MIND
        assert int(processes) > 100
