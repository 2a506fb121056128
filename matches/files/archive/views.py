"""Pages for the club's archives of match files: upload, decisions, import."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.club_matches.services import directory
from matches.files.archive import access as archive_access
from matches.files.archive import import_job
from matches.files.archive import services as service
from matches.files.archive.file_views import file_page, leave
from matches.files.archive.forms import ImportRulesForm, NamesForm, UploadForm
from matches.files.archive.models import Archive, ArchiveFile
from matches.files.archive.queries import (
    SHOWN,
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
from matches.rulebook.switches import CRAWFORD
from matches.rules.refusals import RuleError
from matches.web import answers

__all__ = [
    "file_page",
    "leave",
]

FILES_ON_A_PAGE: Final = 100
ARCHIVES_ON_A_PAGE: Final = 30


@answers.form_page
def archive_list(request: HttpRequest) -> HttpResponse:
    """List the archives; POST uploads another one."""
    user = accounts_access.director(request)
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
    page = Paginator(archive_rows(), ARCHIVES_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "form": form,
        "listed": page,
        "archives": page.object_list,
        "op": answers.op_of(request) or answers.new_op(),
    }
    return render(request, "matches/files/archive/list.html", context, status=status)


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
    context = {"archive": archive, "form": form, "labels": known.labels}
    status = answers.REFUSED if form.is_bound else 200
    return render(request, "matches/files/archive/names.html", context, status=status)


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
    context = {"archive": archive, "counts": counted(archive)}
    return render(request, "matches/files/archive/remove.html", context, status=status)


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
    page = Paginator(file_rows(archive, show), FILES_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    context: dict[str, Any] = {
        "archive": archive,
        "job": job,
        "busy": busy,
        "job_error": _job_error(job),
        "counts": counts,
        "show": show,
        "filters": _filters(counts.shown, show, counts.total),
        "listed": page,
        "query": f"show={show}&" if show else "",
        "rows": [] if busy else _rows(page.object_list),
        "undated": 0 if busy else undated(archive),
        "is_known": known,
        "same_lists": same_lists(archive) if known else [],
        "open_names": 0 if busy else open_names(archive),
        "rules": rules or ImportRulesForm(initial=_last_rules(archive, busy=busy)),
    }
    ended = answers.is_fragment(request) and not busy and status == HTTPStatus.OK
    return answers.show(
        request,
        page="matches/files/archive/archive.html",
        fragment="matches/files/archive/_archive.html",
        context=context,
        status=answers.OVER if ended else status,
    )


def _rows(files: Iterable[ArchiveFile]) -> list[dict[str, Any]]:
    """Return the files with the texts of the list."""
    return [
        {
            "file": file,
            "error": error_of(file),
            "why": why_open(file) if file.state == ArchiveFile.State.OPEN else [],
            "doubts": len(file.doubts),
            "needs_answer": needs_answer(file),
        }
        for file in files
    ]


def error_of(file: ArchiveFile) -> str:
    """Return why a file was refused, in the reader's language."""
    return "" if file.refusal is None else answers.sentence(file.refusal)


def _filters(shown: dict[str, int], show: str, total: int) -> list[dict[str, Any]]:
    words = {
        "ready": pgettext("file", "Ready"),
        "open": _("To decide"),
        "refused": _("Refused"),
        "left": _("Left out"),
        "done": pgettext("state", "Imported"),
    }
    filters = [("", _("All"), total), *((key, words[key], shown[key]) for key in SHOWN)]
    return [
        {"key": key, "label": label, "count": count, "current": key == show}
        for key, label, count in filters
        if count or key in {"", show}
    ]


def _last_rules(archive: Archive, *, busy: bool) -> dict[str, Any]:
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


def _job_error(job: Job | None) -> str:
    if job is None or job.state != Job.State.FAILED:
        return ""
    return answers.sentence(job.failure)
