"""Finding a match by a typed code; the answers to wrong and replaced codes."""

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.ledger import access as ledger_access
from matches.players.codes import SHEET_CODE_LENGTH, normalised
from matches.web.throttle import count_wrong_code, slow_wrong_code

FIND: Final = "matches/match_page/find.html"
"""The box for the code of a match."""


@require_safe
def find_match(request: HttpRequest) -> HttpResponse:
    """Redirect from a typed code to its match or score sheet; else show an error."""
    code = normalised(request.GET.get("code", ""))[:20]
    if len(code) == SHEET_CODE_LENGTH and ledger_access.is_sheet_code(code):
        return redirect("sheet", code=code)
    if code and ledger_access.is_match_for_viewer(request, code):
        return redirect("match", code=code)
    if code:
        sentence = _(
            "No match has the code %(code)s. Check it again: it is next to the QR code "
            "on the score sheet."
        ) % {"code": code}
        return answer_wrong_code(request, sentence)
    return render(request, FIND)


def answer_wrong_code(request: HttpRequest, sentence: str) -> HttpResponse:
    """Count a code that does not exist, say so, and offer to type another.

    After many from one address the answer comes late. A right code is still answered at
    once: the whole hall is behind that address.
    """
    if is_many := count_wrong_code(request):
        sentence = _(
            "Too many wrong codes have been entered from here. Check your code."
        )
    messages.error(request, sentence)
    status = HTTPStatus.TOO_MANY_REQUESTS if is_many else HTTPStatus.NOT_FOUND
    answer = render(request, FIND, status=status)
    return slow_wrong_code(request, answer)


def answer_replaced_code(request: HttpRequest) -> HttpResponse:
    """Say that a director has replaced the code of a score sheet. Counts no guess."""
    sentence = _(
        "This score sheet’s code has been replaced. Ask a director for the new sheet."
    )
    messages.error(request, sentence)
    return render(request, FIND, status=HTTPStatus.GONE)
