"""The notes of a desk: a page with all of them, and the acts."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.hall import notes as services
from tournaments.hall.models import LONGEST_TEXT, DeskNote
from tournaments.hall.notes import (
    NoteLine,
    done_notes,
    for_all_notes,
    for_notes,
    note_line,
    note_of,
    standing_notes,
)
from tournaments.structure.access import DirectorVisit
from tournaments.structure.page import show


class NoteField(forms.CharField):
    """The text of a note; the end of a line counts as one letter."""

    def to_python(self, value: object) -> str | None:
        """Return the text with the line ends that are stored."""
        typed = value.replace("\r\n", "\n") if isinstance(value, str) else value
        return super().to_python(typed)


class DeskNoteForm(forms.Form):
    """The text of a note; `version` is that of the note on the page.

    The box has no `maxlength`: a browser would cut off a pasted text in silence.
    """

    text = NoteField(
        label=gettext_lazy("Note"),
        widget=forms.Textarea(attrs={"rows": 4, "data-autofocus": True}),
    )
    version = forms.IntegerField(
        widget=forms.HiddenInput, required=False, min_value=0, max_value=2**31 - 1
    )

    def clean_text(self) -> str:
        """Refuse a text that is too long."""
        text: str = self.cleaned_data["text"]
        if len(text) > LONGEST_TEXT:
            raise forms.ValidationError(
                _(
                    "A note can have up to %(most)s characters; this one has "
                    "%(count)s. "
                    "Shorten it, or split it in two."
                )
                % {"most": LONGEST_TEXT, "count": len(text)},
                code="too_long",
            )
        return text


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
        return _told(request, made, _("Saved."))
    return show(
        request,
        "tournaments/hall/notes/notes.html",
        visit.tournament,
        form=form,
        standing=standing_notes(visit.tournament),
        done=done_notes(visit.tournament),
    )


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
    return _told(request, row, _("Saved."))


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
    return _told(request, row, _("Marked as done."))


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
    template, tournament = "tournaments/hall/notes/note.html", visit.tournament
    return show(request, template, tournament, form=form, now=now, status=status)


def _told(request: HttpRequest, row: DeskNote, text: str) -> HttpResponse:
    slug = row.tournament.slug
    back = reverse("note_back", args=[slug, row.pk, row.version])
    answers.tell(request, text, undo_url=back)
    return redirect("tournament_desk", slug=slug)
