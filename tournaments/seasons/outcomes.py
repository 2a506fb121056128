"""The outcome of a tournament for seasons, cached until a fact changes.

Places come from the finishing order, wins and losses from the matches. A pair in
doubles stands for its members: each gets what the pair gets.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.core.cache import caches

from matches.ledger.models.match import Match
from matches.players.models import Player
from tournaments.rounds.models import Pairing
from tournaments.seasons.scoring import (
    BYE,
    CONSOLATION,
    LAST,
    MAIN,
    WALKOVER,
    WIN,
    Placing,
    Showing,
    Wins,
)
from tournaments.standings.finishing import DivisionOrder, EventOrder, finishing_order
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import stages_of

KEPT_SECONDS: Final = 24 * 3600
_LAST: Final = "last"
_NOT_PLAYED: Final = {Match.How.WALKOVER.value, Match.How.FORFEIT.value}


class TournamentOutcome(NamedTuple):
    """Divisions by number, named as stored, and what the players did in each."""

    divisions: tuple[tuple[int, str], ...]
    showings: tuple[Showing, ...]
    provisional: bool


NOTHING: Final = TournamentOutcome((), (), False)


def outcomes(tournaments: Mapping[str, Tournament]) -> dict[str, TournamentOutcome]:
    """Return the outcome of each tournament by its mark.

    No query for those that are cached; four for each other one, and three a stage.
    """
    keys = {_key(mark): mark for mark in tournaments}
    kept = caches["kept"].get_many(keys)
    found: dict[str, TournamentOutcome] = {keys[key]: one for key, one in kept.items()}
    for mark, tournament in tournaments.items():
        if mark not in found:
            found[mark] = outcome_of(tournament, mark)
            caches["kept"].set(_key(mark), found[mark], KEPT_SECONDS)
    return found


def _key(mark: str) -> str:
    return f"season:outcome:{mark}"


class _Played:
    """Wins and losses, counted over the pairings of a tournament."""

    def __init__(self) -> None:
        self.wins: dict[int, Counter[tuple[str, int, int]]] = defaultdict(Counter)
        self.losses: Counter[int] = Counter()
        self.here: set[int] = set()

    def won(self, entry: int, what: tuple[str, int, int]) -> None:
        self.wins[entry][what] += 1
        self.here.add(entry)

    def lost(self, entry: int) -> None:
        self.losses[entry] += 1
        self.here.add(entry)


def outcome_of(tournament: Tournament, mark: str) -> TournamentOutcome:
    """Compute the outcome of a tournament."""
    stages = stages_of(tournament)
    played = _played(tournament, {stage.pk: stage for stage in stages})
    if not played.here:
        return NOTHING
    entries = list(
        Entry.objects.filter(tournament=tournament)
        .order_by("number")
        .values_list("number", "player", "division__number")
    )
    people = _people(player for _number, player, _division in entries)
    orders = finishing_order(stages, mark)
    placings = _placings(orders)
    showings: dict[tuple[int, int], list[Showing]] = defaultdict(list)
    for number, player, division in entries:
        if number not in played.here:
            continue
        for person in people.get(player, (player,)):
            showings[person, division].append(
                Showing(
                    person,
                    division,
                    tuple(placings.get(number, ())),
                    tuple(
                        Wins(*what, count)
                        for what, count in sorted(played.wins[number].items())
                    ),
                    played.losses[number],
                )
            )
    names = {stage.division.number: stage.division.name for stage in stages}
    return TournamentOutcome(
        tuple(sorted(names.items())),
        tuple(_together(showings[key]) for key in sorted(showings)),
        any(event.provisional for order in orders for event in order.events),
    )


def _played(tournament: Tournament, stages: Mapping[int, Stage]) -> _Played:
    parts = {pk: _part(stage) for pk, stage in stages.items()}
    rows = Pairing.objects.live().filter(tournament=tournament)
    found = _Played()
    for stage, round_number, one, two, *match in rows.values_list(
        *("stage", "round_number", "entry_1__number", "entry_2__number"),
        *("match__winner", "match__length", "match__how", "match__state"),
    ):
        length = stages[stage].length_of(round_number)
        if two is None:
            found.won(one, (BYE, parts[stage], length))
        else:
            _count(found, _SeasonMatch(one, two, *match), part=parts[stage])
    return found


class _SeasonMatch(NamedTuple):
    """Two entries by number, and their match."""

    one: int
    two: int
    winner: int | None
    length: int
    how: str
    state: str


def _count(found: _Played, match: _SeasonMatch, *, part: int) -> None:
    if match.winner is None or match.state == Match.State.DISPUTED:
        return
    first, second = (
        (match.one, match.two) if match.winner == 1 else (match.two, match.one)
    )
    if match.how in _NOT_PLAYED:
        found.won(first, (WALKOVER, part, match.length))
        return
    found.won(first, (WIN, part, match.length))
    found.lost(second)


def _part(stage: Stage) -> int:
    if not stage.is_branch:
        return MAIN
    return LAST if stage.section == _LAST else CONSOLATION


def _people(players: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Return the members of those players that are pairs."""
    members: dict[int, list[int]] = defaultdict(list)
    rows = Player.members.through.objects.filter(from_player__in=set(players))
    for pair, member in rows.values_list("from_player", "to_player").order_by("pk"):
        members[pair].append(member)
    return {pair: tuple(two) for pair, two in members.items()}


def _placings(orders: Iterable[DivisionOrder]) -> dict[int, list[Placing]]:
    """Return the places of each entry, by its number."""
    found: dict[int, list[Placing]] = defaultdict(list)
    for order in orders:
        for event in order.events:
            part = _part(event.stages[0])
            field = _field(event)
            sharing = Counter(finisher.place for finisher in event.finishers)
            for one in event.finishers:
                found[one.row.number].append(
                    Placing(part, one.place, sharing[one.place], field)
                )
    return found


def _field(event: EventOrder) -> int:
    """Return the number of players: who entered again counts once."""
    return len({finisher.row.key for finisher in event.finishers})


def _together(showings: Sequence[Showing]) -> Showing:
    """Return all entries of one player in a division as one.

    Wins and losses are added; of places in the same part the best one counts.
    """
    if len(showings) == 1:
        return showings[0]
    wins: Counter[tuple[str, int, int]] = Counter()
    best: dict[int, Placing] = {}
    for showing in showings:
        for one in showing.wins:
            wins[one.kind, one.part, one.length] += one.number
        for placing in showing.placings:
            kept = best.setdefault(placing.part, placing)
            best[placing.part] = min(kept, placing)
    first = showings[0]
    return Showing(
        first.player,
        first.division,
        tuple(best[part] for part in sorted(best)),
        tuple(Wins(*what, count) for what, count in sorted(wins.items())),
        sum(showing.losses for showing in showings),
    )
