"""What the engine needs to know of the entries of a stage, read from the database."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from django.db.models.functions import Coalesce

from matches.players.models import Player
from tournaments.engine.state import Rest
from tournaments.structure.models import Entry, Stage


class EntryFacts(NamedTuple):
    """The values of an entry that the engine needs, and its name and key for pages.

    One query reads both, because standings need both.
    """

    number: int
    rating: Decimal | None
    pr: Decimal | None
    seed: int | None
    club: str
    country: str
    family: str
    checked_in_at: datetime | None
    withdrawn_at: datetime | None
    joined_round: int
    bye_round: int | None
    rests: dict[str, str] | None
    name: str
    key: str


def entries_of(stage: Stage, *, waiting: bool = False) -> list[EntryFacts]:
    """Return the entries of the division of a stage, by number. One query.

    `waiting`: also those that wait for a place.
    """
    rows = Entry.objects.filter(division=stage.division_id).order_by("number")
    counted = rows if waiting else rows.placed()
    found = counted.values_list(
        "number",
        Coalesce("rating", "player__rating"),
        *("pr", "seed", "player__club", "player__country", "family", "checked_in_at"),
        *("withdrawn_at", "joined_round", "bye_round", "rests"),
        *("player__name", "player__key"),
    )
    return list(map(EntryFacts._make, found))


def same_people(root: Stage) -> set[tuple[int, int]]:
    """Return pairs of entries that cannot meet, because they share a person.

    Such entries are a re-entry and its first entry, or two doubles pairs with one
    player in common. The lower entry number comes first.
    """
    entries = dict(
        Entry.objects.filter(division=root.division_id).values_list("number", "player")
    )
    members: defaultdict[int, set[int]] = defaultdict(set)
    through = Player.members.through.objects.filter(
        from_player__entries__division=root.division_id
    )
    for pair, member in through.values_list("from_player", "to_player"):
        members[pair].add(member)
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for number, key in sorted(entries.items()):
        for person in members.get(key, {key}):
            holders[person].append(number)
    return {pair for numbers in holders.values() for pair in combinations(numbers, 2)}


def rests_until(entries: Sequence[EntryFacts], round_number: int) -> tuple[Rest, ...]:
    """Return the rests in a round and in earlier ones."""
    found: list[Rest] = []
    for entry in entries:
        for text, kind in (entry.rests or {}).items():
            sat_out = int(text)
            is_next = sat_out == round_number and not entry.withdrawn_at
            if sat_out < round_number or is_next:
                found.append(Rest(sat_out, entry.number, kind))
    return tuple(found)


def ranked(
    strengths: Iterable[tuple[int, int | None, Decimal | None, Decimal | None]],
) -> dict[int, int]:
    """Return the rank of each entry by the seed that a director gave, PR, and rating.

    Each row is number, seed, PR and rating. Equal ones have the same rank, so that lots
    decide between them.

    >>> ranked([(1, None, None, 17), (2, None, 4, 9), (3, None, 4, 15), (4, 1, 5, 8)])
    {4: 1, 2: 2, 3: 2, 1: 3}
    """
    nought = Decimal(0)
    keys = {}
    for number, seed, pr, rating in strengths:
        by_rating = (rating is None, -(rating or nought))
        by_pr = (True, nought, *by_rating) if pr is None else (False, pr, False, nought)
        by_seed = (False, seed or 0, False, nought, False, nought)
        keys[number] = (True, 0, *by_pr) if seed is None else by_seed
    ranks = {key: rank for rank, key in enumerate(sorted(set(keys.values())), 1)}
    return {
        number: ranks[keys[number]] for number in sorted(keys, key=keys.__getitem__)
    }
