"""Pages for the club's archives of match files: upload, decisions, import."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from django.core import paginator
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.club_matches.services import directory
from matches.files.archive import access as archive_access
from matches.files.archive import import_job
from matches.files.archive import services as service
from matches.files.archive.file_views import file_page, leave
from matches.files.archive.forms import ImportRulesForm, NamesForm, UploadForm
from matches.files.archive.models import Archive, ArchiveFile
from matches.files.archive.queries import (
    SHOWN,
    FileCounts,
    OpenReason,
    archive_rows,
    counted,
    file_rows,
    is_known,
    last_sent,
    name_rows,
    needs_answer,
    open_names,
    same_lists,
    undated,
    why_open,
)
from matches.jobs import tasks
from matches.jobs.models import Job
from matches.players.models import Player
from matches.rulebook.switches import CRAWFORD
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page

__all__ = [
    "file_page",
    "leave",
]

FILES_ON_A_PAGE: Final = 100
ARCHIVES_ON_A_PAGE: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveListPage(Page):
    """All archives, with their counts, and the form that adds one."""

    template = "matches/files/archive/list.html"

    form: UploadForm
    listed: paginator.Page[Archive]
    op: str

    @property
    def archives(self) -> Sequence[object]:
        """The archives of this page, each with the counts of `archive_rows`."""
        return list(self.listed)


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file of the list, with its texts."""

    file: ArchiveFile

    @property
    def error(self) -> str:
        """Why the file was refused, in the reader's language."""
        return "" if self.file.refusal is None else answers.sentence(self.file.refusal)

    @property
    def why(self) -> list[OpenReason]:
        """The open decision about the file."""
        is_open = self.file.state == ArchiveFile.State.OPEN
        return why_open(self.file) if is_open else []

    @property
    def doubts(self) -> int:
        """The number of notes about the file."""
        return len(self.file.doubts)

    @property
    def needs_answer(self) -> bool:
        """Whether a note needs an answer."""
        return needs_answer(self.file)


@dataclass(frozen=True, slots=True)
class FileFilter:
    """A link that shows the files in some states; "" is the key of all."""

    key: str
    label: str
    count: int
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePage(Page):
    """The files of an archive; while a worker is busy its progress instead."""

    template = "matches/files/archive/archive.html"
    fragment = "matches/files/archive/_archive.html"

    archive: Archive
    counts: FileCounts
    show: str
    listed: paginator.Page[ArchiveFile]
    undated: int
    is_known: bool
    same_lists: Sequence[Archive]
    open_names: int
    rules: ImportRulesForm

    @property
    def job(self) -> Job | None:
        """The newest work on the archive."""
        return self.archive.job

    @property
    def busy(self) -> bool:
        """Whether a worker is at it."""
        return self.job is not None and self.job.is_open

    @property
    def job_error(self) -> str:
        """Why the work failed."""
        if self.job is None or self.job.state != Job.State.FAILED:
            return ""
        return answers.sentence(self.job.failure)

    @property
    def filters(self) -> list[FileFilter]:
        """Links to the files in each state that there is."""
        return _filters(self.counts.shown, self.show, self.counts.total)

    @property
    def poll_url(self) -> str:
        """The address that the page polls for progress."""
        address = self.archive.get_absolute_url()
        return f"{address}?show={self.show}" if self.show else address

    @property
    def query(self) -> str:
        """The beginning of the query of the other pages of the list."""
        return f"show={self.show}&" if self.show else ""

    @property
    def rows(self) -> list[ListedFile]:
        """The files of this page of the list."""
        return [] if self.busy else [ListedFile(file) for file in self.listed]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveNamesPage(Page):
    """The form that says who the names in the files are."""

    template = "matches/files/archive/names.html"

    archive: Archive
    form: NamesForm
    labels: Mapping[str, Player]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveRemovePage(Page):
    """The question before an archive is deleted."""

    template = "matches/files/archive/remove.html"

    archive: Archive
    counts: FileCounts


@answers.form_page
def archive_list(request: HttpRequest) -> HttpResponse:
    """List the archives; POST uploads another one."""
    user = accounts_access.allowed(request, Act.ARCHIVES)
    form = UploadForm(answers.posted(request), request.FILES or None)
    status = 200
    if request.method == "POST":
        status = answers.REFUSED
        if form.is_valid():
            try:
                archive = service.add_archive(
                    uploads=form.uploads(), by=user, op=answers.op_of(request)
                )
            except RuleError as error:
                form.add_error("match_files", answers.sentence(error))
            else:
                _ring(archive.reading)
                return redirect("archive", pk=archive.pk)
    listed = Paginator(archive_rows(), ARCHIVES_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    page = ArchiveListPage(
        form=form, listed=listed, op=answers.op_of(request) or answers.new_op()
    )
    return answers.show_page(request, page, status=status)


@require_safe
def archive_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the files of an archive, and the progress while a worker is busy."""
    archive, _user = archive_access.archive_for_director(request, pk)
    return _show(request, archive)


@answers.form_page
def names(request: HttpRequest, pk: int) -> HttpResponse:
    """Assign players to the names in the files."""
    archive, user = archive_access.archive_for_director(request, pk)
    rows = name_rows(archive)
    known = directory()
    form = NamesForm(answers.posted(request), rows=rows, directory=known)
    if request.method == "POST" and form.is_valid():
        people = form.people()
        if form.is_valid():  # it may have added an error for an unknown name
            try:
                ready = service.decide_names(archive=archive, people=people, by=user)
            except RuleError as error:
                form.add_error(None, answers.sentence(error))
            else:
                answers.tell(request, _ready_words(ready))
                return redirect(archive)
    page = ArchiveNamesPage(archive=archive, form=form, labels=known.labels)
    status = answers.REFUSED if form.is_bound else 200
    return answers.show_page(request, page, status=status)


@require_POST
def import_ready(request: HttpRequest, pk: int) -> HttpResponse:
    """Queue one file, or all that need no decision, for the import."""
    archive, user = archive_access.archive_for_director(request, pk)
    form = ImportRulesForm(request.POST)
    if not form.is_valid():
        return _show(request, archive, rules=form, status=answers.REFUSED)
    try:
        archive = service.request_import(
            archive=archive,
            profile=form.profile(),
            rated=form.cleaned_data["rated"],
            day=form.cleaned_data["day"],
            number=_number(request),
            by=user,
        )
    except RuleError as error:
        return _show(
            request, archive, rules=form, status=answers.refuse(request, error)
        )
    _ring(archive.importing)
    return redirect(archive)


@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Read the files that could not be read again, and check duplicates again."""
    archive, _user = archive_access.archive_for_director(request, pk)
    archive = service.read_again(archive=archive)
    _ring(archive.reading)
    return redirect(archive)


@answers.form_page
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete an archive, after a confirmation."""
    archive, _user = archive_access.archive_for_director(request, pk)
    status = 200
    if request.method == "POST":
        try:
            service.remove_archive(archive=archive)
        except RuleError as error:
            status = answers.refuse(request, error)
        else:
            answers.tell(request, _("%(name)s is removed.") % {"name": archive.name})
            return redirect("archives")
    page = ArchiveRemovePage(archive=archive, counts=counted(archive))
    return answers.show_page(request, page, status=status)


@require_POST
def undo(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Undo the import of a file."""
    archive, user = archive_access.archive_for_director(request, pk)
    file = archive_access.archive_file_for_director(archive, number)
    try:
        changed = import_job.undo(file=file, by=user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("archive_file", pk=pk, number=number)
    if changed:
        answers.tell(
            request, _("The import of %(name)s was undone.") % {"name": file.name}
        )
    return redirect("archive_file", pk=pk, number=number)


def _show(
    request: HttpRequest,
    archive: Archive,
    *,
    rules: ImportRulesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    job = archive.job
    busy = job is not None and job.is_open
    counts = counted(archive)
    known = not busy and is_known(archive, counts)
    show = request.GET.get("show", "")
    show = show if show in SHOWN else ""
    listed = Paginator(file_rows(archive, show), FILES_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    page = ArchivePage(
        archive=archive,
        counts=counts,
        show=show,
        listed=listed,
        undated=0 if busy else undated(archive),
        is_known=known,
        same_lists=same_lists(archive) if known else [],
        open_names=0 if busy else open_names(archive),
        rules=rules or ImportRulesForm(initial=_last_rules(archive, busy=busy)),
    )
    ended = answers.is_fragment(request) and not busy and status == HTTPStatus.OK
    return answers.show_page(request, page, status=answers.OVER if ended else status)


def _filters(shown: dict[str, int], show: str, total: int) -> list[FileFilter]:
    words = {
        "ready": pgettext("file", "Ready"),
        "open": _("To decide"),
        "refused": _("Refused"),
        "left": _("Left out"),
        "done": pgettext("state", "Imported"),
    }
    filters = [("", _("All"), total), *((key, words[key], shown[key]) for key in SHOWN)]
    return [
        FileFilter(key, label, count, current=key == show)
        for key, label, count in filters
        if count or key in {"", show}
    ]


def _last_rules(archive: Archive, *, busy: bool) -> dict[str, object]:
    """Return the rules of the newest import."""
    last = None if busy else last_sent(archive)
    if last is None or last.profile is None:
        return {}
    profile = last.profile.profile
    return {
        "rules": profile.key,
        "crawford": profile[CRAWFORD],
        "rated": last.rated,
    }


def _ready_words(ready: int) -> str:
    return ngettext(
        "Saved. %(count)s file is ready to import.",
        "Saved. %(count)s files are ready to import.",
        ready,
    ) % {"count": ready}


def _number(request: HttpRequest) -> int | None:
    """Return the number of the one file to import, None for all that are ready."""
    typed = request.POST.get("number", "")
    if not typed:
        return None
    readable = typed.isascii() and typed.isdecimal() and len(typed) < 10  # noqa: PLR2004
    return int(typed) if readable else 0


def _ring(job: Job | None) -> None:
    if job is not None:
        tasks.send_on_commit(job.pk)
