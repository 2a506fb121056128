"""The notes of a desk: a page with all of them, and the acts."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.desk_notes import services
from tournaments.desk_notes.access import for_all_notes, for_notes, note_of
from tournaments.desk_notes.forms import DeskNoteForm
from tournaments.desk_notes.models import DeskNote
from tournaments.desk_notes.queries import (
    NoteLine,
    done_notes,
    note_line,
    standing_notes,
)
from tournaments.structure.access import DirectorVisit
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPage(TournamentPage):
    """All notes of a desk, and the form of a new one."""

    template = "tournaments/desk_notes/notes.html"

    form: DeskNoteForm
    standing: Sequence[NoteLine]
    done: Sequence[NoteLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotePage(TournamentPage):
    """The form of one note; `now` is its present text, if another user changed it."""

    template = "tournaments/desk_notes/note.html"

    form: DeskNoteForm
    now: NoteLine | None = None


@answers.form_page
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all notes; leave one."""
    visit = for_all_notes(request, slug)
    form = DeskNoteForm(answers.posted(request))
    made = answers.made_with(
        form,
        lambda: services.leave_note(
            visit.tournament, form.cleaned_data["text"], by=visit.user
        ),
        field="text",
    )
    if made is not None:
        return _told(request, made, _("Note saved."))
    page = NotesPage(
        tournament=visit.tournament,
        form=form,
        standing=standing_notes(visit.tournament),
        done=done_notes(visit.tournament),
    )
    return answers.show_page(request, page, status=answers.status_with(form))


@answers.form_page
def note(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a note.

    If another user has saved meanwhile, the page shows the present text, and the typed
    one in the box; the same form sent again replaces the present text.
    """
    visit = for_notes(request, slug)
    row = note_of(visit, pk)
    if request.method != "POST":
        return _form(request, visit, _form_of(row))
    form = DeskNoteForm(request.POST)
    if not form.is_valid():
        return _form(request, visit, form, status=answers.REFUSED)
    text, version = form.cleaned_data["text"], form.cleaned_data["version"] or 0
    try:
        services.change_note(row, text, version=version, by=visit.user)
    except RuleError as error:
        again = request.POST.copy()
        again["version"] = str(row.version)
        form = DeskNoteForm(again)
        form.is_valid()
        form.add_error(None, answers.sentence(error))
        now = note_line(note_of(visit, pk))
        status = answers.status_of(error)
        return _form(request, visit, form, now=now, status=status)
    return _told(request, row, _("Note updated."))


@require_POST
def note_done(
    request: HttpRequest, slug: str, *, pk: int, version: int
) -> HttpResponse:
    """Mark a note as done."""
    visit = for_notes(request, slug)
    row = note_of(visit, pk)
    try:
        services.finish_note(row, version=version, by=visit.user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("tournament_desk", slug=slug)
    return _told(request, row, _("Note marked as done."))


@require_POST
def note_back(
    request: HttpRequest, slug: str, *, pk: int, version: int
) -> HttpResponse:
    """Undo the last change of a note, or redo it."""
    visit = for_notes(request, slug)
    row = note_of(visit, pk)
    try:
        services.undo_note_change(row, version, by=visit.user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("notes", slug=slug)
    forth = reverse("note_back", args=[slug, pk, row.version])
    answers.tell(request, _("Undone."), redo_url=forth)
    return redirect("tournament_desk", slug=slug)


def _form_of(row: DeskNote) -> DeskNoteForm:
    return DeskNoteForm(initial={"text": row.text, "version": row.version})


def _form(
    request: HttpRequest,
    visit: DirectorVisit,
    form: DeskNoteForm,
    *,
    now: NoteLine | None = None,
    status: int = 200,
) -> HttpResponse:
    page = NotePage(tournament=visit.tournament, form=form, now=now)
    return answers.show_page(request, page, status=status)


def _told(request: HttpRequest, row: DeskNote, text: str) -> HttpResponse:
    slug = row.tournament.slug
    back = reverse("note_back", args=[slug, row.pk, row.version])
    answers.tell(request, text, undo_url=back)
    return redirect("tournament_desk", slug=slug)
