"""The lines of a pasted list, and the director's choice for each of them."""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest

from matches.players.models import Player
from matches.players.names import LONGEST_NAME, fold
from matches.players.roster import Known, ListedAs, ListLine, read_list
from tournaments.entries.errors import PAIR_MEMBERS
from tournaments.entries.pairs import (
    is_one_person,
    names_of_pair,
    pair_name,
    pair_sort_name,
)
from tournaments.entries.queries import directory_keys, keys_of, players_by_key
from tournaments.structure.models import Division

SKIP, NEW = "skip", "new"


def read_division_list(division: Division, text: str) -> tuple[ListLine, ...]:
    """Return the lines of a list of people and pairs. Raises TOO_MANY_LINES."""
    known = [
        Known(key=key, name=name, club=club, rating=rating)
        for key, name, club, rating in directory_keys()
    ]
    entered = keys_of(division)
    return with_pairs(
        read_list(text, known=known, entered=entered), known=known, entered=entered
    )


def choice_of(request: HttpRequest, line: ListLine) -> str:
    """Return the choice for a line: a key, `new` or `skip`; empty without one."""
    chosen = request.POST.get(field_of(line), "")
    if line.verdict is ListedAs.UNSURE:
        allowed = {candidate.key for candidate in line.candidates} | {NEW, SKIP}
        return chosen if chosen in allowed else ""
    if line.verdict is ListedAs.NEW:
        return NEW
    if line.verdict is ListedAs.KNOWN and line.known is not None:
        return line.known.key
    return SKIP


def field_of(line: ListLine) -> str:
    """Return the field name of a line's choice, from the text of the line.

    Line numbers would change when the list is edited.
    """
    return f"line-{hashlib.sha256(line.raw.encode()).hexdigest()[:12]}"


def is_clear(lines: tuple[ListLine, ...]) -> bool:
    """Return True for a list of one line that needs no choice."""
    return len(lines) == 1 and lines[0].verdict in {ListedAs.NEW, ListedAs.KNOWN}


def known_players(choices: Any) -> list[Player]:
    """Return the chosen players of the directory, each once. One query."""
    keys = [choice for choice in choices if choice not in {NEW, SKIP}]
    players = players_by_key(keys)
    return [players[key] for key in dict.fromkeys(keys) if key in players]


Both = frozenset[str]


def with_pairs(
    lines: Iterable[ListLine], *, known: Iterable[Known], entered: Collection[str]
) -> tuple[ListLine, ...]:
    """Return the lines, with lines of two names read as pairs."""
    pairs = {
        _both(names): player
        for player in known
        if (names := names_of_pair(player.name)) is not None
    }
    earlier: dict[Both, int] = {}
    found = []
    for line in lines:
        names = names_of_pair(line.name)
        if names is None or line.verdict is ListedAs.INVALID:
            found.append(line)
            continue
        player = pairs.get(_both(names))
        found.append(_pair(line, names, player=player, entered=entered))
        number = earlier.setdefault(_both(names), line.number)
        if number != line.number:
            found[-1] = replace(
                found[-1], verdict=ListedAs.DUPLICATE, known=None, duplicate_of=number
            )
    return tuple(found)


def _pair(
    line: ListLine,
    names: tuple[str, str],
    *,
    player: Known | None,
    entered: Collection[str],
) -> ListLine:
    if is_one_person(names):
        return replace(line, verdict=ListedAs.INVALID, error=PAIR_MEMBERS())
    verdict = ListedAs.NEW
    if player is not None:
        verdict = ListedAs.ENTERED if player.key in entered else ListedAs.KNOWN
    return replace(
        line,
        name=pair_name(names)[:LONGEST_NAME],
        sort_name=pair_sort_name(names),
        verdict=verdict,
        candidates=() if player is None else (player,),
        known=player,
        duplicate_of=None,
    )


def _both(names: tuple[str, str]) -> Both:
    return frozenset(fold(name) for name in names)
