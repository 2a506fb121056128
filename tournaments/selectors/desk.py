"""What the desk shows: the round, what waits for the director, the next step."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from matches.models import Match
from tournaments import engine
from tournaments.models import Draw, Entry, Pairing, Stage, Tournament
from tournaments.selectors.rounds import RoundView, running_round
from tournaments.selectors.tournaments import DECIDED, fingerprint, main_stage
from tournaments.selectors.waiting import Waiting, waiting_in


@dataclass(frozen=True, slots=True)
class NextStep:
    """One line that says what is missing now, and the button for it, if any.

    `posts` tells whether the button acts at once or only leads to a page.
    """

    text: str
    url: str = ""
    action: str = ""
    posts: bool = False


@dataclass(frozen=True, slots=True)
class DeskView:
    """Everything the desk of a tournament shows."""

    tournament: Tournament
    stage: Stage
    round: RoundView | None
    draw: Draw | None
    entries: int
    here: int
    rounds_planned: int
    fingerprint: int
    open_labels: tuple[str, ...]
    waiting: tuple[Waiting, ...] = ()

    @property
    def mark(self) -> str:
        """What the desk polls with: directors also see how a draw is getting on."""
        return _mark(self.fingerprint, self.draw)

    @property
    def round_number(self) -> int:
        """The newest published round, 0 before the first."""
        return self.round.round.number if self.round else 0

    @property
    def takes_late_entries(self) -> bool:
        """Whether somebody can still join."""
        drawn = self.round is not None
        return not (drawn and engine.format_named(self.stage.format).is_bracket)

    @property
    def all_rounds_done(self) -> bool:
        """Whether the last planned round has all its results."""
        return (
            self.round is not None
            and not self.open_labels
            and self.round_number >= self.rounds_planned
        )

    @property
    def next_step(self) -> NextStep:
        """What the director does next."""
        return _next_step(self)


def desk_view(tournament: Tournament) -> DeskView:
    """Gather the desk of a tournament, in a fixed number of queries."""
    mark = fingerprint(tournament.pk)
    stage = main_stage(tournament)
    field = _field(stage)
    running = running_round(stage)
    return DeskView(
        tournament=tournament,
        stage=stage,
        round=running.round,
        draw=open_draw(stage),
        entries=field["entries"],
        here=field["here"],
        rounds_planned=_planned(stage, field),
        fingerprint=mark,
        open_labels=running.open_labels,
        waiting=waiting_in(stage) if running.is_waited_for else (),
    )


def open_labels(stage: Stage) -> tuple[str, ...]:
    """Return the matches of all published rounds that have no result. One query."""
    numbers = (
        Pairing.objects.filter(
            draw__stage=stage,
            draw__round__isnull=False,
            match__isnull=False,
        )
        .exclude(DECIDED)
        .order_by("match_number")
        .values_list("match_number", flat=True)
    )
    return tuple(f"M{number}" for number in numbers)


def rounds_planned(stage: Stage) -> int:
    """How many rounds the stage has: as asked for, or as the field needs. One query."""
    return _planned(stage, _field(stage))


def _field(stage: Stage) -> dict[str, int]:
    """Count who is entered, who of them is here, and who was ever drawn. One query."""
    entered = Q(withdrawn_at__isnull=True)
    return Entry.objects.filter(division=stage.division_id).aggregate(
        entries=Count("pk", filter=entered),
        here=Count("checked_in_at", filter=entered),
        drawn=Count("lot"),
    )


def _planned(stage: Stage, field: dict[str, int]) -> int:
    return engine.round_count(
        stage.format, field["drawn"] or field["here"], stage.rounds
    )


def open_draw(stage: Stage) -> Draw | None:
    """Return the draw under way, failed or waiting as a draft. One query."""
    return (
        stage.draws.filter(state__in=(Draw.State.DRAWING, Draw.State.DRAFT))
        .select_related("job")
        .first()
    )


def desk_mark(tournament: Tournament) -> str:
    """Return a text that differs whenever the desk does. Two queries."""
    draw = (
        Draw.objects.filter(
            stage__division__tournament=tournament,
            state__in=(Draw.State.DRAWING, Draw.State.DRAFT),
        )
        .select_related("job")
        .defer("record")
        .first()
    )
    return _mark(fingerprint(tournament.pk), draw)


def _mark(of_facts: int, draw: Draw | None) -> str:
    if draw is None:
        return str(of_facts)
    return f"{of_facts}-{draw.pk}-{draw.state}-{draw.job.state}"


def matches_data(view: RoundView | None) -> dict[str, dict[str, object]]:
    """What the result box needs to echo a line while it is typed."""
    if view is None:
        return {}
    return {
        str(row.match_number): {
            "one": row.one.name,
            "two": row.two.name,
            "length": row.length,
            "done": not row.is_open,
            "score": [row.score_1, row.score_2],
            "code": row.code,
            "sheet": row.sheet_code,
        }
        for row in view.rows
        if row.two is not None
    }


def _next_step(view: DeskView) -> NextStep:
    slug = view.tournament.slug
    if view.tournament.is_closed:
        return NextStep(gettext("This tournament is closed: the results are final."))
    if view.draw is not None:
        return _about_draw(view.draw, slug)
    if any(each.state != Match.State.UNFINISHED for each in view.waiting):
        return _about_waiting(view.waiting, view.open_labels)
    if view.open_labels:
        return NextStep(_outstanding(view.open_labels))
    if view.all_rounds_done:
        return NextStep(
            gettext("All rounds are played. Look at the standings, then close."),
            reverse("tournament_close", args=[slug]),
            gettext("Close the tournament"),
        )
    return _before_draw(view, slug)


def _about_draw(draw: Draw, slug: str) -> NextStep:
    url = reverse("draw", args=[slug])
    values = {"number": draw.round_number}
    if draw.is_draft:
        return NextStep(
            gettext("Round %(number)s is drawn. Only directors see it yet.") % values,
            url,
            gettext("Look at the draw"),
        )
    if draw.job.is_open:
        return NextStep(
            gettext("Round %(number)s is being drawn.") % values, url, gettext("Watch")
        )
    return NextStep(
        gettext("Round %(number)s could not be drawn.") % values,
        url,
        gettext("See why"),
    )


def _about_waiting(waiting: Sequence[Waiting], open_labels: Sequence[str]) -> NextStep:
    disputed = [each for each in waiting if each.state == Match.State.DISPUTED]
    if disputed:
        return _about_dispute(disputed[0], len(disputed))
    reported = [each for each in waiting if each.report is not None]
    if not reported:
        return NextStep(_outstanding(open_labels))
    return _about_reports(reported, open_labels)


def _about_dispute(first: Waiting, count: int) -> NextStep:
    values = {"label": first.label, "one": first.one, "two": first.two, "count": count}
    if count == 1:
        text = gettext("%(one)s and %(two)s disagree about %(label)s. You decide.")
    else:
        text = gettext("%(count)s matches are disputed, first %(label)s. You decide.")
    return NextStep(
        text % values,
        reverse("match", args=[first.code]),
        gettext("Decide %(label)s") % values,
    )


def _about_reports(waiting: Sequence[Waiting], open_labels: Sequence[str]) -> NextStep:
    labels = [each.label for each in waiting]
    text = ngettext(
        "%(count)s report waits: %(labels)s.",
        "%(count)s reports wait: %(labels)s.",
        len(labels),
    ) % {"count": len(labels), "labels": ", ".join(labels)}
    others = [each for each in open_labels if each not in labels]
    if others:
        text = f"{text} {_outstanding(others)}"
    return NextStep(text, "#waiting", gettext("Look at the reports"))


def _outstanding(labels: Sequence[str]) -> str:
    return ngettext(
        "%(count)s result outstanding: %(labels)s.",
        "%(count)s results outstanding: %(labels)s.",
        len(labels),
    ) % {"count": len(labels), "labels": ", ".join(labels)}


def _before_draw(view: DeskView, slug: str) -> NextStep:
    to_entries = reverse("entries", args=[slug])
    if not view.entries:
        return NextStep(
            gettext("Nobody is entered yet."), to_entries, gettext("Add players")
        )
    if view.here < engine.FEWEST:
        return NextStep(
            gettext("Players here: %(here)s of %(entries)s. A draw needs two.")
            % {"here": view.here, "entries": view.entries},
            to_entries,
            gettext("Check players in"),
        )
    values = {
        "number": view.round_number + 1,
        "last": view.round_number,
        "here": view.here,
        "entries": view.entries,
    }
    return NextStep(
        _ready_text(view) % values,
        reverse("draw", args=[slug]),
        gettext("Draw round %(number)s") % values,
        posts=True,
    )


def _ready_text(view: DeskView) -> str:
    if view.round_number:
        return gettext(
            "All results of round %(last)s are in. Round %(number)s can be drawn."
        )
    if view.here == view.entries:
        return gettext("%(here)s players are here. Round %(number)s can be drawn.")
    return gettext(
        "%(here)s of %(entries)s players are here. Round %(number)s can be drawn."
    )
