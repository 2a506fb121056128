"""Enters players sent by another program."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from http import HTTPStatus
from typing import Final

from matches.accounts.models import User
from matches.players.models import Player
from matches.players.roster import ListedAs, ListLine
from matches.players.services import NewPlayer
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.api.shapes import NewEntrant, NewEntries
from tournaments.entries.errors import ALREADY_ENTERED
from tournaments.entries.pasted_list import read_division_list
from tournaments.entries.queries import (
    divisions_of,
    keys_of,
    players_by_key,
)
from tournaments.entries.services import add_entries
from tournaments.structure.models import Division, Tournament

ENTRANT_UNSURE = Refusal(
    "api.entrant_unsure",
    gettext_noop(
        "%(name)s may be somebody whom the directory knows: %(keys)s. Send the key of "
        "the player, or is_new."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A name of several players, or one similar to that of a player."""

ENTRANT_UNKNOWN = Refusal(
    "api.entrant_unknown", gettext_noop("No player has the key %(key)s.")
)
"""A key that the directory does not have."""

ENTRANT_TWICE = Refusal(
    "api.entrant_twice", gettext_noop("%(name)s is in this request twice.")
)
"""Two players of the request are the same person."""

ENTRANT_NAMELESS = Refusal(
    "api.entrant_nameless", gettext_noop("Each player needs a name or a key.")
)
"""A player without a name."""

NO_SUCH_DIVISION = Refusal(
    "api.no_such_division",
    gettext_noop("This tournament has no division %(number)s."),
)
"""A division that the tournament does not have."""

_REFUSED: Final = {
    ListedAs.ENTERED: ALREADY_ENTERED,
    ListedAs.DUPLICATE: ENTRANT_TWICE,
}


def enter(of: Tournament, sent: NewEntries, *, by: User) -> list[int]:
    """Enter all players of a request or none. Return their entry numbers in its order.

    Raises the refusals of this module, of reading a name, and of `add_entries`.
    """
    division = _division(of, sent.division)
    lines = _lines(division, sent)
    keys = [player.key for player in sent.players if player.key]
    keys += [line.known.key for line in lines.values() if line.known is not None]
    known = players_by_key(keys)
    meant = [
        _meant(lines.get(place), one, known) for place, one in enumerate(sent.players)
    ]
    _refuse_twice(division, meant)
    people = [one for one in meant if isinstance(one, Player)]
    added = add_entries(
        tournament=of,
        known=people,
        new=[one for one in meant if isinstance(one, NewPlayer)],
        here=sent.here,
        division=division.number,
        by=by,
    ).entries
    of_known, of_new = iter(added[: len(people)]), iter(added[len(people) :])
    return [
        next(of_known if isinstance(one, Player) else of_new).number for one in meant
    ]


def _division(of: Tournament, number: int) -> Division:
    for division in divisions_of(of):
        if division.number == number:
            return division
    raise NO_SUCH_DIVISION(number=number)


def _lines(division: Division, sent: NewEntries) -> dict[int, ListLine]:
    """Return the meanings of names by place, read as in a pasted list.

    The list gets a heading, so that no name is read as a heading.
    """
    named = {place: one for place, one in enumerate(sent.players) if not one.key}
    if not named:
        return {}
    rows = [
        ";".join(map(_cell, (one.name, one.club, one.country)))
        for one in named.values()
    ]
    lines = read_division_list(division, "\n".join(["name;club;country", *rows]))
    found = {line.number: line for line in lines}
    return {
        place: found[number] for number, place in enumerate(named, 2) if number in found
    }


def _cell(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""'))


def _meant(
    line: ListLine | None, one: NewEntrant, known: Mapping[str, Player]
) -> Player | NewPlayer:
    """Return the player meant by one item of the request."""
    if one.key:
        if one.key not in known:
            raise ENTRANT_UNKNOWN(key=one.key)
        return known[one.key]
    if line is None or not one.name.strip():
        raise ENTRANT_NAMELESS()
    if line.error is not None:
        raise line.error
    if line.verdict in _REFUSED and not one.is_new:
        raise _REFUSED[line.verdict](name=line.name[:])
    if line.verdict is ListedAs.KNOWN and line.known is not None and not one.is_new:
        return known[line.known.key]
    if line.verdict is ListedAs.UNSURE and not one.is_new:
        keys = ", ".join(candidate.key for candidate in line.candidates) or "–"
        raise ENTRANT_UNSURE(name=line.name[:], keys=keys)
    rating = None if one.rating is None else Decimal(str(round(one.rating, 2)))
    return NewPlayer(line.name, line.club, rating, line.sort_name, line.country or "")


def _refuse_twice(division: Division, meant: Sequence[Player | NewPlayer]) -> None:
    """Refuse a player who is entered already, or is meant by two of a request."""
    entered, seen = keys_of(division), set[str]()
    for one in meant:
        if not isinstance(one, Player):
            continue
        if one.key in entered:
            raise ALREADY_ENTERED(name=one.name[:])
        if one.key in seen:
            raise ENTRANT_TWICE(name=one.name[:])
        seen.add(one.key)
