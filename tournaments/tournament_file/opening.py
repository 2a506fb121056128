"""Makes a tournament from the rows of a file: completely and checked, or not at all."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from django.db import IntegrityError, models, transaction

from matches.accounts.models import User
from matches.accounts.services import make_director_of
from matches.ledger.book import count_again
from matches.ledger.club_matches import profile_row
from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.players.names import sort_name
from matches.players.services import show_pair
from matches.rulebook.profiles import Profile
from matches.rules.refusals import RuleError
from matches.web import journal
from matches.web.shown import full_names
from tournaments.draws.record import announcements_of, chain_document, draw_document
from tournaments.engine import FORMATS
from tournaments.engine.record.checking import check_document
from tournaments.rounds.models import Draw, DrawState
from tournaments.structure.models import Stage, Tournament
from tournaments.tournament_file.errors import (
    DAMAGED,
    HERE_ALREADY,
    OTHER_RESULT,
    PLAYER_TWICE,
)
from tournaments.tournament_file.parts import MEMBERS, PARTS, Part, Row
from tournaments.tournament_file.reading import TournamentFile
from tournaments.tournament_file.writing import checked_values

NEW: Final = "new"
_FORMATS: Final = frozenset(known.key for known in FORMATS)
_SLUG_TRIES: Final = 50
_AT_ONCE: Final = 500
_OPEN: Final = frozenset(
    {DrawState.ANNOUNCED.value, DrawState.DRAWING.value, DrawState.DRAFT.value}
)
_PROVED: Final = frozenset({"same", "changed"})
_SOUND_CHAIN: Final = "chain"
_UNREADABLE: Final = (
    *(KeyError, ValueError, TypeError, AttributeError, IndexError),
    *(ArithmeticError, AssertionError),
)
"""Errors raised by rows with values that the product never writes."""


def known_here(file: TournamentFile) -> Tournament | None:
    """Return the tournament of a file if it exists here, also in the bin."""
    identity = file.tournament["identity"]
    return Tournament.everything.filter(identity=identity).first()


def open_file(
    file: TournamentFile, *, choices: Mapping[int, str], by: User | None
) -> Tournament:
    """Make the tournament of a file; `choices` are keys of players, or NEW, by id.

    The results and standings of each stage, and the fingerprints and proofs of the
    draws, must be computed here as they are in the file. Raises HERE_ALREADY,
    PLAYER_TWICE, DAMAGED, OTHER_RESULT; then nothing was changed.
    """
    if (known := known_here(file)) is not None:
        raise HERE_ALREADY(name=known.name)
    try:
        with transaction.atomic(), full_names():
            maker = _Maker(file, choices)
            made = maker.make(by)
            _compare(made, file)
    except RuleError:
        raise
    # Also two directors who open the same file at once: the identity of a tournament is
    # unique, and the second one learns that it is here.
    except IntegrityError as error:
        if (known := known_here(file)) is not None:  # at the same moment
            raise HERE_ALREADY(name=known.name) from error
        raise DAMAGED(part=maker.part, row=0) from error
    except _UNREADABLE as error:
        raise DAMAGED(part=maker.part, row=0) from error
    return made


class _Maker:
    """Makes the rows part after part; `part` is the present one."""

    def __init__(self, file: TournamentFile, choices: Mapping[int, str]) -> None:
        self._file, self._choices = file, choices
        self._keys: defaultdict[str, list[int]] = defaultdict(list)
        self.part = ""

    def make(self, by: User | None) -> Tournament:
        for part in PARTS:
            self.part, rows = part.name, self._file.rows[part.name]
            self._keys[part.name] = self._made(part, rows)
        tournament = Tournament.objects.get(pk=self._keys["tournaments"][0])
        Tournament.objects.filter(pk=tournament.pk).update(created_by=by)
        self.part = "games"
        count_again(self._keys["matches"])
        journal.record_act(
            act="tournament_opened",
            by=by,
            subject=tournament.subject,
            name=tournament.name,
        )
        make_director_of(by, tournament.pk)
        return tournament

    def _made(self, part: Part, rows: list[Row]) -> list[int]:
        """Make the rows of a part; return their primary keys, in order."""
        if part.name == "profiles":
            return [profile_row(_profile(row["values"])).pk for row in rows]
        if part.name == "players":
            return self._players(rows)
        if part.name == "stages":
            return self._stages(part, rows)
        more = {"matches": self._of_matches, "tournaments": self._of_tournament}
        if part.name in more:
            rows = more[part.name](rows)
        if part.name == "draws" and any(row["state"] in _OPEN for row in rows):
            raise ValueError(part.name)
        made = part.model._default_manager.bulk_create(
            (part.model(**self._linked(part, row)) for row in rows), batch_size=_AT_ONCE
        )
        return [row.pk for row in made]

    def _linked(self, part: Part, row: Row) -> dict[str, object]:
        columns = {name: value for name, value in row.items() if name not in part.links}
        for column, other in part.links.items():
            link = row[column]
            columns[f"{column}_id"] = None if link is None else self._key(other, link)
        return columns

    def _key(self, part: str, link: int) -> int:
        return self._keys[part][link - 1]

    def _stages(self, part: Part, rows: list[Row]) -> list[int]:
        for row in rows:
            stage = Stage(**self._linked(part, row))
            if not stage.is_branch and stage.format not in _FORMATS:
                raise ValueError(part.name)
            models.Model.save(stage, force_insert=True)
            self._keys[part.name].append(stage.pk)
        return self._keys[part.name]

    def _of_tournament(self, rows: list[Row]) -> list[Row]:
        row = rows[0]
        slugs = (
            row["slug"] if n == 1 else f"{row['slug'][:50]}-{n}"
            for n in range(1, _SLUG_TRIES)
        )
        free = (
            slug
            for slug in slugs
            if not Tournament.everything.filter(slug=slug).exists()
        )
        return [{**row, "slug": next(free)}]

    @staticmethod
    def _of_matches(rows: list[Row]) -> list[Row]:
        """Return the rows with unused codes and with `ratings_due`.

        Codes of score sheets are secret and not in the file: new sheets have new ones.
        """
        codes = {row["code"] for row in rows}
        taken = set(Match.objects.filter(code__in=codes).values_list("code", flat=True))
        found = []
        for row in rows:
            columns = dict(row)
            if columns["code"] in taken:
                del columns["code"]
            is_done = row["state"] == Match.State.DONE
            found.append({**columns, "in_event": True, "ratings_due": is_done})
        return found

    # People ----------------------------------------------------------------

    def _players(self, rows: list[Row]) -> list[int]:
        """Return the player for each player of the file; create the new ones.

        A pair becomes the existing pair of the same two people, or a new one.
        """
        chosen = {key for key in self._choices.values() if key != NEW}
        known = {one.key: one.pk for one in Player.objects.filter(key__in=chosen)}
        found: list[int] = []
        for number, row in enumerate(rows, 1):
            members = [found[link - 1] for link in row[MEMBERS]]
            pk = known.get(self._choices.get(number, NEW))
            if members:
                pk = _pair_of(members)
            if pk is None:
                pk = _new_player(row, members).pk
            elif pk in found:
                raise PLAYER_TWICE(name=Player.objects.get(pk=pk).name)
            found.append(pk)
        return found


def _profile(values: dict[str, object]) -> Profile:
    if not isinstance(values.get("key"), str):
        raise TypeError("key")
    return Profile.from_values(values)


def _pair_of(members: list[int]) -> int | None:
    one, two = members
    found = Player.objects.filter(members=one).filter(members=two).order_by("pk")
    return found.values_list("pk", flat=True).first()


def _new_player(row: Row, members: Iterable[int]) -> Player:
    columns = {name: value for name, value in row.items() if name != MEMBERS}
    player = Player(**columns)
    player.sort_name = player.sort_name or sort_name(player.name)
    shown = player.as_shown()
    player.public_name, player.public_sort_name = shown.name, shown.sort_name
    player.save(force_insert=True)
    if members := list(members):
        player.members.set(members)
        show_pair(player)
    return player


# Checking ------------------------------------------------------------------


def _compare(made: Tournament, file: TournamentFile) -> None:
    """Raise OTHER_RESULT if the site computes other standings, or a proof fails."""
    computed = checked_values(made)
    for number, told in computed.items():
        if file.checked.get(number) != told:
            raise OTHER_RESULT(part=f"stage {number}")
    if set(file.checked) != set(computed):
        raise OTHER_RESULT(part="stages")
    if check_document(chain_document(announcements_of(made))).outcome != _SOUND_CHAIN:
        raise OTHER_RESULT(part="announcements")
    drawn = Draw.objects.filter(
        stage__tournament=made, state=DrawState.PUBLISHED, announcement__isnull=False
    )
    for draw in drawn.select_related("stage", "announcement").order_by("pk"):
        if check_document(draw_document(draw)).outcome not in _PROVED:
            raise OTHER_RESULT(part=f"round {draw.round_number}")
