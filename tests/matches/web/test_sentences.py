"""A message becomes a sentence in the language of its reader."""

import pytest
from django.utils.translation import gettext_lazy, override

from matches.rules.changes import CRAWFORD_GOES, WINNER_IS
from matches.rules.errors import STAKE_NOT_POSITIVE
from matches.web.answers import sentence
from matches.web.sentences import sentence_of

LANGUAGES = pytest.mark.parametrize("language", ["en", "da", "nl"])


def test_each_reader_gets_another_sentence() -> None:
    said = set()
    for language in ("en", "da", "nl"):
        with override(language):
            said |= {sentence_of(CRAWFORD_GOES), sentence_of(WINNER_IS, {"side": "Bo"})}
    assert len(said) == 6
    assert sum("Bo" in one for one in said) == 3


@LANGUAGES
def test_a_lazy_value_is_in_the_language_of_its_sentence(language: str) -> None:
    word = gettext_lazy("Withdraw")
    with override(language):
        now = str(word)
        said = sentence_of(WINNER_IS, {"side": word})
    assert now in said
    assert isinstance(said, str)


@LANGUAGES
def test_an_error_is_the_sentence_of_its_refusal(language: str) -> None:
    error = STAKE_NOT_POSITIVE(stake="-3")
    with override(language):
        assert sentence(error) == sentence_of(STAKE_NOT_POSITIVE, {"stake": "-3"})
