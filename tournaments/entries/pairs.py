"""Pairs in doubles: one player of the directory with two people behind it."""

import re
from collections.abc import Sequence
from typing import Final

from matches.players.models import Player
from matches.players.names import fold, sort_name, spelled_alike
from matches.players.services import NewPlayer, create_players
from tournaments.entries.queries import first_stage
from tournaments.structure.models import Division

_AND: Final = re.compile(r"\s*[&/+]\s*")
FEWEST_WORDS: Final = 2
LEGS_OF_PAIRS: Final = 2
"""Pairs play two matches in a round, so that everybody sits at each board."""


def is_for_pairs(division: Division) -> bool:
    """Return True if it is pairs who enter a division."""
    return first_stage(division).chosen.legs == LEGS_OF_PAIRS


def names_of_pair(text: str) -> tuple[str, str] | None:
    """Return the two names of a pair, or None unless there are clearly two.

    They stand on either side of one "&", "/" or "+", each with two words at least.
    """
    names = _AND.split(text)
    if len(names) != 2:  # noqa: PLR2004 - two people
        return None
    if any(len(name.split()) < FEWEST_WORDS or "," in name for name in names):
        return None
    return names[0], names[1]


def pair_name(names: tuple[str, str]) -> str:
    """Return what a pair is called."""
    return " & ".join(names)


def pair_sort_name(names: tuple[str, str]) -> str:
    """Return how an alphabetical list has a pair."""
    return " & ".join(sort_name(name) for name in names)


def is_one_person(names: tuple[str, str]) -> bool:
    """Return True if both names are the same."""
    return fold(names[0]) == fold(names[1]) and spelled_alike(*names)


def join_members(created: Sequence[Player]) -> list[Player]:
    """Give new pairs their two people; return those made for it.

    A person is found by the name; of several namesakes the one known longest.
    """
    made: list[Player] = []
    for pair in created:
        names = names_of_pair(pair.name)
        if names is None:
            continue
        members = []
        for name in names:
            known = Player.objects.filter(name=name).order_by("pk").first()
            if known is None:
                known = create_players([NewPlayer(name, pair.club)])[0]
                made.append(known)
            members.append(known)
        pair.members.set(members)
    return made
