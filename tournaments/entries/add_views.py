"""Entering players: the box, a list before it is added, what was added and its undo."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.players.models import Player
from matches.players.roster import LINE_BY_LINE, Layout, ListedAs, ListLine
from matches.players.services import NewPlayer
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries import services as service
from tournaments.entries.errors import (
    ALREADY_ENTERED,
    NAME_ENTERED,
    NOT_KNOWN,
)
from tournaments.entries.forms import DivisionPlayersForm
from tournaments.entries.page import ListPreviewPage
from tournaments.entries.pairs import SharedPerson, is_for_pairs, shared_people
from tournaments.entries.pasted_list import (
    NEW,
    SKIP,
    PreviewRow,
    choice_of,
    edited_lines,
    is_clear,
    is_namesake,
    known_players,
    line_of,
    marks_of,
    read_division_list,
    renewals,
    sent_choices,
    sent_layout,
    shown_layout,
    with_edits,
)
from tournaments.entries.queries import (
    division_numbered,
    keys_of,
    players_by_key,
    players_of,
)
from tournaments.entries.views import box_form, entries_url, show_entries
from tournaments.structure import access as structure_access
from tournaments.structure.models import Division

MOST_AT_ONCE: Final = 20
"""People who may all have come when their names are pasted."""


@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Read the box; add what is clear, ask about the rest.

    A single clear line is added at once. A list, or an unclear line, is shown first and
    added by the second post, which carries `confirmed` and the choices made.
    """
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ADD_ENTRY
    )
    division = division_numbered(tournament, request.POST.get("division", ""))
    form = box_form(division, request.POST, request.FILES)
    box = _read_box(request, division, form) if form.is_valid() else None
    if box is None:
        return show_entries(request, division, form, status=answers.REFUSED)
    if box.must_ask:
        return _preview(request, division, form=form, box=box)
    named = known_players(box.choices.values())
    entered = keys_of(division)
    copied = [
        player
        for player in box.copied
        if player not in named and player.key not in entered
    ]
    try:
        added = service.add_entries(
            tournament=tournament,
            known=[*named, *copied],
            new=[
                NewPlayer(
                    line.name,
                    line.club,
                    line.rating,
                    line.sort_name,
                    line.country or "",
                )
                for line in box.lines
                if box.choices[line.number] == NEW
            ],
            here=form.cleaned_data["here"],
            division=division.number,
            by=user,
            renewals=renewals(
                request.POST,
                box.lines,
                box.choices,
                may_change=accounts_access.is_allowed(request, Act.PLAYERS),
            ),
        )
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        return show_entries(request, division, form, status=answers.status_of(error))
    return _added(request, division, added)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    """The box as it was read.

    `choices` has the choice of each line by its number, empty where the director must
    choose; `copied` the players of another division; `shared` the people who would be
    in two entries. `confirmed`: the preview was sent. `must_ask`: the preview must be
    shown before players are added.
    """

    lines: Sequence[ListLine]
    layout: Layout
    choices: Mapping[int, str]
    copied: Sequence[Player]
    shared: Sequence[SharedPerson]
    confirmed: bool
    must_ask: bool


def _read_box(
    request: HttpRequest, division: Division, form: DivisionPlayersForm
) -> _Box | None:
    """Read the box of a valid form; None, with an error in the form, if refused.

    Lines that were edited in the preview replace those of the form's text.
    """
    typed = form.cleaned_data
    chosen: dict[int, str] = {}
    edited: dict[int, str] = {}
    is_other = False
    layout = LINE_BY_LINE
    try:
        if typed.get("known"):
            lines = _chosen_line(division, typed)
        else:
            layout = sent_layout(request.POST, typed["text"])
            lines = read_division_list(division, typed["text"], layout)
            chosen = sent_choices(request.POST, lines)
            shown = shown_layout(request.POST, layout)
            is_other = layout.is_table and shown.mark != layout.mark
            before = (
                read_division_list(division, typed["text"], shown)
                if is_other
                else lines
            )
            edited = edited_lines(request.POST, before)
        if edited:
            typed["text"] = with_edits(typed["text"], lines, edited)
            layout = LINE_BY_LINE
            lines = read_division_list(division, typed["text"], layout)
    except RuleError as error:
        form.add_error("text", answers.sentence(error))
        return None
    copied = players_of(division.tournament, typed.get("copy") or 0)
    is_alone = len(lines) == 1 and not copied and "confirmed" not in request.POST
    if is_alone and (refusal := _refusal(lines[0])):
        form.add_error("text", answers.sentence(refusal))
        return None
    if not lines and not copied:
        form.add_error("text", _("There are no names in this list yet."))
        return None
    choices = {
        line.number: choice_of(chosen.get(line.number, ""), line) for line in lines
    }
    shared = _shared(division, lines, choices)
    confirmed = "confirmed" in request.POST and "again" not in request.POST
    is_sure = confirmed or not lines or (is_clear(lines) and not shared)
    return _Box(
        lines=lines,
        layout=layout,
        choices=choices,
        copied=copied,
        shared=shared,
        confirmed=confirmed,
        must_ask=not all(choices.values())
        or not is_sure
        or _surprises(lines, chosen, edited)
        or is_other
        or not layout.is_sure
        or bool(layout.left_out and not confirmed),
    )


def _refusal(line: ListLine) -> RuleError | None:
    """Return why a line that was typed alone is refused: the player is entered.

    A club that was typed may mean another person, so the preview asks.
    """
    if line.known is None or line.verdict is not ListedAs.ENTERED:
        return None
    if not line.is_by_name:
        return ALREADY_ENTERED(name=line.known.name)
    return None if line.club else NAME_ENTERED(name=line.known.name)


def _chosen_line(division: Division, typed: dict[str, Any]) -> tuple[ListLine, ...]:
    """Return the line of the player who was chosen below the box. Raises NOT_KNOWN."""
    player = players_by_key([typed["known"]]).get(typed["known"])
    if player is None:
        raise NOT_KNOWN()
    line = line_of(player, division)
    typed["text"] = line.raw
    return (line,)


def _added(
    request: HttpRequest, division: Division, added: service.Added
) -> HttpResponse:
    slug = division.tournament.slug
    count = len(added.entries)
    if added.undo is None:
        messages.info(request, _("No one was added: every line was skipped."))
        return redirect(entries_url(division))
    text = (
        _("%(name)s is entered.") % {"name": added.entries[0].player.name}
        if count == 1
        else _entered_text(count, has_pairs=is_for_pairs(division))
    )
    answers.tell(
        request,
        text,
        undo_url=reverse("amendment_undo", args=[slug, added.undo.pk]),
    )
    first = added.entries[0]
    if count == 1 and first.joined_round > 1:
        return redirect("entry_options", slug=slug, number=first.number)
    return redirect(entries_url(division))


def _entered_text(count: int, *, has_pairs: bool) -> str:
    text = (
        ngettext("%(count)s pair is entered.", "%(count)s pairs are entered.", count)
        if has_pairs
        else ngettext(
            "%(count)s player is entered.", "%(count)s players are entered.", count
        )
    )
    return text % {"count": count}


def _shared(
    division: Division, lines: Sequence[ListLine], choices: Mapping[int, str]
) -> list[SharedPerson]:
    """Return the people of chosen lines who would be in two entries."""
    chosen = [line.name for line in lines if choices[line.number] not in {"", SKIP}]
    return shared_people(division, chosen)


def _surprises(
    lines: Sequence[ListLine], chosen: Mapping[int, str], edited: Container[int]
) -> bool:
    """Return True if an edited line means something that its preview did not show."""
    return any(
        line.number in edited
        and chosen.get(line.number) != SKIP
        and line.verdict not in {ListedAs.NEW, ListedAs.UNSURE}
        and not is_namesake(chosen.get(line.number, ""), line)
        for line in lines
    )


def _preview(
    request: HttpRequest,
    division: Division,
    *,
    form: DivisionPlayersForm,
    box: _Box,
) -> HttpResponse:
    marks = marks_of(box.lines)
    ticked = request.POST.getlist("renew")
    rows = [
        PreviewRow(line, box.choices[line.number], mark, renewed=mark in ticked)
        for line in box.lines
        for mark in [marks[line.number]]
    ]
    counts = {
        verdict.value: sum(line.verdict is verdict for line in box.lines)
        for verdict in ListedAs
    }
    adding = sum(choice != SKIP for choice in box.choices.values())
    page = ListPreviewPage(
        list_url=entries_url(division),
        tournament=division.tournament,
        division=division,
        form=form,
        rows=rows,
        counts=counts,
        adding=adding,
        shared=box.shared,
        layout=box.layout,
        here=_is_here(form, division, len(box.lines), is_first=not box.confirmed),
        undecided=box.confirmed and not all(box.choices.values()),
    )
    unreadable = not adding and counts[ListedAs.INVALID]
    status = answers.REFUSED if box.confirmed or unreadable else 200
    return answers.show_page(request, page, status=status)


def _is_here(
    form: DivisionPlayersForm, division: Division, lines: int, *, is_first: bool
) -> bool:
    """Return whether the players of a preview are checked in unless that is changed.

    A long list, and one that is entered before the day, is of people who are to come.
    """
    today = timezone.localdate()
    is_early = division.tournament.date > today
    if is_first and (lines > MOST_AT_ONCE or is_early):
        return False
    return bool(form.cleaned_data["here"])
