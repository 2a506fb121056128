"""What every refusal can do: say its sentence, travel, compare, stay as it is."""

import contextlib
import copy
import pickle
import re
from collections.abc import Iterator

import pytest

from matches.rules import MatchRules, RuleError
from matches.rules import errors as reasons
from matches.rules import errors as rules_errors
from matches.rules.text import gettext_noop


class AskedTwiceError(RuleError):
    """A reason that states its own arguments, as the apps do."""

    def __init__(self, *, name: str) -> None:
        super().__init__(gettext_noop("%(name)s was asked twice."), name=name)


SAMPLES = [
    RuleError("Nothing to do."),
    RuleError("Entrants needed: %(needed)s; present: %(present)s", needed=4, present=3),
    reasons.LengthError(length=100, lowest=1, highest=99),
    reasons.CubeValueError(number=3, cube=5),
    AskedTwiceError(name="100 % Ada"),
]


MODULES = (reasons.__name__, rules_errors.__name__)


def reasons_of(parent: type[RuleError]) -> Iterator[type[RuleError]]:
    for kind in parent.__subclasses__():
        yield from reasons_of(kind)
        if kind.__module__ in MODULES and not kind.__subclasses__():
            yield kind


def test_the_sentence_is_the_message_with_its_params() -> None:
    assert [str(error) for error in SAMPLES] == [
        "Nothing to do.",
        "Entrants needed: 4; present: 3",
        "A match cannot be played to 100. Choose a length from 1 to 99.",
        "The cube cannot show 5. Enter 1, 2, 4, 8 or a further doubling.",
        "100 % Ada was asked twice.",
    ]


def test_message_and_params_stay_apart_for_the_translators() -> None:
    error = reasons.CubeValueError(number=3, cube=5)
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


def test_errors_of_another_class_or_with_other_params_differ() -> None:
    assert len({*SAMPLES}) == len(SAMPLES)
    assert reasons.NegativeScoreError(score=-1) != reasons.NegativeScoreError(score=-2)
    assert reasons.DropNotSingleError(number=1) != reasons.DropNotSingleError(number=2)
    assert RuleError("A") != "A"
    assert RuleError(reasons.LengthError.english) != SAMPLES[2]


@pytest.mark.parametrize("error", SAMPLES)
def test_errors_cannot_be_changed(error: RuleError) -> None:
    for name in ("message", "params", "_message", "args", "more"):
        with pytest.raises(AttributeError):
            setattr(error, name, "other")
    with pytest.raises(AttributeError):
        del error._message
    with pytest.raises(TypeError):
        error.params["length"] = 7  # type: ignore[index]  # that is the point


def test_python_may_still_note_where_an_error_was_raised() -> None:
    @contextlib.contextmanager
    def passing_through() -> Iterator[None]:
        yield

    def fail_within() -> None:
        with passing_through():
            try:
                MatchRules(0)
            except RuleError as error:
                raise error.with_traceback(None) from ValueError("typed")

    with pytest.raises(reasons.LengthError) as caught:
        fail_within()
    assert isinstance(caught.value.__cause__, ValueError)
    caught.value.add_note("seen in a test")


def test_a_message_handed_over_is_only_a_message() -> None:
    assert repr(RuleError("Say %(what)s.", what="it")) == "RuleError('Say it.')"


@pytest.mark.parametrize("reason", [*reasons_of(RuleError)])
def test_every_reason_is_a_calm_whole_sentence(reason: type[RuleError]) -> None:
    sentence = reason.english
    assert re.fullmatch(r"[A-Z].*[.]", sentence)
    assert not re.search(
        r"!|\bplease\b|\bsorry\b|\berror\b|\binvalid\b", sentence, re.I
    )
    assert sentence.count("%") == len(re.findall(r"%\([a-z]+\)s", sentence))
    assert reason.__doc__
    assert reason.__name__.endswith("Error")


def test_no_two_reasons_share_a_sentence() -> None:
    sentences = [reason.english for reason in reasons_of(RuleError)]
    assert len({*sentences}) == len(sentences) > 50
