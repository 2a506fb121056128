"""Compares templates with an evening: people, hours and tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from datetime import time as Time  # noqa: N812 - names of fields are small letters
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.formats import number_format, time_format
from django.utils.translation import gettext

from tournaments.engine import Branch, Options, RoundsAsked, format_named
from tournaments.setup.presets import Preset
from tournaments.structure.plan import DivisionPlan, StagePlan, format_of
from tournaments.structure.words import misfit_texts
from tournaments.tables.chances import (
    ALL,
    KNOCK_OUT,
    LIVES,
    SWISS,
    Contest,
    best_wins,
    like,
)
from tournaments.tables.minutes import MOST, PAUSE, Block, Pace, ends
from tournaments.tables.stage_rounds import MAIN, rounds_of

MOST_PEOPLE: Final = 128
_POINTS: Final = (-4, -2, 0, 2)
_ROUNDS: Final = (-2, -1, 0, 1)
_FEWEST_POINTS: Final = 3
_FEWEST_ROUNDS: Final = 2
_FEWEST_IN_DIVISION: Final = 4
FEWEST_RATED: Final = 4
_PACE: Final = Pace()
_DAY: Final = date(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """The plan of an evening: people, times, tables; `tables` 0: as many as are needed.

    `ratings` are those of people like them; none: those of a usual club.
    """

    people: int
    begins: Time
    over: Time
    tables: int = 0
    ratings: tuple[int, ...] = ()

    @property
    def minutes(self) -> float:
        """How long it can last; an end before the beginning is after midnight."""
        first, last = (datetime.combine(_DAY, one) for one in (self.begins, self.over))
        if last <= first:
            last += timedelta(days=1)
        return (last - first).total_seconds() / 60

    @property
    def waiting(self) -> int:
        """How many people cannot play at once, because there are too few tables."""
        return max(self.people - 2 * self.tables, 0) if self.tables else 0

    def clock(self, minutes: float) -> str:
        """Return the time of day after so many minutes, in steps of five."""
        begins = datetime.combine(_DAY, self.begins)
        steps = -(-minutes // 5)
        return time_format((begins + timedelta(minutes=5 * steps)).time(), "H:i")


@dataclass(frozen=True, slots=True)
class Fit:
    """A card as it fits an evening.

    `card` has the lengths and rounds that fit, which differ from the usual ones by
    `points` and `rounds`. `minutes` is None for a night that never ends. `chance` is
    that of the best, None without a winner, or if it takes long to find.
    """

    card: Preset
    points: int
    rounds: int
    evening: EveningPlan
    minutes: float | None
    matches: float
    chance: float | None
    remarks: tuple[str, ...]

    @property
    def is_in_time(self) -> bool:
        """Whether it is over in time."""
        return self.minutes is None or self.minutes <= self.evening.minutes

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against it."""
        return self.is_in_time and not self.remarks

    @property
    def query(self) -> str:
        """The query of the form's address that gives the form these values."""
        begins = self.evening.begins.strftime("%H:%M")
        asked = {"template": self.card.key, "begins": begins}
        changes = {"points": self.points, "rounds": self.rounds}
        return urlencode(asked | {name: by for name, by in changes.items() if by})

    @property
    def clock(self) -> str:
        """The expected end as a time of day; as hours if it is longer than a day."""
        if self.minutes is None:
            return ""
        if self.minutes > 24 * 60:
            hours = round(self.minutes / 60)
            return gettext("after %(hours)s hours") % {"hours": hours}
        return self.evening.clock(self.minutes)

    @property
    def matches_each(self) -> str:
        """How many matches a person has, on average."""
        return number_format(self.matches, int(self.matches % 1 > 0))

    @property
    def percent(self) -> str:
        """The chance of the best in steps of five, "" without a winner."""
        if self.chance is None:
            return ""
        return f"{round(self.chance * 20) * 5 or '< 5'} %"


def fits_of(cards: Sequence[Preset], evening: EveningPlan) -> list[Fit]:
    """Return each card as it fits an evening, those that fit first.

    Of the lengths and rounds near those of the card it has the longest that are in
    time, else the shortest.
    """
    found = [_fit(card, evening) for card in cards]
    return sorted(found, key=lambda one: (not one.is_in_time, bool(one.remarks)))


def changed(card: Preset, points: int, rounds: int) -> Preset:
    """Return a card whose matches are so much longer, with so many more rounds."""
    divisions = tuple(
        replace(
            division,
            stages=tuple(_changed(stage, points, rounds) for stage in division.stages),
        )
        for division in card.divisions
    )
    return replace(card, divisions=divisions)


def carried(card: Preset, asked: Mapping[str, str]) -> Preset:
    """Return a card with the changes that an address names; odd ones change nothing."""
    points, rounds = (
        int(by) if (by := asked.get(name, "")) in {str(one) for one in known} else 0
        for name, known in (("points", _POINTS), ("rounds", _ROUNDS))
    )
    return changed(card, points, rounds) if points or rounds else card


def carried_time(asked: Mapping[str, str]) -> dict[str, object]:
    """Return the beginning that an address names, as the first value of the form."""
    try:
        return {"start_time": Time.fromisoformat(asked.get("begins", ""))}
    except ValueError:
        return {}


def _fit(card: Preset, evening: EveningPlan) -> Fit:
    found = [
        (minutes, points, rounds)
        for points, rounds in _changes(card)
        if (minutes := _minutes(changed(card, points, rounds), evening)) is not None
    ]
    in_time = [one for one in found if one[0] <= evening.minutes]
    minutes, points, rounds = (
        max(in_time, key=lambda one: (not _has_remarks(card, one, evening), one[0]))
        if in_time
        else min(found, default=(None, 0, 0))
    )
    chosen = changed(card, points, rounds)
    return Fit(
        card=chosen,
        points=points,
        rounds=rounds,
        evening=evening,
        minutes=minutes,
        matches=_matches_each(chosen, evening),
        chance=_chance(chosen, evening),
        remarks=tuple(_remarks(chosen, evening)),
    )


def _has_remarks(
    card: Preset, change: tuple[float, int, int], evening: EveningPlan
) -> bool:
    _minutes, points, rounds = change
    return any(_remarks(changed(card, points, rounds), evening))


def _changes(card: Preset) -> Iterator[tuple[int, int]]:
    """Yield the changes that can be made; matches to fewer than 3 points are none."""
    stages = [stage for division in card.divisions for stage in division.stages]
    shortest = min(stage.match_length for stage in stages)
    asked = [
        stage
        for stage in stages
        if format_of(stage.format).rounds_asked is RoundsAsked.YES
    ]
    fewest = min((stage.rounds for stage in asked), default=0)
    for points in _POINTS:
        for rounds in _ROUNDS if asked else (0,):
            is_short = shortest + points < min(_FEWEST_POINTS, shortest)
            if not is_short and fewest + rounds >= min(_FEWEST_ROUNDS, fewest):
                yield points, rounds


def _changed(stage: StagePlan, points: int, rounds: int) -> StagePlan:
    has_rounds = format_of(stage.format).rounds_asked is RoundsAsked.YES
    return replace(
        stage,
        match_length=stage.match_length + points,
        lengths=tuple(max(length + points, 1) for length in stage.lengths),
        rounds=stage.rounds + rounds * has_rounds,
    )


def _minutes(card: Preset, evening: EveningPlan) -> float | None:
    """Return how long a card takes; None for a night that never ends."""
    entrants = _entrants(card, evening)
    blocks = _blocks(card, entrants)
    if not blocks:
        return None
    count = sum(block.matches for block in blocks)
    if count > MOST:  # far more people than an evening has
        tables = evening.tables or entrants // 2 or 1
        return sum(block.matches * block.minutes for block in blocks) / tables
    return max(ends(blocks, tables=evening.tables))


def _entrants(card: Preset, evening: EveningPlan) -> int:
    """Return how many take part: pairs, where a card is for pairs."""
    return max(evening.people // card.people_each, 2)


def _blocks(card: Preset, people: int) -> list[Block]:
    blocks: list[Block] = []
    for division, field in _fields(card, people):
        last: dict[int, tuple[int, ...]] = {}
        for place, stage in enumerate(division.stages):
            if stage.is_branch:
                continue
            begins = len(blocks)
            waits = last.get(-1 if stage.source is None else stage.source, ())
            lengths = _lengths(division.stages, place)
            rounds = rounds_of(
                stage.format,
                _size(stage, field),
                stage.rounds,
                options=_options(division.stages, place),
            )
            for one in rounds:
                minutes = _PACE.of(lengths.get(one.section, stage.match_length))
                after = tuple(begins + before for before in one.after) or waits
                blocks.append(Block(one.matches, minutes, after=after))
            last[place] = (len(blocks) - 1,) if len(blocks) > begins else ()
    return blocks


def _fields(card: Preset, people: int) -> Iterator[tuple[DivisionPlan, int]]:
    """Yield each division with its players, who are as many in each."""
    count = len(card.divisions)
    for place, division in enumerate(card.divisions):
        yield division, (people + count - 1 - place) // count


def _size(stage: StagePlan, field: int) -> int:
    return field if stage.source is None else min(stage.take or field, field)


def _lengths(stages: Sequence[StagePlan], root: int) -> dict[str, int]:
    """Return the match length of each section of a bracket."""
    return {
        stage.section or MAIN: stage.match_length
        for place, stage in enumerate(stages)
        if place == root or stage.is_branch
    }


def _options(stages: Sequence[StagePlan], root: int) -> Options:
    branches = tuple(
        Branch(
            section=stage.section,
            of=(stages[stage.parent].section if stage.parent is not None else "")
            or MAIN,
            **stage.options,
        )
        for stage in stages
        if stage.is_branch
    )
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in stages[root].options.items()
    }
    return Options(**given, branches=branches if stages[root].format else ())


def _matches_each(card: Preset, evening: EveningPlan) -> float:
    if format_named(card.format).is_endless:
        return evening.minutes // (_PACE.of(card.match_length) + PAUSE)
    entrants = _entrants(card, evening)
    blocks = _blocks(card, entrants)
    return round(2 * sum(block.matches for block in blocks) / entrants, 1)


def _chance(card: Preset, evening: EveningPlan) -> float | None:
    division, field = next(_fields(card, _entrants(card, evening)))
    contests: list[Contest] = []
    for place, stage in enumerate(division.stages):
        if stage.is_branch:
            continue
        contest = _contest(stage, _options(division.stages, place), field)
        if contest is None:
            return None
        fed = next((stage for stage in division.stages if stage.source == place), None)
        contests.append(replace(contest, take=fed.take if fed else 0))
    matches = sum(block.matches for block in _blocks(card, field))
    if matches > MOST:
        return None
    strengths = like(evening.ratings, field) if evening.ratings else ()
    return best_wins(field, tuple(contests), matches, strengths=strengths)


def _contest(stage: StagePlan, options: Options, field: int) -> Contest | None:
    """Return a stage as the chances need it, None for one without an end."""
    known, length = format_named(stage.format), stage.match_length
    if known.is_endless:
        return None
    if known.losses is not None:
        kind = KNOCK_OUT if known.is_bracket else LIVES
        return Contest(kind, length, losses=known.losses(options))
    asked = stage.option
    if known.rounds_asked is RoundsAsked.YES:
        return Contest(SWISS, length, rounds=stage.rounds)
    times, groups = asked.get("times", 1), asked.get("groups", 1)
    return Contest(ALL, length, times=times, groups=min(groups, max(field, 1)))


def _remarks(card: Preset, evening: EveningPlan) -> Iterator[str]:
    """Yield sentences on the disadvantages of a card."""
    entrants = _entrants(card, evening)
    if card.most and entrants > card.most:
        yield gettext("For exactly %(count)s players.") % {"count": card.most}
    if format_named(card.format).is_endless and not _matches_each(card, evening):
        yield gettext("Not enough time for one match.")
    for division, field in _fields(card, entrants):
        if len(card.divisions) > 1 and field < _FEWEST_IN_DIVISION:
            yield gettext("Too few players for so many divisions.")
            return
        for stage in division.stages:
            yield from _of_stage(stage, division.stages, field)


def _of_stage(
    stage: StagePlan, stages: Sequence[StagePlan], field: int
) -> Iterator[str]:
    takes = () if stage.source is None else (stage.take,)
    yield from misfit_texts(field, groups=stage.option.get("groups", 1), takes=takes)
    if format_of(stage.format).rounds_asked is not RoundsAsked.YES:
        return
    if stage.rounds >= field:
        yield gettext("More rounds than opponents.")
    elif 2**stage.rounds < field and all(stage.source is None for stage in stages):
        yield gettext("Too few rounds: several players can win all their matches.")
