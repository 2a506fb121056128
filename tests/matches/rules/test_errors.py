"""What every refusal can do: say its sentence, travel, compare, stay as it is."""

import copy
import pickle

import pytest

from matches.rules import RuleError
from matches.rules import errors as reasons
from matches.rules.game import gettext_noop
from matches.rules.refusals import (
    REASON_UNKNOWN,
    Message,
    Refusal,
    messages,
    refusal_of,
    refusals,
    remembered,
)

ASKED_TWICE = Refusal("test.asked_twice", gettext_noop("%(name)s was asked twice."))
"""A reason that states its own arguments, as the apps do."""


SAMPLES = [
    reasons.CLOCK_INVALID(),
    reasons.LENGTH_OUT_OF_RANGE(length=100, lowest=1, highest=99),
    reasons.CUBE_VALUE_INVALID(number=3, cube=5),
    ASKED_TWICE(name="100 % Ada"),
]


def test_the_sentence_is_the_message_with_its_params() -> None:
    assert [str(error) for error in SAMPLES] == [
        reasons.CLOCK_INVALID.english,
        reasons.LENGTH_OUT_OF_RANGE.english
        % {"length": 100, "lowest": 1, "highest": 99},
        reasons.CUBE_VALUE_INVALID.english % {"cube": 5},
        "100 % Ada was asked twice.",
    ]


def test_message_and_params_stay_apart_for_the_translators() -> None:
    error = reasons.CUBE_VALUE_INVALID(number=3, cube=5)
    assert "%(cube)s" in error.message
    assert error.params == {"number": 3, "cube": 5}
    assert error.number == 3


@pytest.mark.parametrize("error", SAMPLES)
def test_errors_are_values(error: RuleError) -> None:
    for twin in (
        copy.copy(error),
        copy.deepcopy(error),
        *(
            pickle.loads(pickle.dumps(error, protocol))  # noqa: S301 - our own bytes
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ):
        assert twin is not error
        assert type(twin) is type(error)
        assert (twin, hash(twin), str(twin)) == (error, hash(error), str(error))


def test_errors_of_another_refusal_or_with_other_params_differ() -> None:
    assert len({*SAMPLES}) == len(SAMPLES)
    assert reasons.NEGATIVE_SCORE(score=-1) != reasons.NEGATIVE_SCORE(score=-2)
    assert reasons.DROP_NOT_SINGLE(number=1) != reasons.DROP_NOT_SINGLE(number=2)
    assert reasons.CLOCK_INVALID() != reasons.CLOCK_INVALID.english


def test_each_call_makes_a_new_error_of_the_class_of_its_refusal() -> None:
    first, second = (reasons.MATCH_OVER(number=4, last=3) for _ in range(2))
    assert first == second
    assert first is not second
    assert (type(first), first.refusal) == (reasons.GameError, reasons.MATCH_OVER)
    assert first.code == "game.match_over"


def test_a_placeholder_without_a_value_is_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError, match=r"game\.match_over needs last, number"):
        reasons.MATCH_OVER()


@pytest.mark.parametrize("code", ["game.match_over", "match_over", "Game.Over", "a. b"])
def test_a_code_is_free_and_well_formed(code: str) -> None:
    with pytest.raises(ValueError, match="code"):
        Refusal(code, "Never seen.")


def test_a_refusal_travels_by_its_code() -> None:
    for copied in (
        copy.deepcopy(reasons.MATCH_OVER),
        pickle.loads(pickle.dumps(reasons.MATCH_OVER)),  # noqa: S301 - our own bytes
        refusal_of("game.match_over"),
    ):
        assert copied is reasons.MATCH_OVER


def test_an_error_that_was_stored_comes_back() -> None:
    error = reasons.CUBE_VALUE_INVALID(number=3, cube=5)
    assert remembered(error.code, dict(error.params)) == error
    assert remembered("no.such_code", {}) == REASON_UNKNOWN(code="no.such_code")
    assert remembered(error.code, {"number": 3}) == REASON_UNKNOWN(code=error.code)


def test_what_is_seen_of_an_error_while_debugging() -> None:
    assert repr(reasons.CUBE_VALUE_INVALID(number=3, cube=5)) == (
        "GameError('game.cube_value_invalid', 'The cube cannot show 5. Enter 1, 2, 4, "
        "8 or another power of two.')"
    )
    assert repr(reasons.CUBE_VALUE_INVALID) == "<Refusal game.cube_value_invalid>"


def test_a_refusal_is_a_message_and_not_every_message_is_one():
    every = messages()
    assert list(every) == sorted(every, key=lambda one: one.code)
    assert set(refusals()) <= set(every)
    assert refusal_of(ASKED_TWICE.code) is ASKED_TWICE
    word = Message("test.a_word", gettext_noop("a word"))
    with pytest.raises(KeyError):
        refusal_of(word.code)
