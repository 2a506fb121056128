"""The next step of each stage, in one line."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from matches.ledger.models.match import Match
from tournaments import engine
from tournaments.rounds.models import Draw
from tournaments.structure.models import Division, Tournament
from tournaments.structure.queries import stage_url
from tournaments.tables.progress import Desk, DeskView, desk_of
from tournaments.tables.running import wait_for_others
from tournaments.tables.waiting import WaitingMatch

LIST: Final = "queue"
"""The id of the list of matches on the desk."""
MOST_NAMED: Final = 12
"""The most matches that a line names."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """One line on the next step, with its button if there is one.

    `posts`: the button posts and acts at once; otherwise it is a link to a page.
    `strong` is the title of the stage, empty if the tournament has only one. `list_url`
    leads to the list of what the text counts. `call_action` is a second button, which
    does the same and publishes it; empty for none. `waits`: it is about matches that
    the desk lists as waiting for a director.
    """

    text: str
    url: str = ""
    action: str = ""
    posts: bool = False
    strong: str = ""
    list_url: str = ""
    call_action: str = ""
    waits: bool = False


def next_steps(desk: Desk) -> list[NextStep]:
    """Return the next steps of all stages, those with a button first.

    Of several stages, those that only wait for results have none, because the desk
    lists their matches. The last line says what the others wait for, and who is left
    over in these.
    """
    if desk.tournament.is_closed:
        text = gettext("This tournament is closed: the results are final.")
        return [NextStep(text)]
    if desk.shown and desk.all_rounds_done:
        return [_close(desk.tournament.slug)]
    steps = [
        _named(next_step(view), view)
        for view in desk.views
        if _acts(view) and not _only_plays(view)
    ]
    playing = [view for view in desk.views if _only_plays(view)]
    if len(desk.views) == 1:
        return steps + [next_step(view) for view in playing]
    acting = [step for step in steps if step.url]
    waiting = [f"{step.strong} {step.text}" for step in steps if not step.url]
    waiting += filter(None, map(_one_waits, playing))
    return [*acting, NextStep(" ".join(waiting))] if waiting else acting


def _list(text: str, tournament: Tournament) -> NextStep:
    url = reverse("tournament_desk", args=[tournament.slug])
    return NextStep(text, list_url=f"{url}#{LIST}")


def _only_plays(view: DeskView) -> bool:
    """Return True if a stage waits for results and needs nothing else."""
    if view.free is not None and len(view.free) >= engine.FEWEST:
        return False
    reported = any(match.state != Match.State.UNFINISHED for match in view.waiting)
    return bool(view.open_labels) and view.draw is None and not reported


def _acts(view: DeskView) -> bool:
    if view.stage.is_branch or view.round is not None:
        return bool(view.open_labels or view.waiting) or _can_follow(view)
    return True


def _can_follow(view: DeskView) -> bool:
    if view.draw is not None:
        return True
    return not view.stage.is_plan and not view.all_rounds_done


def _named(step: NextStep, view: DeskView) -> NextStep:
    return replace(step, strong=f"{view.title}:" if view.title else "")


def _close(slug: str) -> NextStep:
    return NextStep(
        gettext("All rounds have been played. Check the standings, then close."),
        reverse("tournament_close", args=[slug]),
        gettext("Close the tournament"),
    )


def next_step(view: DeskView) -> NextStep:
    slug = view.tournament.slug
    if view.tournament.is_closed:
        return NextStep(gettext("This tournament is closed: the results are final."))
    if view.draw is not None:
        return _about_draw(view.draw, view)
    return _while_playing(view) or _between(view, slug)


def _while_playing(view: DeskView) -> NextStep | None:
    """Return the step while matches are open or wait for a director, else None."""
    if any(match.state != Match.State.UNFINISHED for match in view.waiting):
        return _about_waiting(view.waiting, view.open_labels)
    if view.free is not None and len(view.free) >= engine.FEWEST:
        return _pair_free(view, len(view.free))
    if view.open_labels:
        text = _outstanding(view.open_labels)
        return _list(f"{text} {_one_waits(view)}".strip(), view.tournament)
    return None


def _between(view: DeskView, slug: str) -> NextStep:
    if view.all_rounds_done:
        return _when_over(view, slug)
    if view.waits_for:
        text = gettext("Waiting for %(stage)s to finish.")
        return NextStep(text % {"stage": view.waits_for})
    return _before_draw(view, slug)


def _when_over(view: DeskView, slug: str) -> NextStep:
    """Return the step after the last round: to close, or to go to the other stages."""
    others = desk_of(view.tournament).unfinished
    if not others:
        return _close(slug)
    text = gettext("Everything here has been played. Still in progress: %(stages)s.")
    return NextStep(
        text % {"stages": ", ".join(other.title for other in others)},
        reverse("tournament_desk", args=[slug]),
        gettext("Back to desk"),
    )


def _one_waits(view: DeskView) -> str:
    """Return a sentence on the player left over in a free club night, or ""."""
    if not view.free:
        return ""
    return gettext("%(name)s is waiting.") % {"name": view.free[0]}


def _about_draw(draw: Draw, view: DeskView) -> NextStep:
    url = stage_url(view.stage, "draw")
    values = {"number": draw.round_number}
    if view.is_endless:
        return NextStep(_about_pairings(draw), url, gettext("Review the draw"))
    if draw.state == Draw.State.ANNOUNCED:
        return NextStep(
            gettext("Round %(number)s has been announced. Roll the dice now.") % values,
            url,
            gettext("Roll"),
        )
    if draw.is_draft:
        return NextStep(
            gettext("Round %(number)s has been drawn; only directors can see it.")
            % values,
            url,
            gettext("Review the draw"),
        )
    if draw.job is None or draw.job.is_open:
        return NextStep(
            gettext("Round %(number)s is being drawn.") % values,
            url,
            gettext("Follow progress"),
        )
    return NextStep(
        gettext("Round %(number)s could not be drawn.") % values,
        url,
        gettext("See why"),
    )


def _about_pairings(draw: Draw) -> str:
    """Return the state of a draw in a free club night, which has no round number."""
    if draw.state == Draw.State.ANNOUNCED:
        return gettext("The next pairings have been announced. Roll the dice now.")
    if draw.is_draft:
        return gettext(
            "The next pairings have been drawn; only directors can see them."
        )
    if draw.job is None or draw.job.is_open:
        return gettext("The next pairings are being drawn.")
    return gettext("The next pairings could not be drawn.")


def _about_waiting(
    waiting: Sequence[WaitingMatch], open_labels: Sequence[str]
) -> NextStep:
    disputed = [match for match in waiting if match.state == Match.State.DISPUTED]
    if disputed:
        return _about_dispute(disputed[0], len(disputed))
    reported = [match for match in waiting if match.report is not None]
    if not reported:
        return NextStep(_outstanding(open_labels))
    return _about_reports(reported, open_labels)


def _about_dispute(first: WaitingMatch, count: int) -> NextStep:
    values = {"label": first.label, "one": first.one, "two": first.two, "count": count}
    if count == 1:
        text = gettext(
            "%(one)s and %(two)s disagree about %(label)s. Your decision is needed."
        )
    else:
        text = gettext(
            "%(count)s matches are disputed, starting with %(label)s. Your decision "
            "is needed."
        )
    return NextStep(
        text % values,
        reverse("match", args=[first.code]),
        gettext("Decide %(matches)s") % {"matches": first.label},
        waits=True,
    )


def _about_reports(
    waiting: Sequence[WaitingMatch], open_labels: Sequence[str]
) -> NextStep:
    labels = [match.label for match in waiting]
    text = ngettext(
        "%(count)s report to review: %(labels)s.",
        "%(count)s reports to review: %(labels)s.",
        len(labels),
    ) % {"count": len(labels), "labels": _first(labels)}
    others = [label for label in open_labels if label not in labels]
    if others:
        text = f"{text} {_outstanding(others)}"
    return NextStep(text, "#waiting", gettext("Review reports"), waits=True)


def _outstanding(labels: Sequence[str]) -> str:
    return ngettext(
        "%(count)s result missing: %(labels)s.",
        "%(count)s results missing: %(labels)s.",
        len(labels),
    ) % {"count": len(labels), "labels": _first(labels)}


def _first(labels: Sequence[str]) -> str:
    """Return the labels, of many the first ones: the list below has them all."""
    named = ", ".join(labels[:MOST_NAMED])
    return named if len(labels) <= MOST_NAMED else f"{named} …"


def _pair_free(view: DeskView, free: int) -> NextStep:
    if view.free and free == engine.FEWEST and wait_for_others(view.stage):
        one, two = view.free
        values = {"one": one, "two": two, "labels": ", ".join(view.open_labels)}
        return NextStep(
            gettext(
                "%(one)s and %(two)s have just played each other or should not meet. "
                "Better wait for %(labels)s."
            )
            % values,
            f"{stage_url(view.stage, 'draw')}?at_once=1",
            gettext("Pair anyway"),
            posts=True,
        )
    return NextStep(
        ngettext(
            "%(count)s player is available.",
            "%(count)s players are available and can be paired now.",
            free,
        )
        % {"count": free},
        stage_url(view.stage, "draw"),
        gettext("Pair now"),
        posts=True,
        call_action=gettext("Pair and call"),
    )


def _before_draw(view: DeskView, slug: str) -> NextStep:
    to_entries = _entries_url(view.stage.division, slug)
    if not view.entries:
        return NextStep(
            gettext("No players entered yet."), to_entries, gettext("Add players")
        )
    if view.here < engine.FEWEST:
        return NextStep(
            gettext(
                "%(here)s of %(entries)s players checked in. You need at least two "
                "to draw."
            )
            % {"here": view.here, "entries": view.entries},
            to_entries,
            gettext("Check players in"),
        )
    if view.is_endless:
        return NextStep(_one_waits(view) or gettext("No one is available."))
    values = {
        "number": view.round_number + 1,
        "last": view.round_number,
        "here": view.here,
        "entries": view.entries,
    }
    return NextStep(
        _ready_text(view) % values,
        stage_url(view.stage, "draw"),
        gettext("Draw round %(number)s") % values,
        posts=True,
    )


def _entries_url(division: Division, slug: str) -> str:
    url = reverse("entries", args=[slug])
    return url if division.number == 1 else f"{url}?division={division.number}"


def _ready_text(view: DeskView) -> str:
    if view.round_number:
        return gettext(
            "All round %(last)s results are in. Round %(number)s can be drawn."
        )
    if view.here == view.entries:
        return gettext(
            "%(here)s players are checked in. Round %(number)s can be drawn."
        )
    return gettext(
        "%(here)s of %(entries)s players are checked in. Round %(number)s can be drawn."
    )
