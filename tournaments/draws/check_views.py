"""Pages that check a draw: one of this server, or an uploaded record."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.jobs import sent_files
from matches.jobs.queue import job_error
from matches.web import answers
from matches.web.decorators import heavy
from matches.web.sentences import sentence_of
from matches.web.throttle import address_of, count
from tournaments.draws.announce import TIME
from tournaments.draws.check_job import (
    KIND,
    LARGEST_AT_ONCE,
    MOST_ENTRANTS,
    found_in,
    queue_check,
    verifier_file,
)
from tournaments.engine.record.checking import (
    CheckResult,
    check_document,
    check_text,
)
from tournaments.engine.record.proof_checks import (
    MOMENTS,
    CheckStep,
    announcement_steps,
)
from tournaments.engine.record.reading import read
from tournaments.rounds.rows import Names

LARGEST: Final = 4 * 1024 * 1024
"""The most characters of a record; 1,024 entrants and ten rounds make about 600,000."""
CHECKS_PER_ADDRESS: Final = 120
"""The most checks an hour from one address, which a whole hall may share."""
TRY_LATER: Final = _(
    "There were too many attempts. Wait a few minutes, then try again."
)


class CheckForm(forms.Form):
    """A draw record, as text or as a file."""

    record = forms.CharField(
        label=_("Record text"),
        help_text=_("The whole text, from the first to the last brace."),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}
        ),
    )
    file = forms.FileField(
        label=_("Or the file from the draw’s page"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean(self) -> dict[str, object]:
        """Take the file if there is one, else the text, up to `LARGEST` characters."""
        cleaned = super().clean() or {}
        text = _text_of(cleaned.get("file")) or cleaned.get("record") or ""
        if not text.strip():
            raise ValidationError(_("Paste a record, or choose its file."))
        if len(text) > LARGEST:
            raise ValidationError(_("This is too long to be a draw record."))
        return {**cleaned, "text": text}


@heavy
@answers.form_page
def check_page(request: HttpRequest) -> HttpResponse:
    """Explain how a draw is checked, and check a record that was sent."""
    form = CheckForm(answers.posted(request), request.FILES or None)
    check, status = None, 200
    if request.method == "POST":
        status = answers.REFUSED
        text = form.cleaned_data["text"] if form.is_valid() else ""
        if text and is_busy(request, text):
            form.add_error(None, TRY_LATER)
        elif len(text) > LARGEST_AT_ONCE:
            return redirect("draw_check_result", digest=queue_check(text))
        elif text:
            verdict = check_text(text, most=MOST_ENTRANTS)
            check = shown(verdict)
            status = status if verdict.outcome == "unreadable" else 200
    page = {"form": form, "check": check, "most": MOST_ENTRANTS, "job": None}
    return _show(request, page, status=status)


@require_safe
def check_result(request: HttpRequest, digest: str) -> HttpResponse:
    """Show the progress of the check of a large record, then its result."""
    sent = sent_files.sent_file(KIND, digest)
    if sent is None:
        raise Http404
    job, asks_part = sent.job, answers.is_fragment(request)
    seen = sent_files.seen(job)
    if asks_part and job.is_open and request.GET.get("seen") == seen:
        return answers.unchanged()
    page = {
        "form": CheckForm(None),
        "check": shown(found_in(sent)) if job.state == job.State.DONE else None,
        "most": MOST_ENTRANTS,
        "job": job,
        "is_open": job.is_open,
        "error": job_error(job),
        "url": request.path,
        "poll_url": f"{request.path}?seen={seen}",
    }
    is_over = asks_part and not job.is_open
    fragment = "tournaments/draws/_draw_check_result.html"
    status = answers.OVER if is_over else 200
    return _show(request, page, fragment=fragment, status=status)


def _show(
    request: HttpRequest, page: dict[str, Any], *, fragment: str = "", status: int
) -> HttpResponse:
    """Show the page that explains checks, and the result for a record.

    A worker checks a large record: then the page has its job.
    """
    template, context = (
        "tournaments/draws/draw_check.html",
        {"page": page, "form": page["form"]},
    )
    return answers.show(request, template, context, fragment=fragment, status=status)


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """Return the program that checks a record without this site."""
    answer = HttpResponse(verifier_file(), content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="verify_draw.pyz"'
    answer["Cache-Control"] = "public, max-age=3600"
    return answer


def checked(document: dict[str, object]) -> dict[str, object]:
    """Return the check of a draw of this server."""
    return shown(check_document(document, most=MOST_ENTRANTS))


def announcement_of(document: dict[str, object]) -> list[dict[str, str]]:
    """Return what a check says of the announcement of a draw of this server."""
    known = read(document)
    return _told(announcement_steps(known.proof, known.state), known.proof.names)


def shown(verdict: CheckResult) -> dict[str, object]:
    """Return the result and the steps of a check in the reader's language."""
    return {
        "outcome": verdict.outcome,
        "steps": _told(verdict.steps, verdict.names),
        "pairs": verdict.pairs,
        "places": verdict.places,
    }


def _told(steps: Iterable[CheckStep], names: Mapping[int, str]) -> list[dict[str, str]]:
    known = Names(names)
    return [
        {
            "mark": step.mark,
            "text": sentence_of(step.note.message, _in_zone(step.note.named(known))),
            "lang": _language_of(step.note.message.english),
        }
        for step in steps
    ]


def _language_of(english: str) -> str:
    """Return the language of a sentence: English if it is in no catalogue."""
    return "en" if gettext(english) == english else get_language() or "en"


def _in_zone(values: dict[str, object]) -> dict[str, object]:
    """Return the values of a sentence, times of announcements in the club's zone."""
    return values | {
        name: _local(str(values[name])) for name in MOMENTS & values.keys()
    }


def _local(moment: str) -> str:
    """Return a time of an announcement, in the club's zone."""
    try:
        known = datetime.strptime(moment, TIME).replace(tzinfo=UTC)
        local = timezone.localtime(known)
    except (ValueError, OverflowError):
        return (
            moment  # a record of unknown origin can name a day that is in no calendar
        )
    return f"{date_format(local, 'DATE_FORMAT')} {date_format(local, 'H:i:s')}"


def _text_of(upload: "UploadedFile[bytes] | None") -> str:
    """Return the text of a file, with replacement characters for other bytes."""
    if upload is None or (upload.size or 0) > LARGEST:
        return "" if upload is None else "?" * (LARGEST + 1)
    text: str = upload.read().decode("utf-8-sig", errors="replace")
    return text


def is_busy(request: HttpRequest, text: str) -> bool:
    """Count a check; return True if there are too many, from here or at all."""
    is_too_often = count("draw-checks", address_of(request)) > CHECKS_PER_ADDRESS
    needs_worker = len(text) > LARGEST_AT_ONCE
    return is_too_often or (needs_worker and sent_files.is_queue_full(KIND))
