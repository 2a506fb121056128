"""The match page as one value, with everything that it shows and decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from matches.accounts.roles import NONE, Act
from matches.ledger import access as ledger_access
from matches.ledger.models.facts import Game, Interruption
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import Occasion, occasion_of
from matches.ledger.queries import (
    MatchView,
    SessionView,
    match_view,
    reports_of,
    session_view,
)
from matches.ledger.reporter import SHEET, Reporter
from matches.match_page import pad as pads
from matches.match_page.forms import FinalScoreForm, GameForm
from matches.match_page.games import GameRow, Reader, balance_of, reasons_for, rows_of
from matches.match_page.pad import MatchSide, PadGrid, counting_before
from matches.match_page.scoreboard import chances_of
from matches.match_page.words import notices_of, reserve_of, stopped_facts
from matches.players.queries import OWN
from matches.rulebook.profiles import Reporting
from matches.rulebook.switches.times import CLOCK_DELAY
from matches.rules import Phase
from matches.web import answers
from matches.web.answers import Page
from matches.web.panels import Panels


@dataclass(frozen=True, slots=True)
class MatchVisit:
    """A match as one visitor sees it, read once for the page and all its panels.

    `reporter` is the visitor as director or player of the match, None for other
    visitors. `reports` are the versions of both players, oldest first, empty for other
    visitors. `interruption` is set while the match is put aside. `acts` are those that
    the visitor's role allows here; with `may_score` they see the pad.
    """

    view: MatchView | SessionView
    reporter: Reporter | None
    reports: tuple[Report, ...]
    interruption: Interruption | None
    acts: frozenset[Act]
    may_score: bool

    @property
    def match(self) -> Match:
        return self.view.match

    @property
    def occasion(self) -> Occasion | None:
        """The event of the match; one query, made when it is first used."""
        return occasion_of(self.match)

    @property
    def is_director(self) -> bool:
        """Whether the visitor may decide what players may not."""
        return Act.DECIDE in self.acts

    @property
    def is_official(self) -> bool:
        """Whether the visitor records results by a role, not as a player."""
        return Act.ENTER_RESULT in self.acts

    @property
    def sees_private(self) -> bool:
        """Whether the visitor sees what is not public, without being a player."""
        return Act.SEE_PRIVATE in self.acts

    @property
    def open_reports(self) -> list[Report]:
        return [report for report in self.reports if report.is_open]

    @property
    def own_report(self) -> Report | None:
        """The visitor's own report that waits for the opponent."""
        if self.reporter is None:
            return None
        side = self.reporter.side
        return next(
            (report for report in self.open_reports if report.side == side), None
        )

    @property
    def is_disputed(self) -> bool:
        """Whether the players reported different results."""
        return any(
            report.state == Report.State.DISPUTED for report in self.open_reports
        )

    @property
    def shown_reports(self) -> list[Report]:
        """The reports named above the score: officials see all, a player their own."""
        if self.is_official or self.sees_private:
            return list(self.reports)
        return [] if self.own_report is None else [self.own_report]


PANELS: Final = Panels[MatchVisit]()


Nexts = Sequence[tuple[object, ...]]
"""What comes next for a player, as a package above tells it."""

FINAL: Final = "final"
GAMES: Final = "games"
_WITH_REPORTS = (Match.State.REPORTED, Match.State.DISPUTED, Match.State.DONE)


@dataclass(frozen=True, slots=True)
class Sent:
    """The refused input, which stays on the page, also when the match is over.

    `pad` is the way of entering: FINAL, GAMES, or "" for what fits the match.
    """

    pad: str = ""
    final_form: FinalScoreForm | None = None
    game_form: GameForm | None = None

    @property
    def is_refused(self) -> bool:
        return self.final_form is not None or self.game_form is not None


NOTHING_SENT: Final = Sent()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage(Page):
    """The page of a match for one visitor. `panels` are those of other packages."""

    template = "matches/match_page/match.html"
    fragment = "matches/match_page/_update.html"
    tab = "match"

    visit: MatchVisit
    sent: Sent
    pad: str
    final_form: FinalScoreForm
    game_form: GameForm
    brings_echoes: bool
    may_score: bool
    may_correct: bool
    may_edit: bool
    sides: list[MatchSide]
    phase: Phase
    grid: PadGrid | None
    balance: Mapping[str, str] | None
    stopped: tuple[tuple[str, str], ...]
    notices: list[dict[str, object]]
    rows: tuple[GameRow, ...]
    chances: dict[str, object] | None
    panels: Mapping[str, object]
    reasons: Sequence[tuple[str, Promise]]
    nexts: Nexts

    # What it is about

    @property
    def match(self) -> Match:
        return self.visit.match

    @property
    def view(self) -> MatchView | SessionView:
        return self.visit.view

    @property
    def occasion(self) -> Occasion | None:
        return self.visit.occasion

    @property
    def reporter(self) -> Reporter | None:
        return self.visit.reporter

    @property
    def outbox_of(self) -> str:
        """The owner of what this device keeps: an account, or a side of the match."""
        by = self.reporter
        if by is None or by.side is None:
            return str(by.user.pk) if by and by.user else ""
        return f"{self.match.code}-{by.side.value}"

    @property
    def is_director(self) -> bool:
        return self.visit.is_director

    @property
    def is_official(self) -> bool:
        """Whether the visitor records results by a role, not as a player."""
        return self.visit.is_official

    @property
    def sees_desk(self) -> bool:
        return Act.SEE in self.visit.acts

    @property
    def sees_history(self) -> bool:
        """Whether only the history is shown of what directors see: to a viewer."""
        return self.visit.sees_private and not self.is_director

    @property
    def is_live(self) -> bool:
        """Whether the match can still change, so that the page asks for news."""
        return self.match.locked_at is None and self.match.state != Match.State.VOID

    @property
    def poll_url(self) -> str:
        address = reverse("match", args=[self.match.code])
        return f"{address}?pad={self.pad}&f={mark_of(self.match, self.nexts)}"

    @property
    def is_open(self) -> bool:
        """Whether the match has no result, also no reported one."""
        return not self.match.is_over and not self.match.claimed

    @property
    def refreshes(self) -> bool:
        """Whether the page loads itself again in a browser without scripts."""
        return not self.match.is_over and not self.may_score

    # The score

    @property
    def score_label(self) -> str:
        """The text in place of the score for visitors who do not see it."""
        match = self.match
        if match.winner is None or not match.shows_score:
            return _("Score")
        return _("%(name)s wins the match") % {"name": match.player(match.winner).name}

    @property
    def told_score(self) -> str:
        """The score in one line for the preview of a link, "" where it is hidden."""
        match = self.match
        if match.is_money or not match.shows_score:
            return ""
        one, two = match.player_1.name, match.player_2.name
        return f"{one} {match.score_1}–{match.score_2} {two}"

    @property
    def shows_needs(self) -> bool:
        return self.is_open and not self.match.is_money and self.match.shows_score

    @property
    def is_crawford(self) -> bool:
        return self.phase is Phase.CRAWFORD and not self.match.is_over

    @property
    def is_post_crawford(self) -> bool:
        return self.phase is Phase.POST_CRAWFORD and not self.match.is_over

    @property
    def reserve(self) -> str:
        return reserve_of(self.match)

    @property
    def clock_delay(self) -> int:
        """The seconds of each move that are not counted."""
        return self.match.profile.profile[CLOCK_DELAY]

    @property
    def names_no_crawford(self) -> bool:
        """Whether the page says that the Crawford rule does not hold."""
        return self.match.length > 1 and not self.match.rules.crawford

    # Who reports

    @property
    def reports_for(self) -> str:
        """The name of the player whose side the visitor reports, "" for others."""
        reporter = self.reporter
        if reporter is None or not reporter.is_player or not self.may_score:
            return ""
        return reporter.name_in(self.match)

    @property
    def identity_url(self) -> str:
        """The address where players identify themselves, "" if there is none."""
        reporter = self.reporter
        if reporter is None or reporter.side is None:
            return ""
        if reporter.via == SHEET:
            return reverse("sheet", args=[self.match.sheet_code])
        key = self.match.player(reporter.side).link_key
        return reverse("personal", args=[key]) if key else ""

    @property
    def invites_players(self) -> bool:
        """Whether the page says how players report."""
        reports = self.match.reporting != Reporting.DIRECTOR
        return self.reporter is None and not self.match.is_over and reports

    # Entering and correcting

    @property
    def shows_pad(self) -> bool:
        """Whether a result can be entered, or a refused one comes back."""
        if self.sent.is_refused and not self._corrects:
            return True
        is_disputed = self.match.state == Match.State.DISPUTED
        return self.may_score and self.is_open and not is_disputed

    @property
    def loser_points(self) -> tuple[int | str, ...]:
        return pads.offered(range(self.match.length), self.sent.final_form, "points")

    @property
    def may_undo(self) -> bool:
        """Whether the last game can be removed beside the list."""
        return self.may_score and bool(self.view.lines) and self.is_open

    @property
    def correct_url(self) -> str:
        """The address of the correction of a result that others depend on, else ""."""
        if self.occasion is None or Act.CORRECT not in self.visit.acts:
            return ""
        return self.occasion.correct_url()

    @property
    def corrects_there_only(self) -> bool:
        """Whether others depend on the result, so that nothing is corrected here.

        It costs a few queries, so the page asks it once, and only if it may correct.
        """
        if self.occasion is None or not self.occasion.correct_url():
            return False
        if not self.is_official or self.sent.is_refused:
            return False
        return self.occasion.has_dependents()

    @property
    def corrects_final(self) -> bool:
        """Whether a result that was entered as a score can be corrected here."""
        if self.view.final is None:
            return False
        return self._corrects or not (self.match.is_money or self.sent.is_refused)

    @property
    def _corrects(self) -> bool:
        return bool(self.final_form["corrects"].value())


def nexts_for(match: Match, reporter: Reporter | None) -> Nexts:
    """Return what comes next for the reporting player of a match with a result."""
    is_over = match.is_over or match.claimed
    if reporter is None or reporter.side is None or not is_over or not match.in_event:
        return ()
    found: Nexts = OWN.of(match.player(reporter.side), "next")["next"]
    return found


def mark_of(match: Match, nexts: Nexts) -> str:
    """Return what the page of a match sends when it asks for news."""
    shown = f".{crc32(repr(nexts).encode())}" if nexts else ""
    return f"{match.revision}{shown}"


def visit_of(
    match: Match,
    reporter: Reporter | None,
    acts: frozenset[Act] = NONE,
    *,
    games: Sequence[Game] | None = None,
) -> MatchVisit:
    """Return the match for this visitor, with its games and reports.

    `games` are known to be all that is recorded, None if that must be read.
    """
    is_told = reporter is not None or Act.SEE_PRIVATE in acts
    has_reports = is_told and match.state in _WITH_REPORTS
    return MatchVisit(
        view=view_of(match) if games is None else match_view(match, games),
        reporter=reporter,
        reports=tuple(reports_of(match)) if has_reports else (),
        interruption=match.interruptions.open().first()
        if match.state == Match.State.UNFINISHED
        else None,
        acts=acts,
        may_score=ledger_access.may_report(reporter, match),
    )


def view_of(match: Match) -> MatchView | SessionView:
    return session_view(match) if match.is_money else match_view(match)


def page_of(request: HttpRequest, visit: MatchVisit, sent: Sent) -> MatchPage:
    """Return the page of a match; `sent` comes back with its errors."""
    view, match = visit.view, visit.match
    pad = sent.pad or _pad(request, view)
    return MatchPage(
        visit=visit,
        sent=sent,
        pad=pad,
        final_form=sent.final_form or FinalScoreForm(),
        game_form=sent.game_form or pads.new_game_form(),
        # Only the answer to an act has its message. A poll must not: it would remove
        # the message from the session before the user has seen it.
        brings_echoes=answers.is_fragment(request) and request.method == "POST",
        may_score=visit.may_score,
        may_correct=_may_correct(visit),
        may_edit=_may_edit(visit),
        sides=pads.sides_of(match),
        phase=pads.phase_of(view),
        grid=_grid(view) if pad == GAMES else None,
        balance=balance_of(view),
        stopped=_stopped(visit),
        notices=notices_of(match, reporter=visit.reporter, reports=visit.shown_reports),
        rows=_rows(visit),
        chances=chances_of(view) if match.equity_table else None,
        panels=PANELS.of(visit),
        reasons=reasons_for(is_money=match.is_money, is_director=visit.is_director),
        nexts=nexts_for(match, visit.reporter),
    )


def _stopped(visit: MatchVisit) -> tuple[tuple[str, str], ...]:
    if visit.interruption is None:
        return ()
    return stopped_facts(
        visit.match, visit.interruption, with_note=visit.reporter is not None
    )


def _pad(request: HttpRequest, view: MatchView | SessionView) -> str:
    if isinstance(view, SessionView):
        return GAMES
    asked = request.GET.get("pad", "")
    if asked in {FINAL, GAMES}:
        return asked
    return GAMES if view.lines else FINAL


def _may_correct(visit: MatchVisit) -> bool:
    """Return True if the visitor may remove the result: directors and its reporter."""
    match, reporter = visit.match, visit.reporter
    if not visit.may_score or reporter is None:
        return False
    if not match.is_over and not match.claimed:
        return False
    if visit.is_disputed:
        return False  # a director must decide first
    return not reporter.is_player or visit.own_report is not None


def _may_edit(visit: MatchVisit) -> bool:
    """Return True if the visitor may correct games.

    Directors may. Players may until the match has a result or a dispute, and after it
    while they may remove the result.
    """
    match, reporter = visit.match, visit.reporter
    if not visit.may_score or reporter is None:
        return False
    is_open = not match.is_over and not match.claimed
    is_open = is_open and match.state != Match.State.DISPUTED
    return not reporter.is_player or is_open or _may_correct(visit)


def _grid(view: MatchView | SessionView) -> PadGrid:
    if isinstance(view, SessionView):
        counting = counting_before(view, view.game_number)
        return pads.money_grid(view.session.rules, counting)
    return pads.grid_of(view.ledger)


def _rows(visit: MatchVisit) -> tuple[GameRow, ...]:
    """Return the games; none for onlookers while the players disagree about them."""
    is_told = visit.reporter is not None or visit.sees_private
    if not visit.match.shows_score and not is_told:
        return ()
    side = None if visit.reporter is None else visit.reporter.side
    reader = Reader(visit.sees_private, decides=visit.is_director, side=side)
    return rows_of(visit.view, reader)
