"""Sentences that people read: whole, without a plural, each kind with its reason."""

import pickle
import re

import pytest

from matches.rules.refusals import Refusal
from matches.transcripts import doubts
from matches.transcripts.doubts import DoubtError, GameDoubtError
from tests.refusals import table

ALL = [*table(doubts).values()]
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def filled(kind: Refusal[DoubtError]) -> DoubtError:
    return kind(**dict.fromkeys(PLACEHOLDER.findall(kind.english), 3))


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.code)
def test_every_doubt_is_a_whole_sentence(kind: Refusal[DoubtError]) -> None:
    sentence = str(filled(kind))
    assert sentence.endswith((".", "”."))
    assert "%" not in sentence


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.code)
def test_every_doubt_survives_pickling(kind: Refusal[DoubtError]) -> None:
    doubt = filled(kind)
    assert pickle.loads(pickle.dumps(doubt)) == doubt  # noqa: S301


@pytest.mark.parametrize(
    "kind",
    [each for each in ALL if issubclass(each.kind, GameDoubtError)],
    ids=lambda kind: kind.code,
)
def test_a_doubt_about_a_game_knows_its_number(kind: Refusal[GameDoubtError]) -> None:
    assert "number" in PLACEHOLDER.findall(kind.english)
    assert filled(kind).number == 3


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.code)
def test_no_doubt_sends_a_director_to_the_director(kind: Refusal[DoubtError]) -> None:
    assert "director" not in kind.english


def test_remarks_ask_nothing() -> None:
    silent = {
        name
        for name, entry in table(doubts).items()
        if issubclass(entry.kind, doubts.DoubtError) and not entry.kind.needs_answer
    }
    assert silent == {
        "CRAWFORD_BEHIND",
        "ILLEGAL_PLAYS",
        "MATCH_UNFINISHED",
        "STARTS_LATER",
        "UNREADABLE_PLAYS",
    }
