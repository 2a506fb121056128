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
from tournaments.seasons import scoring
from tournaments.standings.finishing import DivisionOrder, finishing_order
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import stages_of

KEPT_SECONDS: Final = 24 * 3600
_LAST: Final = "last"
_NOT_PLAYED: Final = {Match.How.WALKOVER.value, Match.How.FORFEIT.value}


CountedWins = Counter[tuple[str, int, int]]
"""Numbers of wins by kind, part and length."""


class TournamentOutcome(NamedTuple):
    """Divisions by number, named as stored, and what the players did in each."""

    divisions: tuple[tuple[int, str], ...]
    showings: tuple[scoring.Showing, ...]
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


def outcome_of(tournament: Tournament, mark: str) -> TournamentOutcome:
    stages = stages_of(tournament)
    wins, losses = _wins_and_losses(tournament, {one.pk: one for one in stages})
    here = {*wins, *losses}
    if not here:
        return NOTHING
    entries = list(
        Entry.objects.filter(tournament=tournament)
        .order_by("number")
        .values_list("number", "player", "division__number")
    )
    people = _people(player for _number, player, _division in entries)
    orders = finishing_order(stages, mark)
    placings = _placings(orders)
    showings: dict[tuple[int, int], list[scoring.Showing]] = defaultdict(list)
    for number, player, division in entries:
        if number not in here:
            continue
        for person in people.get(player, (player,)):
            showings[person, division].append(
                scoring.Showing(
                    person,
                    division,
                    tuple(placings.get(number, ())),
                    _as_wins(wins[number]),
                    losses[number],
                )
            )
    names = {stage.division.number: stage.division.name for stage in stages}
    return TournamentOutcome(
        tuple(sorted(names.items())),
        tuple(_together(showings[key]) for key in sorted(showings)),
        any(event.provisional for order in orders for event in order.events),
    )


def _wins_and_losses(
    tournament: Tournament, stages: Mapping[int, Stage]
) -> tuple[dict[int, CountedWins], Counter[int]]:
    pairings = Pairing.objects.live().filter(tournament=tournament)
    wins: dict[int, CountedWins] = defaultdict(Counter)
    losses: Counter[int] = Counter()
    for row in pairings.values_list(
        *("stage", "round_number", "entry_1__number", "entry_2__number"),
        *("match__winner", "match__length", "match__how", "match__state"),
    ):
        stage_pk, round_number, first, second, winner, length, how, state = row
        stage = stages[stage_pk]
        part = _part(stage)
        if second is None:
            wins[first][scoring.BYE, part, stage.length_of(round_number)] += 1
        elif winner is not None and state != Match.State.DISPUTED:
            won, lost = (first, second) if winner == 1 else (second, first)
            is_walkover = how in _NOT_PLAYED
            wins[won][
                scoring.WALKOVER if is_walkover else scoring.WIN, part, length
            ] += 1
            if not is_walkover:
                losses[lost] += 1
    return wins, losses


def _as_wins(wins: CountedWins) -> tuple[scoring.Wins, ...]:
    return tuple(scoring.Wins(*what, count) for what, count in sorted(wins.items()))


def _part(stage: Stage) -> int:
    if not stage.is_branch:
        return scoring.MAIN
    return scoring.LAST if stage.section == _LAST else scoring.CONSOLATION


def _people(players: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Return the members of those players that are pairs."""
    members: dict[int, list[int]] = defaultdict(list)
    rows = Player.members.through.objects.filter(from_player__in=set(players))
    for pair, member in rows.values_list("from_player", "to_player").order_by("pk"):
        members[pair].append(member)
    return {pair: tuple(two) for pair, two in members.items()}


def _placings(orders: Iterable[DivisionOrder]) -> dict[int, list[scoring.Placing]]:
    found: dict[int, list[scoring.Placing]] = defaultdict(list)
    for order in orders:
        for event in order.events:
            part = _part(event.stages[0])
            # Who entered again counts once.
            field = len({finisher.row.key for finisher in event.finishers})
            sharing = Counter(finisher.place for finisher in event.finishers)
            for one in event.finishers:
                found[one.row.number].append(
                    scoring.Placing(part, one.place, sharing[one.place], field)
                )
    return found


def _together(showings: Sequence[scoring.Showing]) -> scoring.Showing:
    """Return all entries of one player in a division as one.

    Wins and losses are added; of places in the same part the best one counts.
    """
    if len(showings) == 1:
        return showings[0]
    wins: CountedWins = Counter()
    best: dict[int, scoring.Placing] = {}
    for showing in showings:
        for one in showing.wins:
            wins[one.kind, one.part, one.length] += one.number
        for placing in showing.placings:
            kept = best.setdefault(placing.part, placing)
            best[placing.part] = min(kept, placing)
    first = showings[0]
    return scoring.Showing(
        first.player,
        first.division,
        tuple(best[part] for part in sorted(best)),
        _as_wins(wins),
        sum(showing.losses for showing in showings),
    )
