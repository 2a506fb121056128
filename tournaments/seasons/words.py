"""Points, places and rules of seasons as text."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from django.utils.formats import date_format, number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.columns.places import marked_place
from tournaments.seasons.models import Season
from tournaments.seasons.scoring import (
    ATTENDANCE,
    BEST_RESULTS,
    BYE,
    CONSOLATION,
    FIELD,
    LAST,
    LISTED,
    MASTER,
    MATCHES_WON,
    ORDER,
    UNIT,
    WALKOVER,
    WIN,
    Parts,
    Placing,
    PointsTerm,
    SeasonScoring,
)
from tournaments.structure.names import shown_name

PLACES: Final = 4
"""The most decimals that points are shown with."""


def season_points(units: int) -> str:
    """Return points as text with the decimals that they need: 59, 1.5, 0.8819."""
    points = Decimal(units) / UNIT
    whole = points == points.to_integral_value()
    decimals = 0 if whole else -int(points.normalize().as_tuple().exponent)
    return number_format(points, decimal_pos=decimals)


def shown_place(place: int, *, shared: bool) -> str:
    """Return a place as text, marked where it is shared; "" for none."""
    if not place:
        return ""
    return marked_place(place, shared=shared)


def shown_days(season: Season) -> str:
    """Return the days of a season as text."""
    first = date_format(season.from_day, "DATE_FORMAT")
    if season.to_day is None:
        return _("from %(day)s") % {"day": first}
    return f"{first} – {date_format(season.to_day, 'DATE_FORMAT')}"


def shown_term(term: PointsTerm, names: dict[int, str]) -> str:
    """Return the reason of one part of a sum; `names` are those of divisions."""
    where = _where(term, names)
    told = _told(term)
    return f"{told} ({where})" if where else told


def _told(term: PointsTerm) -> str:
    values = {"count": term.number, "length": term.length}
    if term.placing is not None:
        return _place(term.placing)
    if term.kind == ATTENDANCE:
        return _("Took part")
    if term.kind == WIN:
        text = ngettext(
            "%(count)s match to %(length)s won",
            "%(count)s matches to %(length)s won",
            term.number,
        )
    elif term.kind == BYE:
        text = ngettext("%(count)s bye", "%(count)s byes", term.number)
    elif term.kind == WALKOVER:
        text = ngettext("%(count)s walk-over", "%(count)s walk-overs", term.number)
    else:
        text = ngettext("%(count)s match lost", "%(count)s matches lost", term.number)
    return text % values


def _place(placing: Placing) -> str:
    values = {
        "place": placing.place,
        "count": placing.shared,
        "players": placing.field,
    }
    if placing.shared > 1:
        return _("Place %(place)s, shared by %(count)s, of %(players)s") % values
    return _("Place %(place)s of %(players)s") % values


def _where(term: PointsTerm, names: dict[int, str]) -> str:
    parts = {CONSOLATION: _("Consolation"), LAST: _("Last chance")}
    division = names.get(term.division, "") if len(names) > 1 else ""
    known = (shown_name(division), parts.get(term.part, ""))
    return " · ".join(name for name in known if name)


def rules_text(season: Season) -> tuple[str, ...]:
    """Return what counts in a season and what it pays, one sentence each."""
    return (*_what_counts(season), *scoring_text(season.scoring))


def _what_counts(season: Season) -> Iterator[str]:
    if season.by_rule and season.named:
        yield _("Tournaments count whose name contains “%(text)s”: %(days)s.") % {
            "text": season.named,
            "days": shown_days(season),
        }
    elif season.by_rule:
        yield _("All tournaments count: %(days)s.") % {"days": shown_days(season)}
    else:
        yield _("The tournaments count that a director has chosen.")
    if season.divisions:
        names = [shown_name(name) for name in season.divisions.split("\n")]
        yield _("Of their divisions these count: %(names)s.") % {
            "names": get_text_list(names, _("and"))
        }
    if season.opt_in:
        yield _("Only those who have signed up for the season have a place in it.")


def scoring_text(scoring: SeasonScoring) -> Iterator[str]:
    """Yield what a scoring pays and how it decides, one sentence each."""
    if scoring.attendance:
        yield _("Taking part in an evening: %(points)s.") % {
            "points": season_points(scoring.attendance)
        }
    yield from _wins(scoring)
    if scoring.loss:
        yield _("A match lost: %(points)s.") % {"points": season_points(scoring.loss)}
    yield from _places(scoring)
    if len(set(scoring.divisions)) > 1:
        factors = [f"{season_points(weight)}" for weight in scoring.divisions]
        yield _(
            "Everything is multiplied in the divisions, in order, by %(factors)s."
        ) % {"factors": get_text_list(factors, _("and"))}
    if scoring.best:
        yield ngettext(
            "The best evening of each player counts.",
            "The best %(count)s evenings of each player count.",
            scoring.best,
        ) % {"count": scoring.best}
    else:
        yield _("All evenings count.")
    if scoring.least:
        yield ngettext(
            "Players who have played on fewer than %(count)s evening have no place.",
            "Players who have played on fewer than %(count)s evenings have no place.",
            scoring.least,
        ) % {"count": scoring.least}
    yield {
        BEST_RESULTS: _("Equal sums: the better best evening decides, then the next."),
        MATCHES_WON: _("Equal sums: more matches won decide."),
    }.get(scoring.ties, _("Equal sums share a place."))


def _wins(scoring: SeasonScoring) -> Iterator[str]:
    if not any(scoring.win):
        return
    points = _by_part(scoring.win)
    if scoring.by_length:
        yield _(
            "A match won: %(points)s, times the square root of the match length, "
            "divided by 3."
        ) % {"points": points}
    else:
        yield _("A match won: %(points)s.") % {"points": points}
    yield (
        _("A bye counts as a match won.")
        if scoring.byes
        else _("A bye counts nothing.")
    )
    yield (
        _("A walk-over counts as a match won.")
        if scoring.walkovers
        else _("A walk-over counts nothing.")
    )


def _places(scoring: SeasonScoring) -> Iterator[str]:
    paid = ", ".join(season_points(one) for one in scoring.points)
    shares = ", ".join(f"{season_points(100 * one)}\u00a0%" for one in scoring.points)
    told = {
        LISTED: _("The places, from the first, give %(points)s points.")
        % {"points": paid},
        FIELD: _(
            "The places, from the first, give parts of the number of players: "
            "%(shares)s."
        )
        % {"shares": shares},
        MASTER: _(
            "A place gives 0.6 times the logarithm to base 2 of the number of "
            "players, times 1 for the first, 0.7 for the second, and 1 divided by "
            "one less than the place for all others."
        ),
        ORDER: _(
            "A place gives a point for each player from that place to the last one."
        ),
    }.get(scoring.places)
    if told is None:
        return
    yield told
    if scoring.down_to:
        yield _("Places down to %(place)s give points.") % {"place": scoring.down_to}
    yield _("Players who share a place share the points of these places.")
    if scoring.place_weights != (UNIT, 0, 0):
        yield _("Places are multiplied by: %(weights)s.") % {
            "weights": _by_part(scoring.place_weights)
        }


def _by_part(parts: Parts) -> str:
    """Return an amount for each part as text, once if they are equal."""
    if len(set(parts)) == 1:
        return season_points(parts[0])
    names = (
        pgettext("part of a division", "main %(points)s"),
        pgettext("part of a division", "consolation %(points)s"),
        pgettext("part of a division", "last chance %(points)s"),
    )
    return ", ".join(
        name % {"points": season_points(part)}
        for name, part in zip(names, parts, strict=True)
    )
