"""Public pages of brackets: rounds, tree, one player's path, and the wall chart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.web import answers
from matches.web.context import depends_on
from tournaments.brackets import (
    Bracket,
    BracketName,
    BracketWords,
    bracket_of,
    named,
    names_in,
    path_of,
    round_page,
    trees_of,
)
from tournaments.brackets.tree import Tree
from tournaments.engine.bracket.loser_order import earliest_rematch
from tournaments.rounds import access as rounds_access
from tournaments.rounds.access import PublicHeader
from tournaments.rounds.public_page import show_public
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage

VIEWS: Final = ("rounds", "tree", "path")
BOTH_UP_TO: Final = 64
"""The most entrants for a page with both rounds and tree, between which CSS chooses."""
LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class BracketQuery:
    """The query of a request for a bracket; with an empty `view` the page chooses."""

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
def path_page(
    request: HttpRequest, slug: str, *, stage: int, entry: int
) -> HttpResponse:
    mark, header = rounds_access.visit_for_public(request, slug, stage)
    if header is None:
        return answers.unchanged()
    bracket = _bracket_of(header.stage)
    if bracket is None or entry not in bracket.root.lot_of:
        raise Http404
    return show_public(
        request,
        "tournaments/brackets/path.html",
        header=header,
        mark=mark,
        address=reverse("path", args=[slug, stage, entry]),
        path=path_of(BracketWords(bracket), entry),
        asked=None,
    )


def bracket_page(
    request: HttpRequest, header: PublicHeader, mark: TournamentMark
) -> HttpResponse:
    stage, slug = header.stage, header.tournament.slug
    address = reverse("stage", args=[slug, stage.number])
    template = "tournaments/brackets/bracket.html"
    bracket = _bracket_of(stage)
    if bracket is None:
        return show_public(
            request,
            template,
            header=header,
            mark=mark,
            address=address,
            bracket=None,
            rematch=None,
            trees=(),
        )
    asked = _asked(request, stage, bracket)
    found: Sequence[BracketName] = ()
    if asked.view == "path":
        found = named(bracket, asked.name) if asked.name else names_in(bracket)
        if asked.name and len(found) == 1:
            return redirect("path", slug, stage.number, found[0].entry)
    shown = _shown(stage, bracket, asked)
    parts = shown["round"].parts if shown["round"] else ()
    part = min(asked.part, len(parts))
    depends_on(request, **_said(replace(asked, name="", part=part)))
    said = _said(asked)  # so that a poll asks for the same
    return show_public(
        request,
        template,
        header=header,
        mark=mark,
        address=f"{address}?{urlencode(said)}" if said else address,
        bracket=bracket,
        asked=asked,
        found=found,
        **shown,
    )


def _rematch(stage: Stage, bracket: Bracket) -> int | None:
    """Return the first round in which entrants can meet again, None if they cannot."""
    if not stage.is_branch:
        return None
    first = earliest_rematch(bracket.course.plan, stage.section)
    return None if first is None else first + 1


def _shown(stage: Stage, bracket: Bracket, asked: BracketQuery) -> dict[str, Any]:
    """Return the values of the view that was asked for.

    `rematch` is the first round in which entrants can meet again.
    """
    words = BracketWords(bracket)
    is_both = not asked.view and bracket.entrants <= BOTH_UP_TO
    view = asked.view or ("" if is_both else "rounds")
    shown = None
    if is_both or view == "rounds":
        shown = round_page(
            words, asked.section, number=asked.round, part=asked.part, me=asked.me
        )
    trees: list[Tree] = []
    if is_both or view == "tree":
        for section in _of_stage(stage, bracket, asked.section):
            trees += trees_of(words, section)
    return {
        "view": view,
        "is_both": is_both,
        "sections": _section_tabs(stage, words, asked.section),
        "rematch": _rematch(stage, bracket),
        "round": shown,
        "trees": trees,
    }


def _bracket_of(stage: Stage) -> Bracket | None:
    return bracket_of(stage) if stage.is_plan else None


def _asked(request: HttpRequest, stage: Stage, bracket: Bracket) -> BracketQuery:
    said = request.GET
    section = said.get("section", "")
    if section not in bracket.sections or bracket.stage_of(section).pk != stage.pk:
        section = bracket.section_of(stage)
    name = said.get("q", "").replace("\x00", "").strip()[:LONGEST_NAME]
    view, me = said.get("view", ""), _number(said.get("me", ""))
    number = _number(said.get("round", ""))
    return BracketQuery(
        view="path" if name else view if view in VIEWS else "",
        section=section,
        round=number if number in bracket.rounds[section] else 0,
        part=_number(said.get("part", "")),
        me=me if me in bracket.root.lot_of else 0,
        name=name,
    )


def _number(text: str) -> int:
    is_short = len(text) < len("1000000")
    return int(text) if is_short and text.isascii() and text.isdigit() else 0


def _said(asked: BracketQuery) -> dict[str, str | int]:
    said: dict[str, str | int] = {
        "view": asked.view,
        "section": asked.section,
        "round": asked.round,
        "part": asked.part,
        "me": asked.me,
        "q": asked.name,
    }
    return {key: value for key, value in said.items() if value}


def _of_stage(stage: Stage, bracket: Bracket, chosen: str) -> list[str]:
    """Return the sections on the page of a stage; a root also shows its branches."""
    if stage.is_branch:
        return [chosen]
    own = [
        section
        for section in bracket.sections
        if bracket.stage_of(section).pk == stage.pk
    ]
    if bracket.entrants > BOTH_UP_TO:
        return own
    return list(bracket.sections)


def _section_tabs(
    stage: Stage, words: BracketWords, chosen: str
) -> list[dict[str, object]]:
    bracket = words.bracket
    own = [
        section
        for section in bracket.sections
        if bracket.stage_of(section).pk == stage.pk
    ]
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
