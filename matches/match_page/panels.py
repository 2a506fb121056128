"""A match as one visitor sees it, and the panels that other packages add."""

from dataclasses import dataclass
from typing import Final

from matches.accounts.roles import Act
from matches.ledger.models.facts import Interruption
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.occasions import Occasion, occasion_of
from matches.ledger.queries import MatchView, SessionView
from matches.ledger.reporter import Reporter
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
        """The reports that wait for an answer or are disputed."""
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
