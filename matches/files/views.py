"""Pages for match files: upload, comparison with the record, import, downloads."""

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any, Final, TypeAlias

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from matches.files import access as files_access
from matches.files import services as files_services
from matches.files.compare import (
    FileAgreement,
    FileComparison,
    compare_with_match,
    guess_swapped,
    judged_file,
    used_files,
)
from matches.files.services import LARGEST_AT_ONCE
from matches.files.words import facts_of, lines_of, notes_of
from matches.jobs import sent_files
from matches.jobs.queue import job_error
from matches.ledger import access as ledger_access
from matches.ledger.book import Recorded
from matches.ledger.models.facts import FinalScore, MatchFile
from matches.ledger.models.match import Match
from matches.ledger.occasions import day_of, occasion_of
from matches.ledger.queries import final_score_of, match_view, session_view
from matches.ledger.reporter import Reporter
from matches.match_page.views import by_scorer
from matches.match_page.words import score_sentence
from matches.rules import Side
from matches.rules.refusals import RuleError
from matches.transcripts import (
    MAX_BYTES,
    Action,
    Transcript,
    WrittenGame,
    from_ledger,
    from_session,
    resolved,
    write_mat,
    write_sgf,
)
from matches.web import answers
from matches.web.answers import OP_LENGTH
from matches.web.decorators import heavy


class MatchFileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Match file"),
        help_text=gettext_lazy(
            "Moves of the match as saved by eXtreme Gammon, GNU Backgammon, Backgammon "
            "Galaxy, Backgammon Studio or another program (.mat, .txt or .sgf, up to 5 "
            "MB)."
        ),
        error_messages={
            "required": gettext_lazy("Choose a .mat, .txt or .sgf file of up to 5 MB."),
            "empty": gettext_lazy("This file is empty. Choose another file."),
        },
    )


class FileImportForm(forms.Form):
    """The options of an import: the assignment of the columns, and replacing games."""

    swapped = forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1")],
        coerce=lambda given: given == "1",
        error_messages={"required": gettext_lazy("Match the names to the players.")},
    )
    replace = forms.BooleanField(required=False)
    op = forms.CharField(max_length=OP_LENGTH, required=False)


@heavy
@answers.form_page
def add_file(request: HttpRequest, code: str) -> HttpResponse:
    """Store a match file, then show its contents before anything is recorded."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    form = MatchFileForm(answers.posted(request), request.FILES or None)
    if not form.is_valid():
        return _show_add(request, match, form)
    sent = form.cleaned_data["file"]
    try:
        if LARGEST_AT_ONCE < sent.size <= MAX_BYTES:
            return _queue(match, sent, reporter=reporter)
        file, is_new = files_services.attach(
            match_id=match.pk, name=sent.name, content=sent.read(), by=reporter
        )
    except RuleError as error:
        form.add_error("file", answers.sentence(error))
        return _show_add(request, match, form, status=answers.status_of(error))
    if not is_new:
        answers.tell(request, _("This file has already been added."))
    return redirect("match_file", code=match.code, pk=file.pk)


@require_safe
def file_sent(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Show how far the reading of a large file is; then lead to the file."""
    match, _reporter = ledger_access.match_for_scorer(request, code)
    sent = files_services.sent_to(match, key)
    if sent is None:
        raise Http404
    job, asks_part = sent.job, answers.is_fragment(request)
    seen = sent_files.seen(job)
    if asks_part and job.is_open and request.GET.get("seen") == seen:
        return answers.unchanged()
    if job.state == job.State.DONE and not asks_part:
        file = MatchFile.objects.valid().filter(pk=sent.found["file"]).first()
        if file is None:  # added, and removed since
            return redirect("match", code=match.code)
        return redirect("match_file", code=match.code, pk=file.pk)
    context = {
        "match": match,
        "occasion": occasion_of(match),
        "name": sent.name,
        "job": job,
        "poll_url": f"{request.path}?seen={seen}",
        "url": request.path,
        "error": job_error(job),
    }
    status = 200 if job.is_open or not asks_part else answers.OVER
    page, part = "matches/files/file_sent.html", "matches/files/_file_sent.html"
    answer = answers.show(request, page, context, fragment=part, status=status)
    if asks_part and job.state == job.State.DONE:
        answer["HX-Redirect"] = request.path
    return answer


@answers.form_page
def match_file(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Show the contents of a file beside the recorded games; POST imports them."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    file = files_access.file_in(match, pk)
    if request.method != "POST":
        asked = {"0": False, "1": True}.get(request.GET.get("swapped", ""))
        return _show_file(request, file, reporter=reporter, swapped=asked)
    form = FileImportForm(request.POST)
    if not form.is_valid():
        errors = (str(error) for found in form.errors.values() for error in found)
        status = answers.refuse_text(request, " ".join(errors))
        return _show_file(request, file, reporter=reporter, status=status)
    swapped = form.cleaned_data["swapped"]
    try:
        recorded = files_services.import_games(
            match_id=match.pk,
            file_id=file.pk,
            swapped=swapped,
            replace=form.cleaned_data["replace"],
            op=form.cleaned_data["op"],
            by=reporter,
        )
    except RuleError as error:
        match.refresh_from_db()
        status = answers.refuse(request, error)
        return _show_file(
            request, file, reporter=reporter, swapped=swapped, status=status
        )
    return _imported(request, recorded)


@by_scorer
def undo_import(
    request: HttpRequest, match: Match, reporter: Reporter, *, revision: int
) -> HttpResponse:
    recorded = files_services.undo_import(
        match_id=match.pk, revision=revision, by=reporter
    )
    answers.tell(request, score_sentence(recorded.match))
    return redirect("match", code=match.code)


@by_scorer
def remove_file(
    request: HttpRequest, match: Match, reporter: Reporter, *, pk: int
) -> HttpResponse:
    """Remove a file; games imported from it stay."""
    files_services.remove_file(match_id=match.pk, row=pk, by=reporter)
    back = reverse("restore_file", args=[match.code, pk])
    answers.tell(request, _("File removed."), undo_url=back)
    return redirect("match", code=match.code)


@by_scorer
def restore_file(
    request: HttpRequest, match: Match, reporter: Reporter, *, pk: int
) -> HttpResponse:
    files_services.restore_file(match_id=match.pk, row=pk, by=reporter)
    answers.tell(request, _("File restored."))
    return redirect("match", code=match.code)


@require_safe
def download(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Return the uploaded file byte for byte, for directors and the two players."""
    match, _reporter = ledger_access.match_for_scorer(request, code)
    file = files_access.file_in(match, pk)
    answer = HttpResponse(bytes(file.content), content_type="application/octet-stream")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=file.name
    )
    return answer


def _queue(match: Match, sent: Any, *, reporter: Reporter) -> HttpResponse:
    """Queue a large file for a worker, and redirect to the page that waits for it."""
    if sent_files.is_queue_full(files_services.KIND):
        raise files_services.MANY_LARGE_FILES()
    key = files_services.queue_file(
        match, name=sent.name, content=sent.read(), by=reporter
    )
    return redirect("file_sent", code=match.code, key=key)


def _imported(request: HttpRequest, recorded: Recorded) -> HttpResponse:
    match = recorded.match
    text = score_sentence(match)
    if recorded.changed:
        undo_url = reverse("undo_import", args=[match.code, match.revision])
        answers.tell(request, text, undo_url=undo_url)
    else:
        answers.tell(request, _("Already recorded: %(score)s") % {"score": text})
    return redirect("match", code=match.code)


def _show_add(
    request: HttpRequest, match: Match, form: MatchFileForm, *, status: int = 0
) -> HttpResponse:
    context = {"match": match, "form": form, "occasion": occasion_of(match)}
    status = status or (answers.REFUSED if form.is_bound else 200)
    return render(request, "matches/files/file_add.html", context, status=status)


def _show_file(
    request: HttpRequest,
    file: MatchFile,
    *,
    reporter: Reporter,
    swapped: bool | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the file. `swapped` is the visitor's choice, None before they chose."""
    match = file.match
    judged = judged_file(file)
    used = used_files(match)
    is_known = (
        swapped is not None
        or file.pk in used
        or guess_swapped(match, judged) is not None
    )
    swapped = file.swapped if swapped is None else swapped
    found = compare_with_match(match, judged, swapped=swapped)
    final, undo = final_score_of(match), files_services.undoable_import(match, file)
    may_change = ledger_access.may_report(reporter, match)
    is_director, is_match = not reporter.is_player, not match.is_money
    importing = "not-now"
    if not found.results:
        importing = "nothing"
    elif may_change:
        importing = _importing(file, found, final=final, used=used, is_known=is_known)
    context = {
        "match": match,
        "file": file,
        "occasion": occasion_of(match),
        "facts": facts_of(judged),
        "notes": notes_of(judged),
        "lines": lines_of(match, found),
        "found": found,
        "final": final,
        "agrees": found.agrees(final),
        "refusal": answers.sentence(found.refusal) if found.refusal else "",
        "other_length": is_match and judged.length != match.length,
        "may_change_length": is_match and is_director,
        "further": _button_text(found.results, match, standing=found.standing),
        "importing": importing,
        "swapped": swapped,
        "ways": _assignments(match, judged.names),
        "is_known": is_known,
        "undo_revision": undo,
        "may_undo": undo is not None and may_change and bool(found.results),
        "may_remove": may_change
        and (is_director or file.reported_side == reporter.side),
        "is_director": is_director,
        "op": answers.new_op(),
    }
    return render(request, "matches/files/file.html", context, status=status)


def _importing(
    file: MatchFile,
    found: FileComparison,
    *,
    final: FinalScore | None,
    used: Collection[int],
    is_known: bool,
) -> str:
    """Return the key of what can be imported: one of the cases in the template."""
    if not is_known:
        return "who-is-who"
    if found.standing is FileAgreement.DIFFERS or not found.agrees(final):
        return "differs"
    if found.standing is not FileAgreement.SAME:
        return "further"
    if file.pk in used:
        return "imported"
    return "other-file" if used else "moves"


def _assignments(
    match: Match, columns: tuple[str, str]
) -> list[tuple[bool, list[tuple[str, str]]]]:
    """Return both ways in which the columns can belong to the players."""
    names = (match.player_1.name, match.player_2.name)
    return [
        (False, list(zip(columns, names, strict=True))),
        (True, list(zip(columns, names[::-1], strict=True))),
    ]


def _button_text(
    results: tuple[object, ...], match: Match, *, standing: FileAgreement
) -> str:
    known = 0
    if standing is FileAgreement.FEWER:
        known = match.games.valid().count()
    count = len(results) - known
    return ngettext("Import %(count)s game", "Import %(count)s games", count) % {
        "count": count
    }


Tags: TypeAlias = tuple[tuple[str, str], ...]

_HAS_SAME_GAMES: Final = (FileAgreement.SAME, FileAgreement.FEWER)
_DATE: Final = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})")


@require_safe
def match_mat(request: HttpRequest, code: str) -> HttpResponse:
    """Return the match as a text file, with moves if a match file has them."""
    match = ledger_access.match_for_viewer(request, code)
    moves = moves_of(match) if files_access.may_see_moves(request, match) else None
    transcript = moves or record_of(match)
    return _attached(match, write_mat(transcript), ending="mat")


@require_safe
def match_sgf(request: HttpRequest, code: str) -> HttpResponse:
    """Return the match as an SGF file. Raises Http404: no match file has its moves."""
    match = ledger_access.match_for_viewer(request, code)
    transcript = moves_of(match) if files_access.may_see_moves(request, match) else None
    if transcript is None:
        raise Http404
    return _attached(match, write_sgf(transcript), ending="sgf")


def record_of(match: Match) -> Transcript:
    """Return the recorded games as a transcript: scores and results, no moves."""
    names = (match.player_1.name, match.player_2.name)
    if match.is_money:
        return from_session(session_view(match).session, names=names, tags=_tags(match))
    return from_ledger(match_view(match).ledger, names=names, tags=_tags(match))


def moves_of(match: Match) -> Transcript | None:
    """Return the recorded games with moves, None if no match file has just these.

    The match file may have more games after the last recorded one.
    """
    file = _file_of(match)
    if file is None or not match.games.valid().exists():
        return None
    judged = judged_file(file)
    found = compare_with_match(match, judged, swapped=file.swapped)
    if found.standing not in _HAS_SAME_GAMES:
        return None
    return _with_moves(record_of(match), resolved(judged), swapped=file.swapped)


def _file_of(match: Match) -> MatchFile | None:
    """Return the match file with the moves, None unless exactly one file has them."""
    used = used_files(match)
    return match.files.get(pk=used.pop()) if len(used) == 1 else None


def _with_moves(
    record: Transcript, from_file: Transcript, *, swapped: bool
) -> Transcript:
    """Return the record with the acts of a match file.

    Score, points and end are those of the record, because the length in the file may
    differ.
    """
    games = [
        _played(game, from_file.games[game.number - 1], swapped=swapped)
        for game in record.games
    ]
    variation = [tag for tag in from_file.tags if tag[0] == "Variation"]
    return replace(
        record,
        format=from_file.format,
        games=tuple(games),
        tags=(*record.tags, *variation),
    )


def _played(
    recorded: WrittenGame, in_file: WrittenGame, *, swapped: bool
) -> WrittenGame:
    return replace(
        recorded,
        acts=tuple(_crossed(in_file.acts)) if swapped else in_file.acts,
        resigned=in_file.resigned,
        cube=in_file.cube,
        start=in_file.start.turned if swapped else in_file.start,
    )


def _crossed(acts: tuple[Action, ...]) -> Iterator[Action]:
    """Yield every act for the other side; moves need no change.

    They are numbered from the acting player's view.
    """
    for act in acts:
        owner: Side | None = act.owner
        yield act._replace(
            side=act.side.other, owner=None if owner is None else owner.other
        )


def _tags(match: Match) -> Tags:
    occasion = occasion_of(match)
    tags = [("Site", "Crawford"), ("EventDate", f"{_date_of(match):%Y.%m.%d}")]
    if occasion is not None:
        tags[1:1] = [("Event", occasion.title), ("Round", occasion.detail())]
    return tuple((key, value) for key, value in tags if value)


def _date_of(match: Match) -> date:
    """Return the day in the match file, else the day when the match ended or began.

    A match begins when it is opened.
    """
    file = _file_of(match)
    header = "" if file is None else judged_file(file).transcript.tag("EventDate")
    if found := _DATE.search(header):
        with suppress(ValueError):
            return date(*map(int, found.groups()))
    return day_of(match, occasion_of(match))


def _attached(match: Match, text: str, *, ending: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{match.code}.{ending}"
    )
    return answer
