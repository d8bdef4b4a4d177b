"""What is installed is what was looked at: each requirements file has a lock of exact versions with hashes, on whatever system and Python."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = {f"requirements{part}.txt": f"requirements{part}-lock.txt" for part in ("", "-server", "-dev")}
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "macos": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLACES = [
    {**SYSTEMS[system], "python_version": python, "python_full_version": f"{python}.0", "implementation_name": "cpython", "extra": ""}
    for system, python in product(SYSTEMS, PYTHONS)
]


def wanted(name: str) -> list[Requirement]:
    """What a requirements file asks for, with what those ask for that it begins with."""
    found = []
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        found += wanted(line.removeprefix("-r ")) if line.startswith("-r ") else [Requirement(line)] if line else []
    return found


def entries(lock: str) -> list[str]:
    """The entries of a lock, each with its hashes."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    joined = re.sub(r"\\\n\s*", "", text)
    return [line for line in joined.splitlines() if line and not line.startswith("#")]


def pinned(lock: str, place: dict[str, str]) -> dict[str, str]:
    """The versions that a lock installs at a place; no package twice."""
    found: dict[str, str] = {}
    for entry in entries(lock):
        requirement = Requirement(entry.split(" --hash=")[0])
        if requirement.marker is None or requirement.marker.evaluate(place):
            (version,) = requirement.specifier
            assert version.operator == "=="
            assert canonicalize_name(requirement.name) not in found
            found[canonicalize_name(requirement.name)] = version.version
    return found


def missing(requirements: list[Requirement], found: dict[str, str], place: dict[str, str]) -> list[str]:
    """Those that versions do not satisfy."""
    here = [r for r in requirements if r.marker is None or r.marker.evaluate(place)]
    return [str(r) for r in here if not r.specifier.contains(found.get(canonicalize_name(r.name), "0.dev0"), prereleases=False)]


@pytest.mark.parametrize("lock", LOCKS.values())
def test_everything_has_its_hashes_and_comes_from_wherever_pip_is_set_to_look(lock):
    assert len(entries(lock)) > 3
    for entry in entries(lock):
        name, *hashes = entry.split(" --hash=")
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; .+)?", name), entry
        assert hashes, entry
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", said) for said in hashes), entry
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"://|^\s*-", re.sub(r"^ +--hash=.*$", "", text, flags=re.MULTILINE), re.MULTILINE)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place['sys_platform']}-{place['python_version']}")
@pytest.mark.parametrize("asked", LOCKS)
def test_a_lock_gives_what_is_asked_for_everywhere(asked, place):
    found = pinned(LOCKS[asked], place)
    assert missing(wanted(asked), found, place) == []


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place['sys_platform']}-{place['python_version']}")
def test_what_comes_along_is_locked_as_well(place):
    """As what is installed here says of itself."""
    found = pinned(LOCKS["requirements-dev.txt"], place)
    known = 0
    for name, version in found.items():
        try:
            installed = distribution(name)
        except PackageNotFoundError:  # It belongs to another system.
            continue
        if installed.version == version:
            known += 1
            assert missing([Requirement(line) for line in installed.requires or ()], found, place) == [], name
    assert known > len(found) / 2


def test_all_locks_say_the_same():
    for place in PLACES:
        every = pinned(LOCKS["requirements-dev.txt"], place)
        for lock in LOCKS.values():
            assert pinned(lock, place).items() <= every.items()


@pytest.mark.parametrize(("mark", "lock"), [("run", "requirements-lock.txt"), ("test", "requirements-dev-lock.txt")])
def test_the_two_commands_install_what_is_locked_and_nothing_else(mark, lock):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(rf"<!-- {mark} -->\n```sh\n(.*)\n```", readme)
    assert f"pip install -q --require-hashes -r {lock} " in command
    pages = ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")
    for path in (ROOT / "Makefile", ROOT / "Dockerfile", *pages, *(ROOT / "data").glob("*.py"), *(ROOT / "cogs").rglob("*.py")):
        assert re.findall(r"install [^\n`\"]*-r (requirements[\w-]*(?<!-lock)\.txt)", path.read_text(encoding="utf-8")) == [], path
