"""The page of one file of an archive: contents, players, the match it belongs to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.club_matches.services import directory
from matches.files.archive import access as archive_access
from matches.files.archive import services as service
from matches.files.archive.candidates import candidates
from matches.files.archive.forms import FileForm, ImportRulesForm
from matches.files.archive.models import Archive, ArchiveFile
from matches.files.archive.queries import OpenReason, meant, next_open, why_open
from matches.files.archive.words import candidate_words
from matches.jobs import tasks
from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.rulebook.switches import CRAWFORD
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page

SWAP: Final = "swap"
KEEP: Final = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveFilePage(Page):
    """One file of an archive; without a form nothing can be decided about it."""

    template = "matches/files/archive/file.html"

    file: ArchiveFile
    form: FileForm | None
    rules: ImportRulesForm | None
    why: Sequence[OpenReason]
    next_open: int | None
    is_known: bool = False

    @property
    def archive(self) -> Archive:
        """The archive of the file."""
        return self.file.archive

    @property
    def labels(self) -> Mapping[str, Player]:
        """The players that are suggested."""
        return {} if self.form is None else self.form.directory.labels

    @property
    def matches(self) -> list[Match]:
        """The matches to which the file may belong."""
        return [] if self.form is None else self.form.candidates

    @property
    def doubts(self) -> list[str]:
        """The doubts about the file."""
        return [answers.sentence(doubtful.doubt) for doubtful in self.file.doubtful]

    @property
    def error(self) -> str:
        """Why the file was refused."""
        refusal = self.file.refusal
        return answers.sentence(refusal) if refusal else ""


@answers.form_page
def file_page(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show one file; POST decides about it and may import it."""
    archive, user = archive_access.archive_for_director(request, pk)
    file = archive_access.archive_file_for_director(archive, number)
    if not file.may_change:
        return _show(request, file)
    matches = matches_for(file)
    form, rules = _forms(request, file, matches)
    if request.method != "POST" or SWAP in request.POST:
        return _show(request, file, form=form, rules=rules)
    if form.is_valid() and rules.is_valid() and form.one and form.two:
        decision = service.FileDecision(
            one=form.one,
            two=form.two,
            match=form.match,
            replaces=form.cleaned_data["replaces"],
            rated=rules.cleaned_data["rated"],
            day=rules.cleaned_data["day"],
        )
        now = KEEP not in request.POST
        try:
            locked = service.decide_file(
                file=file, decision=decision, profile=rules.profile(), now=now, by=user
            )
        except RuleError as error:
            form.add_error(None, answers.sentence(error))
        else:
            if now and locked.importing is not None:
                tasks.send_on_commit(locked.importing.pk)
            else:
                answers.tell(request, _("%(name)s is ready.") % {"name": file.name})
            return redirect(archive)
    return _show(request, file, form=form, rules=rules, status=answers.REFUSED)


@require_POST
def leave(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Leave one file out."""
    archive, user = archive_access.archive_for_director(request, pk)
    file = archive_access.archive_file_for_director(archive, number)
    try:
        service.leave_out(file=file, by=user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("archive_file", pk=pk, number=number)
    answers.tell(request, _("%(name)s is left out.") % {"name": file.name})
    return redirect(archive)


def matches_for(file: ArchiveFile) -> list[tuple[Match, SafeString]]:
    """Return the matches to which a file may belong, each with a description."""
    matches = candidates(file)
    return [
        (candidate.match, candidate_words(file, candidate)) for candidate in matches
    ]


def _forms(
    request: HttpRequest, file: ArchiveFile, matches: Sequence[tuple[Match, SafeString]]
) -> tuple[FileForm, ImportRulesForm]:
    given: dict[str, Any] = {
        "file": file,
        "meant": meant({file.name_1, file.name_2}),
        "matches": matches,
        "directory": directory(),
    }
    initial = _rules_of(file)
    if SWAP in request.POST:
        form = FileForm(request.POST, **given)
        initial = {"rules": request.POST.get("rules", "")}
        initial["crawford"] = "crawford" in request.POST
        initial["rated"] = "rated" in request.POST
        initial["day"] = request.POST.get("day", "")
        swapped = FileForm(**given)
        swapped.initial = {**swapped.initial, **form.swapped()}
        return swapped, ImportRulesForm(initial=initial)
    posted = answers.posted(request)
    return FileForm(posted, **given), ImportRulesForm(posted, initial=initial)


def _rules_of(file: ArchiveFile) -> dict[str, object]:
    given: dict[str, object] = {"rated": file.rated, "day": file.day_given}
    if file.profile is None:
        return given
    rules = file.profile.profile
    return given | {"rules": rules.key, "crawford": rules[CRAWFORD]}


def _show(
    request: HttpRequest,
    file: ArchiveFile,
    *,
    form: FileForm | None = None,
    rules: ImportRulesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    page = ArchiveFilePage(
        file=file,
        form=form,
        rules=rules,
        why=why_open(file) if file.state == ArchiveFile.State.OPEN else [],
        next_open=next_open(file.archive, file),
    )
    return answers.show_page(request, page, status=status)
