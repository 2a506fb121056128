"""Pages of the rules of backgammon."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.documents.registry import offers
from matches.rulebook.book import book_named, chapters, default_book
from matches.rulebook.profiles import READY_MADE
from matches.web import answers


@require_safe
def rulebook(request: HttpRequest, key: str = "") -> HttpResponse:
    """Show ready-made rules; without a key those for the reader’s language."""
    try:
        book = book_named(key) if key else default_book(get_language())
    except KeyError as error:
        raise Http404 from error
    context = {
        "book": book,
        "books": READY_MADE,
        "chapters": chapters(book.profile),
        "offers": offers("profile", book),
    }
    return answers.show(request, "matches/rulebook/rulebook.html", context)
