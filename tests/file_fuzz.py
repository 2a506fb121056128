"""Damaged match files, as many as wanted: each is a match or refused, and nothing else.

    python -m tests.file_fuzz 200000 [--seed 1] [--jobs 2] [--only NUMBER]

Every file is read, judged, replayed, drawn, written in both formats and read again.
The same seed damages the same files again, as far as the same ones lie beside the
repository; `--only` takes a single one of them and shows where it breaks.
"""

import argparse
import faulthandler
import json
import resource
import signal
import sys
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import FrameType
from typing import Final

from matches.archives import ArchiveError, is_zip, unpack
from matches.diagrams import Look, board_svg
from matches.rules import GameError, MatchRules, RuleError, rescore
from matches.rules.board import Situation, format_play, gnubg_id, position_id, xgid
from matches.transcripts import (
    Frame,
    Judged,
    JudgedGame,
    Transcript,
    TranscriptError,
    frames,
    judge,
    read,
    with_steps,
    write_mat,
    write_sgf,
)
from tests.matches.transcripts.mutations import collected_files, damaged, golden_files

MOST_SECONDS: Final = 5
MOST_BYTES: Final = 1 << 30
ZIPS_EACH: Final = 50
"""One zip file is damaged for so many match files."""

_CHUNK: Final = 250
_DEADLINE: Final = 60
_NAMES: Final = ("", "a.mat", "b.sgf", "c.txt", "d.xg", "e.bgf", "%s.match", "é.zip")
_PACKED: Final = ("a.mat", "b/c.sgf", "../d.txt", "/etc/e", "__MACOSX/f", "é%s.mat", "g/")
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
_WRITERS: Final[tuple[Callable[[Transcript], str], ...]] = (write_mat, write_sgf)


class TooSlowError(BaseException):
    """No `except Exception` may hide that a file takes too long."""


@dataclass(slots=True)
class Report:
    """What became of the files; what broke by the place, with the numbers of files."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: dict[str, list[str]] = field(default_factory=dict)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    megabytes: int = 0

    def add(self, other: "Report") -> None:
        """Take in what another process found."""
        self.counts += other.counts
        for place, numbers in other.broken.items():
            self.broken.setdefault(place, []).extend(numbers)
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:5]
        self.megabytes = max(self.megabytes, other.megabytes)

    def lines(self) -> Iterator[str]:
        """Yield what there is to read."""
        for what, count in sorted(self.counts.items()):
            yield f"{count:>9,}  {what}"
        slowest = ", ".join(f"{name} {taken:.2f} s" for taken, name in self.slowest)
        yield f"slowest: {slowest}"
        yield f"most memory of a process: {self.megabytes} MB"
        for place, numbers in self.broken.items():
            yield f"BROKEN {len(numbers)} × {place}: {', '.join(numbers[:5])}"
        yield f"{len(self.broken)} places break" if self.broken else "nothing breaks"


# One file ------------------------------------------------------------------


def survive(content: bytes, *, name: str = "", random: Random) -> Iterator[str]:
    """Do with a file whatever the product does; yield what came of it, by name."""
    try:
        transcript = read(content, name=name)
    except TranscriptError as refusal:
        assert str(refusal)
        yield f"refused: {type(refusal).__name__}"
        return
    judged = judge(transcript)
    yield from _look(judged, random)
    yield from _look(judge(transcript, unlimited=not judged.is_unlimited), random)
    stepped = tuple(_stepped(game) for game in judged.games)
    for each in (transcript, replace(transcript, games=stepped)):
        for writer in _WRITERS:
            yield from _read_again(writer, each)
    yield "read, with doubts" if judged.doubts else "read, without a doubt"


def unpack_all(content: bytes, *, random: Random) -> Iterator[str]:
    """Do the same with the files of a zip file."""
    assert isinstance(is_zip(content), bool)
    try:
        for each in unpack(content):
            assert each.label
            if each.error is None:
                yield "zip: file taken"
                yield from survive(each.content, name=each.label, random=random)
            else:
                assert str(each.error)
                yield f"zip: file refused: {type(each.error).__name__}"
    except ArchiveError as refusal:
        assert str(refusal)
        yield f"zip refused: {type(refusal).__name__}"


def _look(judged: Judged, random: Random) -> Iterator[str]:
    """Read every sentence, count the score, and replay a few of the games."""
    for doubt in judged.doubts:
        assert isinstance(doubt, RuleError)
        assert str(doubt)
    assert json.dumps([dict(doubt.params) for doubt in judged.doubts])
    try:
        rules = MatchRules(judged.length or None, cube_cap=None, start=judged.start)
        assert rescore(rules, judged.results).score
    except RuleError as refusal:
        assert str(refusal)
    for game in random.sample(judged.games, min(2, len(judged.games))):
        found = frames(game)
        assert len(found) == len(game.written.acts)
        for frame in random.sample(found, min(6, len(found))):
            yield from _show(frame)


def _show(frame: Frame) -> Iterator[str]:
    if frame.illegal is not None:
        yield f"play: {type(frame.illegal).__name__}"
        assert str(frame.illegal)
    if frame.play is not None:
        steps = frame.play.steps
        assert format_play(steps, frame.situation.position) or not steps
    for situation in (frame.situation, frame.after):
        assert position_id(situation.position)
        assert board_svg(situation, look=Look(label="Board")).startswith("<svg")
        for make in (xgid, gnubg_id):
            yield from _named(make, situation)


def _named(make: Callable[[Situation], str], situation: Situation) -> Iterator[str]:
    try:
        assert make(situation)
    except RuleError as refusal:
        assert str(refusal)
        yield f"no ID: {type(refusal).__name__}"


def _stepped(game: JudgedGame) -> object:
    return with_steps(game.written, [each.play for each in frames(game)])


def _read_again(
    write: Callable[[Transcript], str], transcript: Transcript
) -> Iterator[str]:
    try:
        again = judge(read(write(transcript).encode()))
    except TranscriptError as refusal:
        yield f"{write.__name__}: refused again: {type(refusal).__name__}"
        return
    if len(again.games) != len(transcript.games):
        yield f"{write.__name__}: other number of games"
