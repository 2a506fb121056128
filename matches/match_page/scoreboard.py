"""The live scoreboard: for a screen in the playing room, or as overlay of a stream."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.ledger import access as ledger_access
from matches.ledger.lists import ending_of, signed_points, tag_of, terms_of
from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion, occasion_of
from matches.ledger.queries import (
    GameLine,
    MatchView,
    SessionGame,
    SessionView,
    match_view,
    session_view,
)
from matches.rulebook.equity import TABLES, equity_table
from matches.rulebook.switches import CURRENCY, STAKE
from matches.rules import Ending, Kind, Phase, Side
from matches.web import answers

OVERLAY: Final = "overlay"
ROOM: Final = "room"
LONG_NAME: Final = 12
"""The longest name, in characters, for which two names fit on a 4:3 screen."""
LONGER_NAME: Final = 18
"""The longest name, in characters, for which two names fit on a wide screen."""
WIDE_DIGITS: Final = 3
_KNOWN: Final = dict(TABLES)
_UNPLAYED: Final = frozenset({Match.How.WALKOVER, Match.How.FORFEIT, Match.How.NOBODY})


@dataclass(frozen=True, slots=True)
class BoardSide:
    """One player on the board. `needs` is 0 in a session and for the winner.

    `money` is the balance of a session in money, empty if no stake was agreed.
    """

    css: str
    name: str
    short: str
    points: str
    money: str
    needs: int
    games: int
    won: bool

    @property
    def is_long(self) -> bool:
        """Whether a narrow screen must shorten the name."""
        return len(self.name) > LONG_NAME

    @property
    def is_longer(self) -> bool:
        """Whether every screen must shorten the name."""
        return len(self.name) > LONGER_NAME

    @property
    def is_longest(self) -> bool:
        """Whether the short name needs smaller letters."""
        return len(self.short) > LONGER_NAME

    @property
    def is_wide(self) -> bool:
        """Whether the points need smaller digits, as the balance of a session may."""
        return len(self.points) >= WIDE_DIGITS


@require_safe
def scoreboard(request: HttpRequest, code: str) -> HttpResponse:
    """Show the scoreboard.

    The page polls with the revision it shows (`f`): the response to a poll has only the
    board, or the status UNCHANGED if the match still has that revision.
    """
    lang = in_its_language(request)
    match = ledger_access.match_for_viewer(request, code)
    return board_of(request, match, lang=lang)


def in_its_language(request: HttpRequest) -> str:
    """Show what follows in the language that a board asks for; return it, or "".

    A screen in the hall has no menu and no cookie.
    """
    lang = request.GET.get("lang", "")
    lang = lang if lang in dict(settings.LANGUAGES) else ""
    if lang:
        translation.activate(lang)
    return lang


def style_of(request: HttpRequest) -> str:
    return OVERLAY if request.GET.get("style") == OVERLAY else ROOM


def asked_of(style: str, lang: str) -> str:
    return urlencode({"style": style} | ({"lang": lang} if lang else {}))


def shown_of(match: Match, occasion: Occasion | None, at: str) -> str:
    """Return what a board of this match shows, in the words of a poll.

    A match that is called, moved or begun keeps its revision.
    """
    shown = [match.code] if at else []
    shown.append(str(match.revision))
    if occasion is not None and occasion.table is not None:
        shown += [str(occasion.table), tag_of(match, occasion)]
    return "-".join(shown)


def board_of(
    request: HttpRequest, match: Match, *, lang: str, at: str = ""
) -> HttpResponse:
    """Return the board of a match, alone for a poll, or that nothing has changed."""
    is_poll = "f" in request.GET
    occasion = occasion_of(match)
    if is_poll and request.GET["f"] == shown_of(match, occasion, at):
        answer = answers.unchanged()
    else:
        name = "_scoreboard.html" if is_poll else "scoreboard.html"
        context = {"page": _board(request, match, occasion, lang=lang, at=at)}
        answer = render(request, f"matches/match_page/{name}", context)
    answer["Cache-Control"] = "no-store"
    return answer


def chances_of(view: MatchView | SessionView) -> dict[str, object] | None:
    """Return the winning chances by the score alone, in whole per cent.

    None without a table, for a money session, for a match that is over or reported, and
    for a score beyond the table.
    """
    match = view.match
    if isinstance(view, SessionView) or match.equity_table not in _KNOWN:
        return None
    ledger, table = view.ledger, equity_table(match.equity_table)
    is_settled = match.is_over or match.claimed or not match.shows_score
    if is_settled or ledger.phase is Phase.OVER:
        return None
    needs = ledger.needs(Side.ONE), ledger.needs(Side.TWO)
    chance = table.chance(*needs, phase=ledger.phase)
    if chance is None:
        return None
    one = round(100 * chance)
    return {"one": one, "two": 100 - one, "table": table.name}


def short_name(name: str) -> str:
    """Return the name with one initial for the given names: Ane Alm is "A. Alm".

    Particles in lower case stay unless the name is then longer than LONGER_NAME.
    """
    *given, last = name.split() or [name]
    if not given:
        return name
    particles = [word for word in given[1:] if word.islower()]
    short = " ".join([f"{given[0][0]}.", *particles, last])
    return short if len(short) <= LONGER_NAME else f"{given[0][0]}. {last}"


def _board(
    request: HttpRequest, match: Match, occasion: Occasion | None, *, lang: str, at: str
) -> dict[str, object]:
    """Return what a board shows.

    `at` is the path of a board that shows one match after the other, as a table has
    them; empty for the board of this match alone.
    """
    view: MatchView | SessionView = (
        session_view(match) if match.is_money else match_view(match)
    )
    phase = view.ledger.phase if isinstance(view, MatchView) else Phase.NORMAL
    if not match.shows_score:
        phase = Phase.NORMAL
    ended = match.finished_at or timezone.now()
    seconds = max(0, int((ended - match.created_at).total_seconds()))
    style = style_of(request)
    path = at or reverse("scoreboard", args=[match.code])
    return {
        "match": match,
        "style": style,
        "address": f"{path}?{asked_of(style, lang)}",
        "shows": shown_of(match, occasion, at),
        "occasion": occasion,
        "terms": terms_of(match),
        "sides": [_side(view, side) for side in Side],
        "chances": chances_of(view),
        "is_called": tag_of(match, occasion) == "called",
        "is_crawford": phase is Phase.CRAWFORD,
        "is_post_crawford": phase is Phase.POST_CRAWFORD,
        "last_game": _last_game(view),
        "has_games": bool(_counted(view)),
        "ending": "" if match.is_money else ending_of(match),
        "seconds": seconds,
        "clock": f"{seconds // 3600}:{seconds // 60 % 60:02}",
        "is_running": not match.is_over,
    }


def _side(view: MatchView | SessionView, side: Side) -> BoardSide:
    match = view.match
    player = match.player(side)
    return BoardSide(
        css="one" if side is Side.ONE else "two",
        name=player.name,
        short=short_name(player.name),
        points=_points(match, side),
        money=_money(match, side),
        needs=max(0, match.length - _score(match, side)) if match.shows_score else 0,
        games=sum(line.game.winner == side for line in _counted(view)),
        won=match.shows_score and match.winner == side,
    )


def _points(match: Match, side: Side) -> str:
    if match.is_money:
        return signed_points(_ahead(match, side))
    is_unplayed = match.how in _UNPLAYED and not match.score_1 + match.score_2
    if is_unplayed or not match.shows_score:
        return "–"
    return str(_score(match, side))


def _money(match: Match, side: Side) -> str:
    rules = match.profile.profile
    if not match.is_money or (rules[STAKE], rules[CURRENCY]) == ("1", ""):
        return ""
    amount = _ahead(match, side) * Decimal(rules[STAKE])
    return f"{signed_points(amount)} {rules[CURRENCY]}".strip()


def _ahead(match: Match, side: Side) -> Decimal:
    balance: Decimal = match.balance
    return balance if side is Side.ONE else -balance


def _score(match: Match, side: Side) -> int:
    return match.score_1 if side is Side.ONE else match.score_2


def _counted(view: MatchView | SessionView) -> list[GameLine | SessionGame]:
    """Return the games that count, none while the players disagree about them."""
    if not view.match.shows_score:
        return []
    return [
        line
        for line in view.lines
        if line.game.ending != Ending.WASHED
        and (isinstance(line, SessionGame) or line.counts)
    ]


def _last_game(view: MatchView | SessionView) -> str:
    """Return a sentence about the newest game that counts, "" before the first."""
    counted = _counted(view)
    if not counted:
        return ""
    last = counted[-1]
    how = {
        Kind.SINGLE: _("single game"),
        Kind.GAMMON: _("gammon"),
        Kind.BACKGAMMON: _("backgammon"),
    }[Kind(last.game.kind)]
    if last.game.ending == Ending.DROPPED:
        how = _("dropped double")
    values = {
        "name": short_name(view.match.player(last.game.winner).name),
        "how": how,
        "cube": last.game.cube,
        "points": last.line.points,
    }
    if last.game.cube > 1:
        return _("Last game: %(name)s, %(how)s, cube %(cube)s, +%(points)s") % values
    return _("Last game: %(name)s, %(how)s, +%(points)s") % values
