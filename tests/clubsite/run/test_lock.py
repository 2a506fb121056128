"""The lock of a data folder: children of an earlier run are awaited."""

import fcntl
from pathlib import Path

import pytest

from clubsite.run import lock
from clubsite.run.lock import StartError, locked


def test_children_of_the_last_run_are_awaited(tmp_path: Path) -> None:
    said: list[str] = []
    with (tmp_path / "children.lock").open("a+") as child:
        fcntl.flock(child, fcntl.LOCK_EX)

        def say(text: str) -> None:
            said.append(text)
            fcntl.flock(child, fcntl.LOCK_UN)  # it ends while it is awaited

        with locked(tmp_path, say):
            assert said == ["Waiting for the last run of Crawford to end …"]


def test_children_that_do_not_end_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "ORPHANS_SECONDS", 0)
    with (tmp_path / "children.lock").open("a+") as child:
        fcntl.flock(child, fcntl.LOCK_EX)
        with (
            pytest.raises(StartError, match="have not ended yet"),
            locked(tmp_path, lambda _text: None),
        ):
            pass
    with locked(tmp_path, lambda _text: None):  # they have ended, and so has the lock
        pass
