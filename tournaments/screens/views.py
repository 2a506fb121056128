"""The page of a hall: announcements, the round clock, and screens."""

from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.web import answers
from tournaments.rounds.announcements import services as announcements
from tournaments.rounds.announcements.bulletin import (
    bulletin_of,
    hall_languages,
    in_language,
)
from tournaments.rounds.announcements.models import Announcement, RoundClock
from tournaments.screens import access, services
from tournaments.screens.contents import CONTENTS, Content
from tournaments.screens.forms import AnnouncementForm, ClockForm, ScreenForm
from tournaments.screens.models import Screen
from tournaments.screens.queries import (
    free_name,
    language_of,
    others_of_the_day,
    pages_of,
    screen_at,
    screens_of,
)
from tournaments.structure.access import DirectorVisit
from tournaments.structure.models import Visibility
from tournaments.structure.page import show
from tournaments.tables.people import table_numbers

Row = Announcement | RoundClock | Screen
LONGEST_NAME: Final = 40
_KINDS: Final[Mapping[type[Row], str]] = {
    Announcement: "announcement",
    RoundClock: "clock",
    Screen: "screen",
}
"""What the address of an undo calls the rows."""
FROM_DESK: Final = "?from=desk"
"""Added to an address: the desk follows, where the act was started."""


@answers.form_page
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce something."""
    acting = access.for_hall(request, slug)
    form = AnnouncementForm(answers.posted(request), of=acting.tournament)
    made = answers.made_with(
        form,
        lambda: announcements.announce(acting.tournament, form.plan(), by=acting.user),
        field="shown_until",
    )
    if made is not None:
        from_desk = _is_from_desk(request)
        back = _back(made, from_desk=from_desk)
        answers.tell(request, _("Announcement sent."), undo_url=back)
        return redirect("tournament_desk" if from_desk else "screens", slug=slug)
    return _hall(request, acting, announce=form)


@answers.form_page
def announcement(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change an announcement."""
    acting = access.for_hall(request, slug)
    row = access.row_of(acting, Announcement, pk)
    form = AnnouncementForm(answers.posted(request), of=acting.tournament, before=row)
    made = answers.made_with(
        form,
        lambda: announcements.change_announcement(row, form.plan(), by=acting.user),
        field="shown_until",
    )
    if made is not None:
        return _told(request, made, _("Saved."))
    return show(
        request,
        "tournaments/screens/announcement.html",
        acting.tournament,
        tab="screens",
        form=form,
    )


@require_POST
def announcement_end(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an announcement off all screens and pages."""
    acting = access.for_hall(request, slug)
    row = announcements.end_announcement(
        access.row_of(acting, Announcement, pk), by=acting.user
    )
    return _told(request, row, _("Announcement ended."))


@answers.form_page
def round_clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Start, hold, prolong and stop the round clock."""
    acting = access.for_hall(request, slug)
    do = _CLOCK_ACTS.get(request.POST.get("do", ""))
    if do is not None:
        row = answers.made(request, lambda: do(acting.tournament, by=acting.user))
        return _told_clock(request, row) if row else redirect("screens", slug=slug)
    form = ClockForm(answers.posted(request))

    def start() -> RoundClock:
        values = form.cleaned_data
        return announcements.start_clock(acting.tournament, **values, by=acting.user)

    row = answers.made_with(form, start, field="until")
    return _told_clock(request, row) if row else _hall(request, acting, clock=form)


def _told_clock(request: HttpRequest, row: RoundClock) -> HttpResponse:
    text = _("Round clock paused.")
    if row.ends_at is not None:
        time = announcements.moment_text(row.ends_at)
        text = _("Round clock started: until %(time)s.") % {"time": time}
    elif row.left is None:
        text = _("Round clock stopped.")
    return _told(request, row, text)


_CLOCK_ACTS: Final[Mapping[str, Callable[..., RoundClock]]] = {
    "hold": announcements.hold_clock,
    "go": announcements.go_on,
    "stop": announcements.stop_clock,
    "more": announcements.prolong_clock,
}


@require_POST
def undo_change(
    request: HttpRequest, slug: str, *, kind: str, pk: int, version: int
) -> HttpResponse:
    """Undo the last change of an announcement, the clock or a screen."""
    acting = access.for_hall(request, slug)
    from_desk = _is_from_desk(request)
    model = next((model for model, name in _KINDS.items() if name == kind), None)
    if model is None:
        raise Http404
    row = access.row_of(acting, model, pk, gone=True)

    def undo() -> bool:
        if isinstance(row, Screen):
            services.undo_screen_change(row, version, by=acting.user)
        else:
            announcements.undo_change(row, version, by=acting.user)
        return True

    if answers.made(request, undo):
        forth = _back(row, from_desk=from_desk)
        answers.tell(request, _("Undone."), redo_url=forth)
    return redirect("tournament_desk" if from_desk else "screens", slug=slug)


@require_safe
def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the announcements, the clock, and the screens."""
    return _hall(request, access.for_hall(request, slug))


@require_POST
def screen_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a screen."""
    acting = access.for_hall(request, slug)
    name = request.POST.get("called", "").replace("\x00", "").strip()[:LONGEST_NAME]
    name = name or free_name(acting.tournament)
    made = answers.made(
        request,
        lambda: services.make_screen(acting.tournament, name=name, by=acting.user),
    )
    if made is None:
        return redirect("screens", slug=slug)
    text = _("%(name)s has the code %(code)s.") % {"name": name, "code": made.code}
    return _told(request, made, text)


@answers.form_page
def screen_settings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the contents of a screen with previews, and change them."""
    acting = access.for_hall(request, slug)
    screen = access.row_of(acting, Screen, pk)
    others = others_of_the_day(acting.tournament, by=acting.user)
    form = ScreenForm(answers.posted(request), screen=screen, others=others)
    if request.method == "POST" and form.is_valid():
        services.set_screen(screen, form.values(), by=acting.user)
        return _told(request, screen, _("Saved."))
    return show(
        request,
        "tournaments/screens/settings.html",
        acting.tournament,
        tab="screens",
        screen=screen,
        address=_shown_address(request, reverse("screen", args=[screen.code])),
        form=form,
        previews=_previews(request, screen),
    )


@require_POST
def screen_show(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a screen show only one content."""
    acting = access.for_hall(request, slug)
    screen = access.row_of(acting, Screen, pk)
    wanted = request.POST.get("content", "")
    titles = {content.key: content.title for content in CONTENTS}
    if wanted not in titles:
        answers.refuse_text(request, _("Choose the screen’s content."))
        return redirect("screens", slug=slug)
    services.set_screen(screen, {"shows": [wanted]}, by=acting.user)
    text = _("%(name)s shows: %(content)s.") % {
        "name": screen.name,
        "content": _(titles[wanted]),
    }
    return _told(request, screen, text)


@require_POST
def screen_code(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give a screen another code."""
    acting = access.for_hall(request, slug)
    screen = services.renew_code(access.row_of(acting, Screen, pk), by=acting.user)
    text = _("%(name)s has the code %(code)s.") % {
        "name": screen.name,
        "code": screen.code,
    }
    return _told(request, screen, text)


@require_POST
def screen_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a screen."""
    acting = access.for_hall(request, slug)
    screen = services.remove_screen(access.row_of(acting, Screen, pk), by=acting.user)
    text = _("%(name)s is removed.") % {"name": screen.name}
    return _told(request, screen, text)


def _hall(
    request: HttpRequest,
    acting: DirectorVisit,
    *,
    announce: AnnouncementForm | None = None,
    clock: ClockForm | None = None,
) -> HttpResponse:
    hall = acting.tournament
    announce, clock = announce or AnnouncementForm(of=hall), clock or ClockForm()
    bulletin, languages = bulletin_of(hall), hall_languages(hall)
    announced = [(row, in_language(row, *languages)) for row in bulletin.announcements]
    return show(
        request,
        "tournaments/screens/hall.html",
        hall,
        tab="screens",
        status=max(answers.status_with(announce), answers.status_with(clock)),
        announce=announce,
        announced_from=FROM_DESK if _is_from_desk(request) else "",
        announced=announced,
        clock_form=clock,
        bulletin=bulletin,
        screens=screens_of(hall),
        contents=CONTENTS,
        new_name=free_name(hall),
        tables=table_numbers(hall),
        find=_shown_address(request, reverse("screen_find")),
        is_private=hall.visibility == Visibility.PRIVATE,
    )


def _shown_address(request: HttpRequest, path: str) -> str:
    return request.build_absolute_uri(path).partition("//")[2]


def _previews(
    request: HttpRequest, screen: Screen
) -> list[tuple[Content, SafeString, int]]:
    """Return each content as the screen would show it now, and how many pages it has.

    A content without pages has no HTML.
    """
    found = screen_at(screen.code)
    if found is None:
        return []
    previews = []
    for content in CONTENTS:
        pages = pages_of(found, request, only=content.key)
        html = SafeString()
        if pages:
            with translation.override(language_of(screen)):
                html = render_to_string(
                    "tournaments/screens/_page.html", {"shown": pages[0]}, request
                )
        previews.append((content, html, len(pages)))
    return previews


def _told(request: HttpRequest, row: Row, text: str) -> HttpResponse:
    answers.tell(request, text, undo_url=_back(row))
    return redirect("screens", slug=row.tournament.slug)


def _back(row: Row, *, from_desk: bool = False) -> str:
    kind = _KINDS[type(row)]
    path = reverse("hall_back", args=[row.tournament.slug, kind, row.pk, row.version])
    return path + FROM_DESK if from_desk else path


def _is_from_desk(request: HttpRequest) -> bool:
    return request.GET.get("from") == "desk"
