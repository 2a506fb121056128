"""Messages as readers see them: sentences in the language that is active."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from django.utils.translation import gettext

_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


class InEnglish(Protocol):
    """A message: `matches.rules.messages.Message`, which knows no Django."""

    @property
    def english(self) -> str:
        """The English sentence, which is the message id."""
        ...


def sentence_of(message: InEnglish, values: Mapping[str, object] = _NOTHING) -> str:
    """Return a message with the values of its placeholders, in the active language.

    Lazy values are evaluated now, so in the same language. What is shown as HTML is
    escaped by the template; `tournaments.draws.why` puts links into its sentences.
    """
    return gettext(message.english) % values
