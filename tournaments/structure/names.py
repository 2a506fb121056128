"""The names that stages and divisions have until a director types another one.

A usual name is stored as its English message and shown in the reader's language; any
other name is stored and shown as it was typed.
"""

from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext

from matches.rules.game import gettext_noop
from tournaments.engine import FORMATS

MAIN: Final = gettext_noop("Main")
CONSOLATION: Final = gettext_noop("Consolation")
LAST_CHANCE: Final = gettext_noop("Last chance")
FINAL: Final = gettext_noop("Final")
QUALIFYING: Final = gettext_noop("Qualifying")
SWISS_ROUNDS: Final = gettext_noop("Swiss")
GROUP_STAGE: Final = gettext_noop("Groups")
LOSERS: Final = gettext_noop("Losers’ bracket")
CHAMPIONSHIP: Final = gettext_noop("Championship")
INTERMEDIATE: Final = gettext_noop("Intermediate")
BEGINNERS: Final = gettext_noop("Beginners")

USUAL: Final = frozenset(
    {
        *(MAIN, CONSOLATION, LAST_CHANCE, FINAL, SWISS_ROUNDS, GROUP_STAGE, LOSERS),
        *(CHAMPIONSHIP, INTERMEDIATE, BEGINNERS, QUALIFYING),
        *(known.label for known in FORMATS),
    }
)


def shown_name(name: str) -> str:
    """Return a stored name in the reader's language, if it is a usual one."""
    return gettext(name) if name in USUAL else name


def stored_name(typed: str) -> str:
    """Return what is stored for a name typed in the reader's language."""
    usual = {gettext(name): name for name in sorted(USUAL)}
    return usual.get(typed, typed)


def numbered_round(number: int) -> str:
    return gettext("Round %(number)s") % {"number": number}


def round_or_draw_name(number: int, *, is_endless: bool) -> str:
    """Return the name of a round: Round 3; of a draw of a free club night: Draw 3.

    `is_endless` is that of the stage, which says that it has no rounds.
    """
    if is_endless:
        return capfirst(gettext("draw %(number)s")) % {"number": number}
    return numbered_round(number)
