"""Sentences that people read: whole, without a plural, each kind with its reason."""

import pickle
import re

import pytest

from matches.transcripts import doubts
from matches.transcripts.doubts import (
    DoubtError,
    GameDoubtError,
    GameRemarkError,
    RemarkError,
)

BASES = (DoubtError, GameDoubtError, GameRemarkError, RemarkError)
ALL = [
    each
    for each in vars(doubts).values()
    if isinstance(each, type) and issubclass(each, DoubtError) and each not in BASES
]
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def filled(kind: type[DoubtError]) -> DoubtError:
    return kind(**dict.fromkeys(PLACEHOLDER.findall(kind.english), 3))


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_every_doubt_is_a_whole_sentence(kind: type[DoubtError]) -> None:
    sentence = str(filled(kind))
    assert sentence.endswith((".", "”."))
    assert "%" not in sentence
    assert kind.__doc__


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_every_doubt_survives_pickling(kind: type[DoubtError]) -> None:
    doubt = filled(kind)
    assert pickle.loads(pickle.dumps(doubt)) == doubt  # noqa: S301


@pytest.mark.parametrize(
    "kind",
    [each for each in ALL if issubclass(each, GameDoubtError)],
    ids=lambda kind: kind.__name__,
)
def test_a_doubt_about_a_game_knows_its_number(kind: type[GameDoubtError]) -> None:
    assert "number" in PLACEHOLDER.findall(kind.english)
    assert kind(number=4).number == 4


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_no_doubt_sends_a_director_to_the_director(kind: type[DoubtError]) -> None:
    assert "director" not in kind.english


def test_remarks_ask_nothing() -> None:
    asking = {each.__name__ for each in ALL if each.needs_answer}
    assert {each.__name__ for each in ALL} - asking == {
        "CrawfordBehindError",
        "IllegalPlaysError",
        "MatchUnfinishedError",
        "StartsLaterError",
        "UnreadablePlaysError",
    }
