"""Enters players sent by another program, each request once for its key."""

import hashlib
from collections.abc import Callable, Mapping
from decimal import Decimal
from http import HTTPStatus
from typing import Final

from django.db import transaction

from matches.accounts.models import User
from matches.players.models import Player
from matches.players.roster import ListedAs, ListLine
from matches.players.services import NewPlayer
from matches.rules.refusals import Refusal
from matches.web.form_keys import OTHER_ACT
from matches.web.models import FormKey
from tournaments.api.schemas import NewEntrant, NewEntries
from tournaments.entries.errors import ALREADY_ENTERED
from tournaments.entries.pasted_list import read_division_list
from tournaments.entries.queries import keys_of, players_by_key
from tournaments.entries.services import add_entries
from tournaments.structure.models import Division, Tournament

ENTRANT_UNSURE = Refusal(
    "api.entrant_unsure",
    "%(name)s may already be in the player list: %(keys)s. Send the player’s key, or "
    "is_new.",
    status=HTTPStatus.CONFLICT,
)
ENTRANT_UNKNOWN = Refusal("api.entrant_unknown", "No player has the key %(key)s.")
ENTRANT_TWICE = Refusal("api.entrant_twice", "%(name)s is in this request twice.")
ENTRANT_NAMELESS = Refusal("api.entrant_nameless", "Each player needs a name or a key.")
NO_SUCH_DIVISION = Refusal(
    "api.no_such_division", "This tournament has no division %(number)s."
)
_REFUSED: Final = {ListedAs.ENTERED: ALREADY_ENTERED, ListedAs.DUPLICATE: ENTRANT_TWICE}
_KEY_LENGTH: Final = 36


def enter(tournament: Tournament, sent: NewEntries, *, by: User) -> list[int]:
    """Enter all players of a request or none. Return their entry numbers in its order.

    Raises the refusals of this module, of reading a name, and of `add_entries`.
    """
    rows = Division.objects.filter(tournament=tournament, number=sent.division)
    division = rows.select_related("tournament").first()
    if division is None:
        raise NO_SUCH_DIVISION(number=sent.division)
    lines = _lines(division, sent)
    keys = [player.key for player in sent.players if player.key]
    keys += [line.known.key for line in lines.values() if line.known is not None]
    known, entered = players_by_key(keys), keys_of(division)
    meant: list[Player | NewPlayer] = []
    for place, player in enumerate(sent.players):
        person = _meant(lines.get(place), player, known)
        if isinstance(person, Player) and person.key in entered:
            raise ALREADY_ENTERED(name=person.name[:])
        if isinstance(person, Player) and person in meant:
            raise ENTRANT_TWICE(name=person.name[:])
        meant.append(person)
    # First all who are known, then all who are new, as `add_entries` numbers them.
    order = sorted(range(len(meant)), key=lambda at: isinstance(meant[at], NewPlayer))
    added = add_entries(
        tournament=tournament,
        known=[person for person in meant if isinstance(person, Player)],
        new=[person for person in meant if isinstance(person, NewPlayer)],
        here=sent.here,
        division=division.number,
        by=by,
    )
    numbers = dict(zip(order, [entry.number for entry in added.entries], strict=True))
    return [numbers[place] for place in range(len(meant))]


def _lines(division: Division, sent: NewEntries) -> dict[int, ListLine]:
    """Return the meanings of names by place, read as in a pasted list.

    The list gets a heading, so that no name is read as a heading.
    """
    named = [place for place, player in enumerate(sent.players) if not player.key]
    rows = ["name;club;country"]
    for place in named:
        player = sent.players[place]
        cells = (player.name, player.club, player.country)
        rows.append(";".join('"{}"'.format(cell.replace('"', '""')) for cell in cells))
    lines = read_division_list(division, "\n".join(rows)) if named else ()
    return {named[line.number - 2]: line for line in lines}


def _meant(
    line: ListLine | None, sent: NewEntrant, known: Mapping[str, Player]
) -> Player | NewPlayer:
    if sent.key and sent.key not in known:
        raise ENTRANT_UNKNOWN(key=sent.key)
    if sent.key:
        return known[sent.key]
    if line is None or not sent.name.strip():
        raise ENTRANT_NAMELESS()
    if line.error is not None:
        raise line.error
    if not sent.is_new and line.verdict in _REFUSED:
        raise _REFUSED[line.verdict](name=line.name[:])
    if not sent.is_new and line.verdict is ListedAs.UNSURE:
        keys = ", ".join(candidate.key for candidate in line.candidates) or "–"
        raise ENTRANT_UNSURE(name=line.name[:], keys=keys)
    if not sent.is_new and line.known is not None:
        return known[line.known.key]
    rating = None if sent.rating is None else Decimal(str(round(sent.rating, 2)))
    return NewPlayer(line.name, line.club, rating, line.sort_name, line.country or "")


# Once for each key ----------------------------------------------------------


def done_once(key: str, asked: str, act: Callable[[], list[int]]) -> list[int]:
    """Carry out an act once for each key; return the numbers of what it made.

    Without a key the act is carried out each time. Raises OTHER_ACT if the key was used
    for something else than `asked`, and what the act raises.
    """
    if not key:
        return act()
    with transaction.atomic():
        # Who sends the same at the same moment waits here until the first is done.
        kept, is_new = FormKey.objects.get_or_create(
            key=_digest(key)[:_KEY_LENGTH], defaults={"content": _digest(asked)}
        )
        if is_new:
            kept.content = " ".join([kept.content, *map(str, act())])
            kept.save()
    request, *numbers = kept.content.split()
    if request != _digest(asked):
        raise OTHER_ACT()
    return list(map(int, numbers))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
