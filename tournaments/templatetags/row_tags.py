"""Rows of the long lists of matches on public pages.

Written out here because the template engine takes ten times as long: these lists have a
row for every player, and a result of one match makes them anew. Every value is escaped.
A row has an id and `data-part`, so that phones and desks get the rows that changed.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from functools import cache, lru_cache
from html import escape
from typing import Final

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language_bidi, gettext

from matches.rules.game import Side
from matches.rules.text import gettext_noop
from matches.templatetags.components import state
from tournaments.desk.pace import MatchPace
from tournaments.rounds.rows import PairingRow, PairingSide, RoundView
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import title_of
from tournaments.tables.running import PlayerPlace

register = template.Library()

_KEY: Final = "KEY"


class Words:
    """Words and addresses in one language, looked up once for all rows."""

    def __init__(self, slug: str = "") -> None:
        self.slug = slug
        self.zone = timezone.get_current_timezone()
        self.say = cache(lambda message: escape(gettext(message)))
        self.state = cache(state)
        self.until = cache(self._until)
        self.title = cache(lambda stage: escape(title_of(stage)))
        self._direction = "rtl" if get_language_bidi() else "ltr"
        self._match = reverse("match", args=[_KEY])
        self._player = reverse("player", args=[_KEY])
        self._adjust = reverse("adjust", args=[_KEY])
        self._correct = reverse("correct", args=[slug, _KEY]) if slug else ""
        self._table = reverse("match_table", args=[slug, 0]) if slug else ""
        self._paths: dict[int, str] = {}
        self._whys: dict[tuple[int, int], str] = {}

    def name(self, name: str) -> str:
        """Return a name isolated for a sentence of another direction."""
        return _said(name, self._direction)

    def match(self, code: str) -> str:
        """Return the address of a match."""
        return self._match.replace(_KEY, code)

    def player(self, key: str) -> str:
        """Return the address of a player."""
        return self._player.replace(_KEY, key)

    def late(self, code: str) -> str:
        """Return the address where points for coming late are given."""
        return self._adjust.replace(_KEY, code)

    def give_late(self, number: int, points: int) -> str:
        """Return the address that gives the proposed points of a match."""
        return f"{self.table(number)}late/{points}/"

    def correct(self, code: str) -> str:
        """Return the address where the result of a match is corrected."""
        return self._correct.replace(_KEY, code)

    def table(self, number: int) -> str:
        """Return the address of a match and its table."""
        return self._table.replace("/0/", f"/{number}/")

    def path(self, stage: Stage, entry: int) -> str:
        """Return the address of an entrant's path through a bracket."""
        if stage.number not in self._paths:
            address = reverse("path", args=[self.slug, stage.number, 0])
            self._paths[stage.number] = address.removesuffix("0/")
        return f"{self._paths[stage.number]}{entry}/"

    def why(self, stage: Stage, draw: int, position: int) -> str:
        """Return the address that explains a pairing."""
        if (stage.number, draw) not in self._whys:
            address = reverse("why", args=[self.slug, stage.number, draw, 0])
            self._whys[stage.number, draw] = address.removesuffix("0/")
        return f"{self._whys[stage.number, draw]}{position}/"

    def against(self, name: str) -> str:
        """Return who the opponent is, as text."""
        return self.say(gettext_noop("against %(name)s")) % {"name": self.name(name)}

    def _until(self, pace: MatchPace) -> str:
        """Return when a match will be over, and whether it is behind."""
        said = self.say(gettext_noop("until about %(time)s")) % {"time": pace.clock}
        behind = self.say(gettext_noop("behind")) if pace.behind else ""
        mark = f' <span class="tag is-warn">{behind}</span>' if behind else ""
        return f'{mark} <span class="sub num">{said}</span>'

    def round(self, number: int) -> str:
        """Return the name of a round inside a sentence."""
        return self.say(gettext_noop("round %(number)s")) % {"number": number}


@lru_cache(maxsize=8192, typed=True)
def _said(name: str, _direction: str) -> str:
    """Return a name inside a sentence that is written in a direction.

    Kept, because every result writes the names of a whole round again.
    """
    return escape(str(name))  # `str` of a name isolates it, `escape` alone does not


# Who plays where -----------------------------------------------------------------


@register.simple_tag
def where_groups(
    groups: Iterable[tuple[str, Sequence[PlayerPlace]]],
    tournament: Tournament,
    stages: Sequence[Stage],
) -> SafeString:
    """Return the players by first letter, each with the table and the opponent."""
    words, several = Words(tournament.slug), len(stages) > 1
    return mark_safe(  # noqa: S308 - every value is escaped
        "".join(
            f'<section class="where__group"><h3 class="where__letter">{escape(letter)}'
            '</h3><ul class="where__list">'
            f"{''.join(_place(place, words, several=several) for place in people)}"
            "</ul></section>"
            for letter, people in groups
        )
    )


def _place(place: PlayerPlace, words: Words, *, several: bool) -> str:
    seat, row = place.seat, place.row
    name = _linked(seat, words, place.stage)
    match = row.match_number if row else 0
    title = f"{words.title(place.stage)}: " if several else ""
    table = ""
    if place.opponent and row:
        doing = f"{title}{_score(place, row, words)}{_opponent(place, words)}"
        table = _table(row, words)
    elif place.waits:
        doing = f"{title}{escape(place.waits)}"
    else:
        doing = words.say(gettext_noop("bye: no match this round"))
    return (
        f'<li id="where-{place.stage.number}-{seat.number}-{match}" data-part '
        'class="where__row" data-filter-row>'
        f'<span class="where__name" data-filter-text>{name}</span>'
        f'<span class="where__opponent">{doing}</span>{table}</li>'
    )


def _score(place: PlayerPlace, row: PairingRow, words: Words) -> str:
    """Return the score with a link to the match, empty before there is any."""
    if row.has_score:
        text = escape(place.score_words)
    elif row.state == "disputed":
        text = words.say(gettext_noop("the players disagree"))
    else:
        return ""
    hidden = f'<span class="hidden"> {row.label}, {words.name(place.seat.name)}</span>'
    return f'<a href="{words.match(row.code)}">{text}{hidden}</a> '


def _opponent(place: PlayerPlace, words: Words) -> str:
    other = place.opponent.name if place.opponent else ""
    older = f" · {words.round(place.older)}" if place.older else ""
    return f"{words.against(other)}{older}"


def _table(row: PairingRow, words: Words) -> str:
    if row.table:
        said = words.say(gettext_noop("Table"))
        return (
            '<span class="where__table"><span class="where__word">'
            f"{said}</span> <b>{row.table}</b></span>"
        )
    if not row.is_open:
        return ""
    waits = escape(row.busy_reason) or words.say(gettext_noop("not called yet"))
    return f'<span class="where__table"><span class="where__word">{waits}</span></span>'


# The matches of a round ------------------------------------------------------------


@register.simple_tag
def public_match_rows(
    shown: RoundView, stage: Stage, tournament: Tournament
) -> SafeString:
    """Return the rows of a round for visitors."""
    words = Words(tournament.slug)
    has_rounds = not stage.is_plan and not shown.is_endless
    number = shown.round.number if has_rounds else 0
    return mark_safe(  # noqa: S308 - every value is escaped
        "".join(_match(row, stage, words, number=number) for row in shown.rows)
    )


def _match(row: PairingRow, stage: Stage, words: Words, *, number: int) -> str:
    """Return one row; `number` is that of the round shown, 0 where rounds have none."""
    named = f"match-{row.match_number}" if row.match_number else f"bye-{row.position}"
    done = ' class="is-done"' if row.is_decided else ""
    cells = match_cells(row, words, number=number, of=stage)
    return (
        f'<tr id="{named}" data-part{done}>{cells} {_why(row, stage, words)}</td></tr>'
    )


def match_cells(
    row: PairingRow,
    words: Words,
    *,
    number: int,
    chip: str = "",
    of: Stage | None = None,
) -> str:
    """Return the cells of a row; the last one, of the state, is still open.

    `chip` stands after the number of the match. With `of`, the stage, names lead to
    their players.
    """
    link = f'<a href="{words.match(row.code)}">{row.label}</a>' if row.code else ""
    if number and row.round_number != number:
        older = words.say(gettext_noop("Round %(number)s")) % {
            "number": row.round_number
        }
        link += f' <span class="match-no__round">{older}</span>'
    waits_for = (
        f' <span class="sub">{escape(row.busy_reason)}</span>'
        if row.busy_reason
        else ""
    )
    return (
        f'<td class="match-no">{link}{chip}</td>'
        f'<td class="table-no">{_table_cell(row, words)}</td>'
        f'<th scope="row" class="pair-cell">{_pair(row, words, of)}</th>'
        f'<td class="state-cell">{words.state(row.tag)}{_since(row, words)}{waits_for}'
    )


def _table_cell(row: PairingRow, words: Words) -> str:
    if row.table:
        word = words.say(gettext_noop("Table"))
        return f'<span class="table-no__word">{word}</span> {row.table}'
    if row.is_open and not row.is_called and not row.busy_reason:
        word = words.say(gettext_noop("not called yet"))
        return f'<span class="table-no__wait">{word}</span>'
    return ""


def _since(row: PairingRow, words: Words) -> str:
    """Return the time of day since when an open match is in its state."""
    since = row.since
    return "" if since is None else _time(since, words.zone)


@lru_cache(maxsize=1024)
def _time(moment: datetime, zone: tzinfo) -> str:
    """Return a moment as a time of the day; a whole round was called at one."""
    at = timezone.localtime(moment, zone)
    return f' <time class="since" datetime="{at:%Y-%m-%dT%H:%M%z}">{at:%H:%M}</time>'


def _pair(row: PairingRow, words: Words, of: Stage | None) -> str:
    if row.two is None:
        bye = words.say(gettext_noop("bye"))
        return (
            '<div class="pair is-bye"><span class="pair__one">'
            f'{_linked(row.one, words, of)}</span><span class="pair__score"></span>'
            f'<span class="pair__two">{bye}</span></div>'
        )
    dash = '<span class="pair__dash">–</span>'
    score = dash
    if row.has_score and not row.is_walkover:
        score = (
            f'<span class="pair__points">{row.score_1}</span>{dash}'
            f'<span class="pair__points">{row.score_2}</span>'
        )
    one = _linked(row.one, words, of)
    two = _linked(row.two, words, of)
    return (
        f'<div class="pair">{_side(one, "one", is_winner=row.winner == Side.ONE)}'
        f'<span class="pair__score">{score}</span>'
        f"{_side(two, 'two', is_winner=row.winner == Side.TWO)}</div>"
    )


def _side(name: str, side: str, *, is_winner: bool) -> str:
    won = " is-winner" if is_winner else ""
    return f'<span class="pair__{side}{won}">{name}</span>'


def _linked(seat: PairingSide, words: Words, of: Stage | None) -> str:
    """Return a name that leads to the player: in a bracket, to the path through it."""
    name = words.name(seat.name)
    if of is not None and of.is_plan:
        return f'<a href="{words.path(of, seat.number)}">{name}</a>'
    if of is not None and seat.key:
        return f'<a href="{words.player(seat.key)}">{name}</a>'
    return name


def _why(row: PairingRow, stage: Stage, words: Words) -> str:
    bye, pair = gettext_noop("Why this bye?"), gettext_noop("Why this pair?")
    asked = bye if row.is_bye else pair
    who = words.name(row.one.name)
    if row.two:
        who += f" – {words.name(row.two.name)}"
    return (
        f'<a class="sub why-link" href="{words.why(stage, row.draw, row.position)}">'
        f'{words.say(asked)}<span class="hidden"> {who}</span>'
        "</a>"
    )
