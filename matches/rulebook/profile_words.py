"""What a rules profile says, in sentences that players can read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.rulebook.profiles import Profile, ReadyMade, Reporting, ready_made
from matches.rules import CrawfordDouble, Scoring

_WIN: Final = 2
_HALF_WIN: Final = 1

REPORTING_TEXTS: Final[dict[str, Promise]] = {
    Reporting.DIRECTOR: gettext_lazy(
        "Players write the score on paper and hand it to the desk."
    ),
    Reporting.SUGGEST: gettext_lazy(
        "A report from a phone waits until a director has accepted it."
    ),
    Reporting.AGREE: gettext_lazy(
        "A report counts when the other player has confirmed it. Where the two differ, "
        "a director decides."
    ),
    Reporting.TRUST: gettext_lazy(
        "What either player reports stands at once. The other player may contradict "
        "it, and a director can correct it."
    ),
}
"""What each level of trust in players means for them."""


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the rules: its title and its sentences."""

    key: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """The ready-made profile that rules were made from, and what was changed.

    `changes` are the sentences that differ from it, empty if it was left as it is.
    """

    ready_made: ReadyMade
    changes: tuple[str, ...]


def sections(profile: Profile, *, reporting: str | None = None) -> list[Section]:
    """Return all of the rules; how results are reported only where that is given."""
    found = [
        Section("match", _("Match"), _match(profile)),
        Section("cube", _("Cube"), _cube(profile)),
        Section("money", _("Money play"), _money(profile)),
        Section("scoring", _("Scoring"), _scoring(profile)),
        Section("late", _("Coming late"), _late(profile)),
        Section("clock", _("Clock"), _clock(profile)),
        Section("byes", _("Byes and walk-overs"), _byes(profile)),
    ]
    if reporting is not None:
        found.append(Section("reports", _("Reports"), reporting_lines(reporting)))
    return found


def origin(profile: Profile) -> Origin:
    """Return where a profile comes from, and how it differs from there."""
    source = ready_made(profile.key)
    known = set(_lines(source.profile))
    return Origin(source, tuple(line for line in _lines(profile) if line not in known))


def reporting_lines(reporting: str) -> tuple[str, ...]:
    """Return who may report, and what becomes of it."""
    level = Reporting(reporting)
    return f"{level.label}.", str(REPORTING_TEXTS[level])


def _lines(profile: Profile) -> Sequence[str]:
    return [line for section in sections(profile) for line in section.lines]


def _match(profile: Profile) -> tuple[str, ...]:
    start = _("Every match starts at %(one)s–%(two)s.") % {
        "one": profile.start_1,
        "two": profile.start_2,
    }
    if not profile.crawford:
        free = _("The Crawford rule does not hold: doubling is allowed in every game.")
        return free, start
    rule = _(
        "The Crawford rule holds: in the first game after a player comes within one "
        "point of winning nobody may double. Afterwards doubling is allowed again."
    )
    return rule, _crawford_double(profile), start


def _crawford_double(profile: Profile) -> str:
    if profile.crawford_double == CrawfordDouble.STAND:
        return _("A game doubled in spite of it counts with the cube.")
    return _("A game doubled in spite of it counts as if the cube had not been turned.")


def _cube(profile: Profile) -> tuple[str, ...]:
    cap = profile.cube_cap
    if cap == 1:
        return (_("Matches are played without a cube."),)
    drop = _("Who refuses a double loses what the cube showed before it.")
    if cap is None:
        return _("Doubling may go on without limit."), drop
    return _("The cube stops at %(cap)s.") % {"cap": cap}, drop


def _money(profile: Profile) -> tuple[str, ...]:
    extras = profile.jacoby or profile.beavers or profile.automatic
    where = (
        _("Jacoby, beavers and automatic doubles hold in matches as in money play.")
        if profile.extras_in_matches
        else _("In matches none of these three holds.")
    )
    asked = extras or profile.extras_in_matches
    return (
        _jacoby(profile),
        _beavers(profile),
        _automatic(profile),
        *((where,) if asked else ()),
        _stake(profile),
    )


def _jacoby(profile: Profile) -> str:
    if not profile.jacoby:
        return _("No Jacoby rule: gammons count whether or not the cube was turned.")
    return _(
        "Jacoby rule: a gammon or backgammon counts as a single game until the cube "
        "has been turned."
    )


def _beavers(profile: Profile) -> str:
    if not profile.beavers:
        return _("No beavers.")
    rule = _(
        "Beavers: who is doubled may turn the cube once more at once and keep it. "
        "Allowed in a row: %(beavers)s."
    )
    return rule % {"beavers": profile.beavers}


def _automatic(profile: Profile) -> str:
    if not profile.automatic:
        return _("No automatic doubles.")
    rule = _(
        "Automatic doubles: equal dice at the opening double the stake. "
        "At most in a game: %(automatic)s."
    )
    return rule % {"automatic": profile.automatic}


def _stake(profile: Profile) -> str:
    amount = f"{profile.stake} {profile.currency}".strip()
    return _("Stake per point where money is played for: %(amount)s.") % {
        "amount": amount
    }


def _scoring(profile: Profile) -> tuple[str, ...]:
    kinds = _(
        "A single game counts 1, a gammon %(gammon)s and a backgammon %(backgammon)s, "
        "times the cube."
    ) % {"gammon": profile.gammon_value, "backgammon": profile.backgammon_value}
    if profile.scoring != Scoring.CHECKERS:
        return (kinds,)
    return (
        _(
            "Poengspill: the loser pays for every checker left, 1 point in the own "
            "home board, 2 in the own outer board, 3 in the winner’s outer board, "
            "4 in the winner’s home board or on the bar."
        ),
        _("Where the checkers were not counted, this holds:") + " " + kinds,
    )


def _late(profile: Profile) -> tuple[str, ...]:
    tariff = profile.late_tariff
    if tariff is None:
        return (_("There is no tariff for coming late: a director decides."),)
    given = {"grace": tariff.grace, "every": tariff.every}
    cost = (
        _(
            "Coming late gives the opponent a point for every %(every)s min, counted "
            "from %(grace)s min after the start."
        )
        if tariff.grace
        else _("Coming late gives the opponent a point for every %(every)s min.")
    )
    end = (
        _("More than half the points of the match decide it.")
        if tariff.majority
        else _("The match is lost when these points reach its length.")
    )
    return cost % given, end


def _clock(profile: Profile) -> tuple[str, ...]:
    clock = profile.clock
    required = (_("Clocks are required."),) if profile.clocks_required else ()
    if clock is None:
        return required or (_("Matches are played without a clock."),)
    given = {
        "point": clock.minutes_per_point,
        "scored": clock.minutes_per_scored,
        "delay": clock.delay_seconds,
    }
    reserve = _("Each player has %(point)s min for every point of the match.")
    if clock.minutes_per_scored:
        reserve = _(
            "Each player has %(point)s min for every point of the match, less "
            "%(scored)s min for every point that either player has already."
        )
    delay = _("The clock starts at once in every move.")
    if clock.delay_seconds:
        delay = _("In every move the clock waits %(delay)s s before it runs.")
    return (
        *(required or (_("Clocks are allowed: either player may ask for one."),)),
        reserve % given,
        delay % given,
    )


def _byes(profile: Profile) -> tuple[str, ...]:
    walkover = {
        "none": _("A walk-over is a win that leaves the point difference as it is."),
        "full": _("A walk-over is a win by all the points of the match."),
        "half": _("A walk-over is a win by half the points of the match."),
    }
    return _bye(profile.bye_halves), walkover[profile.walkover]


def _bye(halves: int) -> str:
    if halves == _WIN:
        return _("A bye counts as a win.")
    if halves == _HALF_WIN:
        return _("A bye counts as half a win.")
    return _("A bye counts nothing.")
