"""Points, places and rules of seasons as text."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from django.utils.formats import date_format, number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.web.sentences import marked_place
from tournaments.seasons import scoring as scores
from tournaments.seasons.models import Season
from tournaments.seasons.state import Tonight
from tournaments.structure.names import shown_name


def season_points(units: int) -> str:
    """Return points as text with the decimals that they need: 59, 1.5, 0.8819."""
    points = Decimal(units) / scores.UNIT
    whole = points == points.to_integral_value()
    decimals = 0 if whole else -int(points.normalize().as_tuple().exponent)
    return number_format(points, decimal_pos=decimals)


def shown_place(place: int, *, shared: bool) -> str:
    """Return a place as text, marked where it is shared; "" for none."""
    if not place:
        return ""
    return marked_place(place, shared=shared)


def season_place(line: scores.ScoredLine | None) -> str:
    """Return the place of a line as text; "" for none."""
    return shown_place(line.place, shared=line.shared) if line else ""


def points_list(results: Iterable[scores.EveningResult]) -> str:
    return " + ".join(season_points(result.points) for result in results)


def tonight_text(effect: Tonight) -> str:
    placing = effect.place
    place = shown_place(placing.place, shared=placing.shared > 1) if placing else ""
    before, after = season_place(effect.before), season_place(effect.after)
    if not after:
        return ""
    if not place:
        text = _("now %(now)s in the season")
    elif not before:
        text = _("%(place)s here, now %(now)s in the season")
    elif before == after:
        text = _("%(place)s here, still %(now)s in the season")
    else:
        text = _("%(place)s here, now %(now)s in the season (was %(before)s)")
    return text % {"place": place, "now": after, "before": before}


def shown_days(season: Season) -> str:
    first = date_format(season.from_day, "DATE_FORMAT")
    if season.to_day is None:
        return _("since %(day)s") % {"day": first}
    return f"{first} – {date_format(season.to_day, 'DATE_FORMAT')}"


def shown_term(term: scores.PointsTerm, names: dict[int, str]) -> str:
    """Return the reason of one part of a sum; `names` are those of divisions."""
    where = _where(term, names)
    told = _told(term)
    return f"{told} ({where})" if where else told


def _told(term: scores.PointsTerm) -> str:
    values = {"count": term.number, "length": term.length}
    if term.placing is not None:
        return _place(term.placing)
    if term.kind == scores.ATTENDANCE:
        return _("Attended")
    if term.kind == scores.WIN:
        text = ngettext(
            "%(count)s match to %(length)s won",
            "%(count)s matches to %(length)s won",
            term.number,
        )
    elif term.kind == scores.BYE:
        text = ngettext("%(count)s bye", "%(count)s byes", term.number)
    elif term.kind == scores.WALKOVER:
        text = ngettext("%(count)s walkover", "%(count)s walkovers", term.number)
    else:
        text = ngettext("%(count)s match lost", "%(count)s matches lost", term.number)
    return text % values


def _place(placing: scores.Placing) -> str:
    values = {"place": placing.place, "count": placing.field}
    if placing.shared > 1:
        text = _("Place %(place)s, shared by %(shared)s, of %(count)s")
        return text % {**values, "shared": placing.shared}
    return _("Place %(place)s of %(count)s") % values


def _where(term: scores.PointsTerm, names: dict[int, str]) -> str:
    parts = {scores.CONSOLATION: _("Consolation"), scores.LAST: _("Last chance")}
    division = names.get(term.division, "") if len(names) > 1 else ""
    known = (shown_name(division), parts.get(term.part, ""))
    return " · ".join(name for name in known if name)


def rules_text(season: Season) -> tuple[str, ...]:
    return (*_what_counts(season), *scoring_text(season.scoring))


def _what_counts(season: Season) -> Iterator[str]:
    if season.by_rule and season.named:
        yield _("Tournaments whose name contains “%(text)s” count: %(days)s.") % {
            "text": season.named,
            "days": shown_days(season),
        }
    elif season.by_rule:
        yield _("All tournaments count: %(days)s.") % {"days": shown_days(season)}
    else:
        yield _("Tournaments chosen by a director count.")
    if season.divisions:
        names = [shown_name(name) for name in season.divisions.split("\n")]
        yield _("Of these, only the following divisions count: %(names)s.") % {
            "names": get_text_list(names, _("and"))
        }
    if season.opt_in:
        yield _("Only players who signed up for the season are ranked.")


def scoring_text(scoring: scores.SeasonScoring) -> Iterator[str]:
    if scoring.attendance:
        yield _("Attendance: %(points)s.") % {
            "points": season_points(scoring.attendance)
        }
    yield from _wins(scoring)
    if scoring.loss:
        yield _("Match lost: %(points)s.") % {"points": season_points(scoring.loss)}
    yield from _places(scoring)
    if len(set(scoring.divisions)) > 1:
        factors = [f"{season_points(weight)}" for weight in scoring.divisions]
        yield _("Points are multiplied by division, in order: %(factors)s.") % {
            "factors": get_text_list(factors, _("and"))
        }
    if scoring.best:
        yield ngettext(
            "Each player’s best evening counts.",
            "Each player’s best %(count)s evenings count.",
            scoring.best,
        ) % {"count": scoring.best}
    else:
        yield _("All evenings count.")
    if scoring.least:
        yield ngettext(
            "Players with fewer than %(count)s evening are not ranked.",
            "Players with fewer than %(count)s evenings are not ranked.",
            scoring.least,
        ) % {"count": scoring.least}
    yield {
        scores.BEST_RESULTS: _(
            "Ties: the better best evening decides, then the next best."
        ),
        scores.MATCHES_WON: _("Ties: more match wins decide."),
    }.get(scoring.ties, _("Ties share a place."))


def _wins(scoring: scores.SeasonScoring) -> Iterator[str]:
    if not any(scoring.win):
        return
    points = _by_part(scoring.win)
    if scoring.by_length:
        yield _("Match won: %(points)s × square root of the match length ÷ 3.") % {
            "points": points
        }
    else:
        yield _("Match won: %(points)s.") % {"points": points}
    yield (
        _("A bye counts as a match won.")
        if scoring.byes
        else _("A bye scores nothing.")
    )
    yield (
        _("A walkover counts as a match won.")
        if scoring.walkovers
        else _("A walkover counts for nothing.")
    )


def _places(scoring: scores.SeasonScoring) -> Iterator[str]:
    paid = ", ".join(season_points(one) for one in scoring.points)
    shares = ", ".join(f"{season_points(100 * one)}\u00a0%" for one in scoring.points)
    told = {
        scores.LISTED: _("Points by place, from first: %(points)s.") % {"points": paid},
        scores.FIELD: _(
            "Points by place, as shares of the number of players: %(shares)s."
        )
        % {"shares": shares},
        scores.MASTER: _(
            "Points by place: 0.6 × log2 of the number of players, × 1 for first, × "
            "0.7 "
            "for second, and ÷ (place − 1) for others."
        ),
        scores.ORDER: _(
            "Each place gives one point for each player from that place to the last."
        ),
    }.get(scoring.places)
    if told is None:
        return
    yield told
    if scoring.down_to:
        yield _("Points down to place %(place)s.") % {"place": scoring.down_to}
    yield _("Players who share a place share the points of these places.")
    if scoring.place_weights != (scores.UNIT, 0, 0):
        yield _("Places are multiplied by: %(weights)s.") % {
            "weights": _by_part(scoring.place_weights)
        }


def _by_part(parts: scores.Parts) -> str:
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
