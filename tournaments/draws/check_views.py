"""Pages that check a draw: one of this server, or an uploaded record."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.jobs import sent_files
from matches.jobs.queue import job_error
from matches.web import answers
from matches.web.heavy import heavy
from matches.web.throttle import address_of, count
from tournaments.draws.check_job import (
    KIND,
    LARGEST_AT_ONCE,
    MOST_ENTRANTS,
    found_in,
    queue_check,
)
from tournaments.engine.record.checking import CheckResult, check_document, check_text

LARGEST: Final = 4 * 1024 * 1024
"""The most characters of a record; 1,024 entrants and ten rounds make about 600,000."""
CHECKS_PER_ADDRESS: Final = 120
"""The most checks an hour from one address, which a whole hall may share."""
TRY_LATER: Final = _("Many records were checked just now. Try again in a few minutes.")


class CheckForm(forms.Form):
    """A draw record, as text or as a file."""

    record = forms.CharField(
        label=_("Text of the record"),
        help_text=_("All of it, from the first brace to the last."),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}
        ),
    )
    file = forms.FileField(
        label=_("Or the file that the page of the draw offers"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean(self) -> dict[str, Any]:
        """Take the file if there is one, else the text, up to `LARGEST` characters."""
        cleaned = super().clean() or {}
        text = _text_of(cleaned.get("file")) or cleaned.get("record") or ""
        if not text.strip():
            raise ValidationError(_("Paste the text of a record, or choose its file."))
        if len(text) > LARGEST:
            raise ValidationError(
                _("This is longer than any draw record that can be checked here.")
            )
        return {**cleaned, "text": text}


@heavy
@answers.form_page
def check_page(request: HttpRequest) -> HttpResponse:
    """Explain how a draw is checked, and check a record that was sent."""
    form = CheckForm(answers.posted(request), request.FILES or None)
    context: dict[str, Any] = {"form": form, "most": MOST_ENTRANTS}
    status = 200
    if request.method == "POST":
        status = answers.REFUSED
        text = form.cleaned_data["text"] if form.is_valid() else ""
        if text and is_busy(request, text):
            form.add_error(None, TRY_LATER)
        elif len(text) > LARGEST_AT_ONCE:
            return redirect("draw_check_result", digest=queue_check(text))
        elif text:
            verdict = check_text(text, most=MOST_ENTRANTS)
            context |= verdict_context(verdict)
            status = status if verdict.outcome == "unreadable" else 200
    page = "tournaments/draws/draw_check.html"
    return render(request, page, context, status=status)


@require_safe
def check_result(request: HttpRequest, digest: str) -> HttpResponse:
    """Show how far the check of a large record is, then what it found."""
    sent = sent_files.sent_file(KIND, digest)
    if sent is None:
        raise Http404
    job, asks_part = sent.job, answers.is_fragment(request)
    seen = sent_files.seen(job)
    if asks_part and job.is_open and request.GET.get("seen") == seen:
        return HttpResponse(status=answers.UNCHANGED)
    context: dict[str, Any] = {
        "form": CheckForm(None),
        "most": MOST_ENTRANTS,
        "job": job,
        "seen": seen,
        "error": job_error(job),
        "name": sent.name,
        "url": request.path,
        "is_open": job.is_open,
    }
    if job.state == job.State.DONE:
        context |= verdict_context(found_in(sent))
    return answers.show(
        request,
        page="tournaments/draws/draw_check.html",
        fragment="tournaments/draws/_draw_check_result.html",
        context=context,
        status=answers.OVER if asks_part and not job.is_open else 200,
    )


def steps_context(document: dict[str, Any]) -> dict[str, Any]:
    """Return the context of `_draw_steps.html` for a draw of this server."""
    return verdict_context(check_document(document, most=MOST_ENTRANTS))


def verdict_context(verdict: CheckResult) -> dict[str, Any]:
    """Return the result and the steps of a check in the reader's language."""
    steps = [
        {
            "mark": step.mark,
            "text": gettext(step.note.message.english) % step.note.named(verdict.names),
        }
        for step in verdict.steps
    ]
    return {"outcome": verdict.outcome, "steps": steps}


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
