"""Public pages of brackets: rounds, tree, one player's path, and the wall chart."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.documents.views import document_pdf
from tournaments.brackets import (
    Bracket,
    BracketWords,
    bracket_of,
    named,
    path_of,
    round_page,
    trees_of,
)
from tournaments.brackets.crosstable import cross_tables
from tournaments.engine import Display, format_named
from tournaments.engine.bracket.rematches import earliest_rematch
from tournaments.rounds.public_page import frame_of, live, unchanged
from tournaments.standings.queries import standings_table
from tournaments.structure import access as structure_access
from tournaments.structure.models import Stage
from tournaments.structure.queries import Mark, stage_url

VIEWS: Final = ("rounds", "tree", "path")
BOTH_UP_TO: Final = 64
"""The most entrants for a page with both rounds and tree, between which CSS chooses."""
LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class BracketQuery:
    """What a request asks of a bracket; with an empty `view` the page chooses."""

    view: str
    section: str
    round: int
    part: int
    me: int
    name: str

    @property
    def me_query(self) -> str:
        """The part of a query string that names the visitor, if known."""
        return f"&me={self.me}" if self.me else ""


@require_safe
def stage_page(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Show a stage: as a bracket, as a cross table, or by its newest round."""
    mark = structure_access.mark_for_public(slug)
    if is_known := unchanged(request, mark):
        return is_known
    context = frame_of(mark, tab="rounds", stage=stage)
    shown: Stage = context["stage"]
    if shown.is_plan:
        return _bracket_page(request, context)
    if format_named(shown.format).display is Display.CROSSTABLE and shown.lots:
        return _crosstable_page(request, context, mark)
    rounds = context["rounds"]
    if not rounds:
        return redirect(stage_url(shown, "standings"))
    return redirect(stage_url(shown, "round", rounds[-1].number))


@require_safe
def path_page(
    request: HttpRequest, slug: str, *, stage: int, entry: int
) -> HttpResponse:
    """Show one player's matches and possible opponents, winning or losing."""
    mark = structure_access.mark_for_public(slug)
    if is_known := unchanged(request, mark):
        return is_known
    context = frame_of(mark, tab="rounds", stage=stage)
    bracket = _bracket_of(context["stage"])
    if bracket is None or entry not in bracket.root.lot_of:
        raise Http404
    context["path"] = path_of(BracketWords(bracket), entry)
    return live(request, room="brackets", page="path", context=context)


@require_safe
def chart_pdf(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Show the wall chart of a bracket: on A3, or on A4 with `?paper=a4`."""
    key = "wall-chart-a4" if request.GET.get("paper") == "a4" else "wall-chart"
    return document_pdf(request, key, f"{slug}/{stage}")


def _bracket_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    stage: Stage = context["stage"]
    bracket = _bracket_of(stage)
    if bracket is None:
        return live(request, room="brackets", page="bracket", context=context)
    asked = _asked(request, stage, bracket)
    if asked.view == "path" and asked.name:
        found = named(bracket, asked.name)
        if len(found) == 1:
            return redirect(
                "path", context["tournament"].slug, stage.number, found[0][0]
            )
        context["found"] = found
    context |= _shown(stage, bracket, asked)
    return live(request, room="brackets", page="bracket", context=context)


def _rematch(stage: Stage, bracket: Bracket) -> int | None:
    """Return the first round in which entrants can meet again, None if they cannot."""
    if not stage.is_branch:
        return None
    first = earliest_rematch(bracket.course.plan, stage.section)
    return None if first is None else first + 1


def _shown(stage: Stage, bracket: Bracket, asked: BracketQuery) -> dict[str, Any]:
    """Return the context of the view that was asked for."""
    words = BracketWords(bracket)
    is_both = not asked.view and bracket.entrants <= BOTH_UP_TO
    view = asked.view or ("" if is_both else "rounds")
    context: dict[str, Any] = {
        "bracket": bracket,
        "asked": asked,
        "view": view,
        "is_both": is_both,
        "sections": _section_tabs(stage, words, asked.section),
        "query": _query(asked),
        "rematch": _rematch(stage, bracket),
    }
    if is_both or view == "rounds":
        context["round"] = round_page(
            words, asked.section, number=asked.round, part=asked.part, me=asked.me
        )
    if is_both or view == "tree":
        context["trees"] = [
            tree
            for section in _of_stage(stage, bracket, asked.section)
            for tree in trees_of(words, section)
        ]
    if view == "path" and not asked.name:
        numbers = bracket.root.lot_of
        context["found"] = sorted(
            ((one, bracket.names[one]) for one in numbers), key=lambda named: named[1]
        )
    return context


def _crosstable_page(
    request: HttpRequest, context: dict[str, Any], mark: Mark
) -> HttpResponse:
    stage: Stage = context["stage"]
    table = standings_table(stage, mark.text)
    context["table"] = table
    context["groups"] = cross_tables(stage, table)
    return live(request, room="brackets", page="crosstable", context=context)


def _bracket_of(stage: Stage) -> Bracket | None:
    return bracket_of(stage) if stage.is_plan else None


def _asked(request: HttpRequest, stage: Stage, bracket: Bracket) -> BracketQuery:
    said = request.GET
    section = said.get("section", "")
    if section not in bracket.sections or bracket.stage_of(section).pk != stage.pk:
        section = bracket.section_of(stage)
    name = said.get("q", "").replace("\x00", "").strip()[:LONGEST_NAME]
    view = said.get("view", "")
    return BracketQuery(
        view="path" if name else view if view in VIEWS else "",
        section=section,
        round=_number(said.get("round", "")),
        part=_number(said.get("part", "")),
        me=_number(said.get("me", "")),
        name=name,
    )


def _number(text: str) -> int:
    is_short = len(text) < len("1000000")
    return int(text) if is_short and text.isascii() and text.isdigit() else 0


def _query(asked: BracketQuery) -> str:
    """Return the query string of the page, so that a poll asks for the same."""
    said = {
        "view": asked.view,
        "section": asked.section,
        "round": asked.round,
        "part": asked.part,
        "me": asked.me,
        "q": asked.name,
    }
    return urlencode({key: value for key, value in said.items() if value})


def _of_stage(stage: Stage, bracket: Bracket, chosen: str) -> list[str]:
    """Return the sections on the page of a stage; a root also shows its branches."""
    if stage.is_branch:
        return [chosen]
    own = [one for one in bracket.sections if bracket.stage_of(one).pk == stage.pk]
    if bracket.entrants > BOTH_UP_TO:
        return own
    return list(bracket.sections)


def _section_tabs(
    stage: Stage, words: BracketWords, chosen: str
) -> list[dict[str, Any]]:
    """Return links to the sections of a stage, if it has several."""
    bracket = words.bracket
    own = [one for one in bracket.sections if bracket.stage_of(one).pk == stage.pk]
    if len(own) == 1:
        return []
    address = reverse("stage", args=[stage.division.tournament.slug, stage.number])
    return [
        {
            "url": f"{address}?{urlencode({'view': 'rounds', 'section': section})}",
            "text": words.section(section),
            "is_current": section == chosen,
        }
        for section in own
    ]
