"""Doubles pairs: one player of the directory that stands for two people."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from matches.players.models import Player
from matches.players.names import fold, sort_name, spelled_alike
from matches.players.services import NewPlayer, create_players, show_pair
from tournaments.entries.queries import first_stage
from tournaments.structure.models import Division, Entry

_AND: Final = re.compile(r"\s*[&/+]\s*")
FEWEST_WORDS: Final = 2
LEGS_OF_PAIRS: Final = 2
"""Pairs play two matches in a round, so that each member sits at each board."""


def is_for_pairs(division: Division) -> bool:
    """Return True if the entries of a division are doubles pairs."""
    return first_stage(division).chosen.legs == LEGS_OF_PAIRS


def names_of_pair(text: str) -> tuple[str, str] | None:
    """Return the two names of a pair; None unless there are clearly two.

    They stand on either side of one "&", "/" or "+", and each has at least two words.
    """
    names = _AND.split(text)
    if len(names) != 2:  # noqa: PLR2004 - two people
        return None
    if any(len(name.split()) < FEWEST_WORDS or "," in name for name in names):
        return None
    return names[0], names[1]


def pair_name(names: tuple[str, str]) -> str:
    """Return the name of a pair."""
    return " & ".join(names)


def pair_sort_name(names: tuple[str, str]) -> str:
    """Return the name under which an alphabetical list has a pair."""
    return " & ".join(sort_name(name) for name in names)


def is_one_person(names: tuple[str, str]) -> bool:
    """Return True if both names are the same."""
    return fold(names[0]) == fold(names[1]) and spelled_alike(*names)


@dataclass(frozen=True, slots=True)
class SharedPerson:
    """A person in two entries of a division, which can never meet: their names."""

    person: str
    one: str
    other: str


def shared_people(division: Division, names: Sequence[str]) -> list[SharedPerson]:
    """Return the people of new entries who are in another entry, too. One query.

    `names` are those of the new entries; people are compared by name. Without a pair
    among them no entry is asked about.
    """
    if not any(map(names_of_pair, names)):
        return []
    found = [
        *Entry.objects.filter(division=division).values_list("player__name", flat=True),
        *names,
    ]
    entered: dict[str, str] = {}
    shared = []
    for name in dict.fromkeys(found):
        for person in names_of_pair(name) or (name,):
            other = entered.setdefault(fold(person), name)
            if other != name:
                shared.append(SharedPerson(person, other, name))
    chosen = {*names}
    return [one for one in shared if one.other in chosen]


def join_members(created: Sequence[Player]) -> list[Player]:
    """Link new pairs to their two members; return the players created for it.

    A member is found by the exact name, the oldest of several. Two queries for each
    member at most, besides those of `create_players`.
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
                known = create_players(
                    [NewPlayer(name, pair.club, country=pair.country)]
                )[0]
                made.append(known)
            members.append(known)
        pair.members.set(members)
        show_pair(pair)
    return made
