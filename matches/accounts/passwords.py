"""Refuses passwords that members of the club would guess first."""

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from matches.web.club import read as read_club

_WORDS: Final = (
    *("backgammon", "crawford", "gammon", "jacoby", "beaver", "doubling", "cube"),
    *("dice", "checkers", "checker", "tournament", "turnering", "toernooi", "club"),
    *("klub", "klubb", "director", "password", "passwort", "admin", "spil", "spel"),
    *("kodeord", "losenord", "lösenord", "passord", "wachtwoord", "adgangskode"),
)
_NEEDED: Final = 5
"""The least number of letters that must remain without the known words."""


class KnownWordsValidator:
    """Refuses a password made of the name, the club and words of the game."""

    def validate(self, password: str, user: object = None) -> None:
        name = getattr(user, "username", "") or ""
        known = f"{name} {read_club().name}".casefold().split()
        left = password.casefold()
        for word in sorted({*_WORDS, *known}, key=len, reverse=True):
            if len(word) > 2:  # noqa: PLR2004 - "BK" is no word
                left = left.replace(word, "")
        if len(re.sub(r"[\W\d_]", "", left)) < _NEEDED:
            raise ValidationError(self.get_help_text(), code="known_words")

    def get_help_text(self) -> str:
        return _(
            "This is too easy to guess. Add words unrelated to your name, the club or "
            "the game."
        )
