"""Reasons in a format that pairs by score or down a list: group, place, float, bye."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from matches.rules.refusals import Message
from tournaments.engine.standings.schemes import shown_points
from tournaments.engine.state import (
    ABSENT,
    HALF_BYE,
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    Wins,
    shown_wins,
)
from tournaments.engine.why.history import StageHistory, shared
from tournaments.engine.why.next_best import BYES, Criterion, Side, first_criteria

FIRST = Message("why.first", "No results yet: purely random.")
FIRST_APART = Message(
    "why.first_apart", "No results yet: random, with players kept apart where possible."
)
ODD = Message("why.odd", "An odd number of players is in this round (%(count)s).")
LOWER_MORE = Message("why.lower_more", "The same is true of %(count)s others.")

SITS_OUT: Mapping[str, Message] = {
    HALF_BYE: Message(
        "why.sits_out_bye", "%(entrant)s had a requested bye this round."
    ),
    ABSENT: Message("why.sits_out_absent", "%(entrant)s had announced their absence."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupWords:
    same: Message
    stands: Message
    alone: Message
    all_met: Message
    holder: Message
    lower: Message
    alike: Message | None


WINS = GroupWords(
    same=Message(
        "why.wins_same",
        "Both have %(score)s wins, as do %(count)s players in total in this round.",
    ),
    stands=Message(
        "why.wins_stands",
        "%(entrant)s has %(score)s wins, as do %(count)s players in total in this "
        "round.",
    ),
    alone=Message(
        "why.wins_alone", "No one else in this round has as many wins as %(entrant)s."
    ),
    all_met=Message(
        "why.wins_all_met",
        "%(entrant)s has already met everyone else in this round with as many wins.",
    ),
    holder=Message(
        "why.wins_holder", "%(entrant)s: %(score)s wins, %(byes)s earlier byes."
    ),
    lower=Message(
        "why.wins_lower",
        "%(other)s has fewer wins than %(entrant)s but has already had %(byes)s byes.",
    ),
    alike=Message(
        "why.wins_alike",
        "%(count)s players have as few wins and byes. Earlier meetings, then chance, "
        "decided between them.",
    ),
)
LOSSES = GroupWords(
    same=Message(
        "why.losses_same",
        "Both have %(score)s losses, as do %(count)s players in total in this round.",
    ),
    stands=Message(
        "why.losses_stands",
        "%(entrant)s has %(score)s losses, as do %(count)s players in total in this "
        "round.",
    ),
    alone=Message(
        "why.losses_alone",
        "No one else in this round has as many losses as %(entrant)s.",
    ),
    all_met=Message(
        "why.losses_all_met",
        "%(entrant)s has already met everyone else in this round with as many losses.",
    ),
    holder=Message(
        "why.losses_holder", "%(entrant)s: %(score)s losses, %(byes)s earlier byes."
    ),
    lower=Message(
        "why.losses_lower",
        "%(other)s has more losses than %(entrant)s but has already had %(byes)s byes.",
    ),
    alike=Message(
        "why.losses_alike",
        "%(count)s players have as many losses and as few byes. Earlier meetings, "
        "then chance, decided between them.",
    ),
)

LISTED = 5
"""The most lower entrants that the reasons of a bye name."""

LENT = replace(
    WINS,
    same=Message(
        "why.lent_same",
        "Both have %(score)s wins including virtual ones, as do %(count)s players in "
        "total in this round.",
    ),
    stands=Message(
        "why.lent_stands",
        "%(entrant)s has %(score)s wins including virtual ones, as do %(count)s "
        "players in total in this round.",
    ),
    holder=Message(
        "why.lent_holder",
        "%(entrant)s: %(score)s wins including virtual ones, %(byes)s earlier byes.",
    ),
)
"""For an accelerated round."""

PLACED = replace(WINS, alike=None)
"""For formats in which a list, and not lots, decides between equal wins."""

PLACED_BY_POINTS = replace(
    PLACED,
    holder=Message(
        "why.points_holder",
        "%(entrant)s has points: %(score)s, earlier byes: %(byes)s.",
    ),
    lower=Message(
        "why.points_lower",
        "%(other)s has fewer points than %(entrant)s, but has had byes: %(byes)s.",
    ),
)
"""The same where the list is that of the points of a scoring scheme."""


@dataclass(frozen=True, slots=True)
class Groups:
    past: StageHistory
    levels: Mapping[int, Wins]
    words: GroupWords

    @property
    def is_first(self) -> bool:
        return self.past.is_first and self.words is not LENT

    def of(self, number: int) -> list[int]:
        levels = self.levels
        return [one for one in self.past.field if levels[one] == levels[number]]

    def score(self, number: int) -> int | str:
        level = self.levels[number]
        if self.words is PLACED_BY_POINTS:
            return shown_points(level)
        return shown_wins(-level if level < 0 else level)


def facts(groups: Groups, pairing: DrawnPairing) -> Notes:
    past = groups.past
    yield from shared(past, pairing)
    if groups.is_first:
        yield Note(FIRST_APART if past.wishes.apart else FIRST)
    if pairing.two is None:
        yield from bye_facts(groups, pairing.one)
    elif not groups.is_first:
        yield from _pair_facts(groups, pairing.one, pairing.two)


def sitting_out(past: StageHistory) -> Notes:
    resting = past.state.resting()
    for rest in resting[:LISTED]:
        yield Note(SITS_OUT[rest.kind], {"entrant": rest.entrant})
    if resting[LISTED:]:
        yield Note(LOWER_MORE, {"count": len(resting) - LISTED})


def bye_facts(groups: Groups, holder: int) -> Notes:
    past, words = groups.past, groups.words
    byes, levels = past.tally.byes, groups.levels
    yield Note(ODD, {"count": len(past.field)})
    yield from sitting_out(past)
    if groups.is_first or past.has_byes_by_lot:
        return
    params = {"score": groups.score(holder), "byes": byes[holder]}
    yield Note(words.holder, {"entrant": holder, **params})
    lower = sorted(
        (one for one in past.field if levels[one] < levels[holder]),
        key=lambda one: (levels[one], one),
    )
    spared = [one for one in lower if byes[one] > byes[holder]]
    for other in spared[:LISTED]:
        yield Note(
            words.lower, {"entrant": holder, "other": other, "byes": byes[other]}
        )
    if spared[LISTED:]:
        yield Note(LOWER_MORE, {"count": len(spared) - LISTED})
    alike = [one for one in groups.of(holder) if byes[one] == byes[holder]]
    if words.alike and len(alike) > 1:
        yield Note(words.alike, {"count": len(alike)})


def _pair_facts(groups: Groups, one: int, two: int) -> Notes:
    past, words, group = groups.past, groups.words, groups.of(one)
    if groups.levels[one] == groups.levels[two]:
        yield Note(words.same, {"score": groups.score(one), "count": len(group)})
        return
    if len(group) == 1:
        yield Note(words.alone, {"entrant": one})
    elif all(past.have_met(one, other) for other in group if other != one):
        yield Note(words.all_met, {"entrant": one})
    for side in (one, two):
        params = {"score": groups.score(side), "count": len(groups.of(side))}
        yield Note(words.stands, {"entrant": side, **params})


FIRST_LISTED = Message(
    "why.lists_first", "No results yet: the order is by player number, drawn at random."
)
PLACE = Message(
    "why.place",
    "%(entrant)s is number %(place)s in the order: %(wins)s wins, player number "
    "%(lot)s.",
)
PLACE_BY_POINTS = Message(
    "why.place_by_points",
    "%(entrant)s is number %(place)s in the order: %(points)s points, player number "
    "%(lot)s.",
)
LOWEST = Message(
    "why.lowest",
    "%(entrant)s is number %(place)s of %(count)s; the bye goes to the lowest player "
    "with the fewest byes.",
)
BYE_PLACE = Message(
    "why.bye_place",
    "In the best other round, place on the list of the player who has the bye: "
    "%(after)s instead of %(before)s.",
)
SQUARES = Message(
    "why.squares",
    "In the best other round, differences of places, squared and summed up: %(after)s "
    "instead of %(before)s.",
)


@dataclass(frozen=True, slots=True)
class Ranking:
    order: tuple[int, ...]
    places: Mapping[int, int]
    lots: Mapping[int, int]


def ranking(
    past: StageHistory, drawn: DrawnRound, strengths: Mapping[int, tuple[Wins, ...]]
) -> Ranking:
    given = {number: entrant.lot or 0 for number, entrant in past.entrants.items()}
    lots = {number: drawn.lots.get(number, given[number]) for number in past.field}
    order = sorted(past.field, key=lots.__getitem__)
    order.sort(key=strengths.__getitem__, reverse=True)  # stable: equal ones by lot
    return Ranking(
        tuple(order), {one: place for place, one in enumerate(order, start=1)}, lots
    )


def bye_reasons(past: StageHistory, holder: int, listed: Ranking) -> Notes:
    words = PLACED_BY_POINTS if past.has_points else PLACED
    yield from bye_facts(Groups(past, past.scores, words), holder)
    if past.has_byes_by_lot:
        return
    place, count = listed.places[holder], len(listed.order)
    yield Note(LOWEST, {"entrant": holder, "place": place, "count": count})


def placed(past: StageHistory, pair: tuple[int, int], listed: Ranking) -> Notes:
    for side in pair:
        what = "points" if past.has_points else "wins"
        yield Note(
            PLACE_BY_POINTS if past.has_points else PLACE,
            {
                "entrant": side,
                "place": listed.places[side],
                what: shown_points(past.scores[side]),
                "lot": listed.lots[side],
            },
        )


def partners(drawn: DrawnRound) -> dict[int, int | None]:
    found: dict[int, int | None] = {}
    for pairing in drawn.pairings:
        found[pairing.one] = pairing.two
        if pairing.two is not None:
            found[pairing.two] = pairing.one
    return found


def by_place(
    past: StageHistory, listed: Ranking, *, may_meet_again: bool = False
) -> tuple[Criterion, ...]:
    last = len(listed.order)

    def byes(one: int, two: Side) -> int:
        return past.tally.byes[one] if two is None else 0

    def bye_place(one: int, two: Side) -> int:
        return last - listed.places[one] if two is None else 0

    def squares(one: int, two: Side) -> int:
        return 0 if two is None else (listed.places[one] - listed.places[two]) ** 2

    place = Criterion(BYE_PLACE, bye_place, lambda total: last - total)
    return (
        *first_criteria(past, may_meet_again=may_meet_again),
        Criterion(BYES, byes),
        *(() if past.has_byes_by_lot else (place,)),
        Criterion(SQUARES, squares),
    )
