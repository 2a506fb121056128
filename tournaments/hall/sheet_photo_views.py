"""Photos of score sheets at the desk: their codes say which matches they are of."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.accounts.roles import Act
from matches.sheet_photos import views as sheet_photos_views
from matches.web import answers
from matches.web.decorators import heavy
from tournaments.structure import access as structure_access


@heavy
@answers.form_page
def sheet_photo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a photo of any score sheet."""
    structure_access.tournament_for_director(request, slug, Act.ENTER_RESULT)
    return sheet_photos_views.take(
        request,
        None,
        back_url=reverse("tournament_desk", args=[slug]),
        read_url=lambda key: reverse("desk_sheet_photo_read", args=[slug, key]),
    )


@require_safe
def sheet_photo_read(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show how far the reading is; then lead to the match of the sheet."""
    structure_access.tournament_for_director(request, slug, Act.ENTER_RESULT)
    again_url = reverse("desk_sheet_photo", args=[slug])
    return sheet_photos_views.read_at_desk(request, key, again_url=again_url)
