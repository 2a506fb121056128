"""The desk of a tournament as one value, with everything that it shows and decides."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.accounts.roles import Act
from matches.documents.registry import Offer, offers
from matches.web.answers import Page
from matches.web.panels import Notice, notices
from tournaments.hall.commands import COMMAND_SO_FAR
from tournaments.hall.matches import DeskLines
from tournaments.hall.messages import standing_messages
from tournaments.hall.models import PlayerMessage
from tournaments.hall.notes import NoteLine, standing_notes
from tournaments.hall.pace import DeskPace, pace_at_desk, this_step
from tournaments.hall.panel import HallPanel
from tournaments.hall.queue import Queue, asked_of, queue_of
from tournaments.results.services import PATTERNS, final_scores
from tournaments.rounds.announcements.bulletin import hall_languages
from tournaments.rounds.documents import ROUND
from tournaments.rounds.list_parts import ListPart, part_of
from tournaments.rounds.models import Round
from tournaments.rounds.rows import (
    PairingRow,
    RoundView,
    published_rounds,
    round_view,
    texts_of,
)
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import stage_url
from tournaments.tables.next_steps import NextStep, next_steps
from tournaments.tables.progress import Desk, DeskView, desk_of, unlisted_matches
from tournaments.tables.running import played_rows

LINE_PATTERNS: Final = json.dumps({**json.loads(PATTERNS), "call": COMMAND_SO_FAR})
_EACH: Final = 50
"""The number of unlisted matches that are sent together."""


def this_minute() -> int:
    """Return the number of the current minute; a desk with a late clock shows it."""
    return int(timezone.now().timestamp()) // 60


@dataclass(frozen=True, slots=True)
class TypedLine:
    """The line typed into the result box, and the reason why it was refused.

    `error_url` leads to the match whose known result contradicts the typed one. With
    `replaces`, the mark of the effects, the same line sent again replaces the known
    result; `changes` are sentences on its other effects.
    """

    text: str = ""
    error: str = ""
    error_url: str = ""
    replaces: str = ""
    changes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Saved:
    """The confirmation of a typed result, with the URL of its undo, "" without one."""

    text: str
    undo_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage(Page):
    """The desk of a running tournament.

    `round` is the round that is shown if the tournament has a single stage, and `part`
    what is shown of it; of several stages each shows its own. `unlisted` has the
    matches that no table shows. `notes` are those that are not done, `messages` what
    players have told.
    """

    template = "tournaments/hall/desk.html"
    fragment = "tournaments/hall/_desk.html"
    tab = "desk"

    desk: Desk
    steps: Sequence[NextStep]
    round: RoundView | None
    part: ListPart[PairingRow]
    rounds: Sequence[Round]
    unlisted: dict[int, Mapping[str, object]]
    notices: dict[str, list[Notice]]
    played: tuple[int, tuple[PairingRow, ...]] | None = None
    line: TypedLine = TypedLine()
    hall: HallPanel = field(default_factory=HallPanel)
    queue: Queue | None = None
    pace: DeskPace = field(default_factory=DeskPace)
    notes: Sequence[NoteLine] = ()
    messages: Sequence[PlayerMessage] = ()

    @property
    def tournament(self) -> Tournament:
        """The tournament itself."""
        return self.desk.tournament

    @property
    def is_running(self) -> bool:
        """Whether results can still be entered."""
        return not self.tournament.is_closed

    @property
    def first(self) -> DeskView:
        """The first stage, which is the only one of most tournaments."""
        return self.desk.views[0]

    @property
    def stage(self) -> Stage:
        """The first stage as a row."""
        return self.first.stage

    @property
    def is_single(self) -> bool:
        """Whether the tournament has only one stage."""
        return len(self.desk.views) == 1

    @property
    def has_rounds(self) -> bool:
        """Whether a round of any stage is published."""
        return self.round is not None or bool(self.desk.shown)

    @property
    def shows_box(self) -> bool:
        """Whether the page has the result box."""
        return bool(self.line.error) or (self.has_rounds and self.is_running)

    @property
    def shows_hall(self) -> bool:
        """Whether there is anything to call."""
        return self.has_rounds and self.is_running

    @property
    def has_late(self) -> bool:
        """Whether a line counts the minutes since its call."""
        lines = self.lines
        return any(
            lines.late(row, view.stage)
            for view in self.desk.shown
            if view.round
            for row in view.round.rows
        )

    @property
    def lines(self) -> DeskLines:
        """The further texts and buttons of match rows."""
        return DeskLines(
            self.tournament.slug,
            is_closed=self.tournament.is_closed,
            has_hall=self.hall.has_hall,
            waits=self.hall.waits,
            pace=self.pace.matches,
        )

    @property
    def waits(self) -> bool:
        """Whether a match needs the director."""
        return self.is_running and bool(self.desk.waiting)

    @property
    def next_steps(self) -> list[NextStep]:
        """The next steps of all stages; the one list shows waiting matches itself."""
        is_listed = self.queue is not None and self.waits
        return [step for step in self.steps if not (is_listed and step.waits)]

    @property
    def poll_url(self) -> str:
        """The address that the page polls, with its state."""
        asked: dict[str, object] = {"f": self.desk.mark}
        if not self.has_rounds:
            asked["empty"] = 1
        if self.has_late:
            asked["late"] = this_minute()
        if self.pace.is_known:
            asked["pace"] = this_step()
        return f"{self.url}?{urlencode(asked | self.shown)}"

    @property
    def shown(self) -> dict[str, object]:
        """What the page was asked to show; it is sent with a result and each poll."""
        shown: dict[str, object] = {}
        if self.queue:
            asked = self.queue.asked
            shown |= {"division": asked.division, "stage": asked.stage}
            shown |= {"by": asked.order, "opened": asked.opened}
        if self.round and self.round.round.number != self.first.played_number:
            shown["round"] = self.round.round.number
        if self.played:
            shown["played"] = self.played[0]
        return shown | self.part.asked

    @property
    def kept(self) -> list[tuple[str, object]]:
        """What is kept when another part of the round is asked for."""
        asked = self.part.asked
        return [(name, told) for name, told in self.shown.items() if name not in asked]

    @property
    def start(self) -> str:
        """The same as the beginning of a query."""
        return f"{urlencode(self.kept)}&" if self.kept else ""

    @property
    def url(self) -> str:
        """The address of the desk."""
        return reverse("tournament_desk", args=[self.tournament.slug])

    @property
    def final_scores(self) -> str:
        """The scores with which a match of each length can end, for the result box."""
        return json.dumps(final_scores(row.length for row in self.desk.rows if row.two))

    @property
    def other_matches(self) -> Sequence[tuple[str, str]]:
        """The data of unlisted matches for the result box, in parts."""
        parts: dict[int, dict[int, object]] = {}
        for number, match in sorted(self.unlisted.items()):
            parts.setdefault(number // _EACH, {})[number] = match
        return [
            (f"matches-{part}", json.dumps(matches, ensure_ascii=False))
            for part, matches in parts.items()
        ]

    @property
    def line_patterns(self) -> str:
        """The patterns of lines that the result box accepts, for its script."""
        return LINE_PATTERNS

    @property
    def has_played_list(self) -> bool:
        """Whether decided matches leave the list of the single stage."""
        if self.round is None:
            return False
        return self.stage.is_plan or self.round.is_endless

    @property
    def free(self) -> str:
        """The names of the players who are free in a club night."""
        return ", ".join(self.first.free or ()) if self.round else ""

    @property
    def round_count(self) -> int:
        """The number of rounds that are planned, 0 where none are counted."""
        return 0 if self.stage.is_plan else self.first.rounds_planned

    @property
    def nothing_drawn(self) -> tuple[str, str]:
        """The title and the advice before the first draw."""
        if self.first.is_endless:
            return (
                _("No pairings yet"),
                _("Checked-in players can be paired at any time."),
            )
        if self.is_single and self.stage.is_plan:
            return (
                _("The bracket has not been drawn yet"),
                _("Draw it when everyone is checked in."),
            )
        return (
            _("No round published yet"),
            _("When everyone is checked in, pair the first round."),
        )

    @property
    def offers_late_entry(self) -> bool:
        """Whether a late entry can still play: something is to be played or drawn."""
        if self.desk.shown and self.desk.all_rounds_done:
            return False
        first = self.first
        is_last = self.has_rounds and first.counts_rounds and not first.undrawn
        return not (self.is_single and is_last)

    @property
    def late_entry(self) -> str:
        """The effect of a late entry, in a sentence."""
        if not self.has_rounds:
            return _("until the draw")
        if not self.is_single:
            return _("from the next round; in a knockout, at a place drawn at random")
        if self.stage.is_plan:
            return _("gets a place in the bracket, drawn at random")
        if self.first.is_endless:
            return _("is paired with an available player")
        return _("joins from the next round")

    @property
    def take_backs(self) -> list[tuple[str, str]]:
        """The addresses and names of the newest draws of which nothing is played."""
        if not self.is_single:
            return [
                (
                    stage_url(view.stage, "take_back", view.round_number),
                    _("Cancel the draw: %(title)s") % {"title": view.title},
                )
                for view in self.desk.shown
                if view.round and not view.stage.is_branch and not view.round.has_begun
            ]
        shown, number = self.round, self.first.round_number
        if shown is None or shown.round.number != self.first.played_number:
            return []
        if shown.has_begun and shown.round.number == number:
            return []
        if self.stage.is_plan:
            text = _("Cancel the draw")
        elif self.first.is_endless:
            text = _("Cancel the latest pairings")
        else:
            text = _("Unpublish round %(number)s") % {"number": number}
        url = stage_url(self.stage, "take_back", number)
        return [(url, text)]

    @property
    def papers(self) -> list[Offer]:
        """The documents of the round of a single stage; the print centre has all."""
        if self.round is None or not self.is_single:
            return []
        self.round.round.stage = self.stage.root  # saves a query for each document
        return offers(ROUND.kind, self.round.round)

    @property
    def stages(self) -> list[tuple[DeskView, str]]:
        """Each stage, with the address of its first draw as long as there is none."""
        return [
            (
                view,
                ""
                if view.round or view.stage.is_branch
                else stage_url(view.stage, "draw"),
            )
            for view in self.desk.views
        ]

    @property
    def announced_as(self) -> str:
        """The name of the field of an announcement, in the language of the hall."""
        return f"text_{hall_languages(self.tournament)[0]}"

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        *,
        line: TypedLine | None = None,
        acts: frozenset[Act] = frozenset(Act),
        asked: Mapping[str, str] | None = None,
    ) -> Self:
        """Return the desk.

        `acts` is what the reader may do here: not everybody may know the codes of score
        sheets, or read the notes. `asked` says which round and which part of it is
        shown, of which stage the played matches, and how the list of several stages;
        what does not exist is ignored.
        """
        asked = asked or {}
        desk = desk_of(tournament)
        first = desk.views[0]
        is_single = len(desk.views) == 1
        counts = not first.stage.is_plan and not first.stage.is_endless
        rounds = published_rounds(first.stage) if is_single and counts else []
        older = next(
            (
                drawn_round
                for drawn_round in rounds
                if str(drawn_round.number) == asked.get("round")
            ),
            None,
        )
        newest = first.round if is_single else None
        shown = round_view(older) if older and is_single else newest
        queue = None if is_single else queue_of(desk, asked_of(asked))
        part = part_of(asked, shown.rows if shown else (), texts_of)
        listed = [row.row for row in queue.rows] if queue else desk.rows
        hall = HallPanel.of(tournament, desk.rows)
        reads = Act.SEE_PRIVATE in acts
        is_told = reads and not tournament.is_closed
        return cls(
            desk=desk,
            steps=next_steps(desk),
            round=shown,
            part=part,
            rounds=rounds,
            unlisted=unlisted_matches(
                *(tournament, desk.rows, part.rows if shown else listed),
                with_sheets=Act.PRINT in acts,
            ),
            queue=queue,
            hall=hall,
            pace=pace_at_desk(desk, hall.count),
            notices=notices(),
            notes=standing_notes(tournament) if reads else (),
            messages=standing_messages(tournament) if is_told else (),
            played=_played(desk, asked.get("played", "")),
            line=line or TypedLine(),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxPage(Page):
    """The result box alone: of a line that was refused, or with what was saved."""

    template = "tournaments/results/_box.html"
    fragment = "tournaments/results/_box.html"

    tournament: Tournament
    line: TypedLine = TypedLine()
    saved: Saved | None = None

    @property
    def line_patterns(self) -> str:
        """The patterns of lines that the result box accepts, for its script."""
        return LINE_PATTERNS


def _played(desk: Desk, asked: str) -> tuple[int, tuple[PairingRow, ...]] | None:
    """Return the number of a stage and its decided matches, shown on request."""
    for view in desk.shown:
        if str(view.stage.number) == asked:
            return view.stage.number, played_rows(view.stage)
    return None
