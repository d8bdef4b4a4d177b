"""What is worked out once in a run."""

from __future__ import annotations

from tests import once_a_run
from tests.once_a_run import FOLDER


def doubled(asked: list[int]):
    @once_a_run.once_a_run
    def double(n: int) -> list[int]:
        asked.append(n)
        return [n, n]

    return double


def test_another_process_reads_what_one_has_worked_out(tmp_path, monkeypatch):
    """Two processes are two functions of one name, each with a memory of its own."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    asked: list[int] = []
    one, other = doubled(asked), doubled(asked)
    assert one(1) is one(1)
    assert [other(1), other(2), one(2)] == [[1, 1], [2, 2], [2, 2]]
    assert asked == [1, 2]
    assert len([*tmp_path.iterdir()]) == 2, "nothing is left aside"


def test_without_a_run_it_is_worked_out_by_each(tmp_path, monkeypatch):
    monkeypatch.delenv(FOLDER, raising=False)
    asked: list[int] = []
    one, other = doubled(asked), doubled(asked)
    assert one(1) is one(1)
    assert other(1) == [1, 1]
    assert asked == [1, 1]


def test_a_folder_that_somebody_has_tidied_away_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER, str(tmp_path / "gone"))
    asked: list[int] = []
    assert doubled(asked)(1) == doubled(asked)(1) == [1, 1]
    assert asked == [1]
