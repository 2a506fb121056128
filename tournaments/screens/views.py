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

from matches.rules.refusals import RuleError
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
from tournaments.tables.at_table import table_numbers

ANNOUNCEMENT: Final = "announcement"
CLOCK: Final = "clock"
LONGEST_NAME: Final = 40
SCREEN: Final = "screen"
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
        back = _back(ANNOUNCEMENT, made, from_desk=from_desk)
        answers.tell(request, _("Announcement sent."), undo_url=back)
        return redirect("tournament_desk" if from_desk else "screens", slug=slug)
    return _hall(request, acting, announce=form, status=answers.status_with(form))


@answers.form_page
def announcement(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change an announcement."""
    acting = access.for_hall(request, slug)
    row = access.announcement_of(acting, pk)
    form = AnnouncementForm(answers.posted(request), of=acting.tournament, before=row)
    made = answers.made_with(
        form,
        lambda: announcements.change_announcement(row, form.plan(), by=acting.user),
        field="shown_until",
    )
    if made is not None:
        back = _back(ANNOUNCEMENT, made)
        answers.tell(request, _("Announcement updated."), undo_url=back)
        return redirect("screens", slug=slug)
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
        access.announcement_of(acting, pk), by=acting.user
    )
    back = _back(ANNOUNCEMENT, row)
    answers.tell(request, _("Announcement ended."), undo_url=back)
    return redirect("screens", slug=slug)


@answers.form_page
def round_clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Start, hold, prolong and stop the round clock."""
    acting = access.for_hall(request, slug)
    if request.method != "POST":
        return _hall(request, acting)
    do = _CLOCK_ACTS.get(request.POST.get("do", ""))
    form = ClockForm(request.POST)
    if do is None and not form.is_valid():
        return _hall(request, acting, clock=form, status=answers.REFUSED)
    try:
        if do is not None:
            row = do(acting.tournament, by=acting.user)
        else:
            row = announcements.start_clock(
                acting.tournament, **form.cleaned_data, by=acting.user
            )
    except RuleError as error:
        if do is not None:
            answers.refuse(request, error)
            return redirect("screens", slug=slug)
        form.add_error("until", answers.sentence(error))
        status = answers.status_of(error)
        return _hall(request, acting, clock=form, status=status)
    text = _("The round clock is paused.")
    if row.ends_at is not None:
        time = announcements.moment_text(row.ends_at)
        text = _("The round clock runs until %(time)s.") % {"time": time}
    elif row.left is None:
        text = _("The round clock is stopped.")
    answers.tell(request, text, undo_url=_back(CLOCK, row))
    return redirect("screens", slug=slug)


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
    try:
        if kind == SCREEN:
            screen = access.screen_of(acting, pk, gone=True)
            services.undo_screen_change(screen, version, by=acting.user)
        elif kind in {ANNOUNCEMENT, CLOCK}:
            row = (
                access.announcement_of(acting, pk, gone=True)
                if kind == ANNOUNCEMENT
                else access.clock_of(acting, pk)
            )
            announcements.undo_change(row, version, by=acting.user)
        else:
            raise Http404
    except RuleError as error:
        answers.refuse(request, error)
    else:
        forth = reverse("hall_back", args=[slug, kind, pk, version + 1])
        text = _("Undone.")
        answers.tell(request, text, redo_url=forth + (FROM_DESK if from_desk else ""))
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
    try:
        made = services.make_screen(acting.tournament, name=name, by=acting.user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("screens", slug=slug)
    text = _("%(name)s has the code %(code)s.") % {"name": name, "code": made.code}
    return _told(request, made, text)


@answers.form_page
def screen_settings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the contents of a screen with previews, and change them."""
    acting = access.for_hall(request, slug)
    screen = access.screen_of(acting, pk)
    others = others_of_the_day(acting.tournament, by=acting.user)
    form = ScreenForm(answers.posted(request), screen=screen, others=others)
    if request.method == "POST" and form.is_valid():
        services.set_screen(screen, form.values(), by=acting.user)
        return _told(request, screen, _("Screen updated."))
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
    screen = access.screen_of(acting, pk)
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
    screen = services.renew_code(access.screen_of(acting, pk), by=acting.user)
    text = _("%(name)s has the code %(code)s.") % {
        "name": screen.name,
        "code": screen.code,
    }
    return _told(request, screen, text)


@require_POST
def screen_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a screen."""
    acting = access.for_hall(request, slug)
    screen = services.remove_screen(access.screen_of(acting, pk), by=acting.user)
    text = _("%(name)s is removed.") % {"name": screen.name}
    return _told(request, screen, text)


def _hall(
    request: HttpRequest,
    acting: DirectorVisit,
    *,
    announce: AnnouncementForm | None = None,
    clock: ClockForm | None = None,
    status: int = 200,
) -> HttpResponse:
    hall = acting.tournament
    bulletin, languages = bulletin_of(hall), hall_languages(hall)
    announced = [(row, in_language(row, *languages)) for row in bulletin.announcements]
    return show(
        request,
        "tournaments/screens/hall.html",
        hall,
        tab="screens",
        status=status,
        announce=announce or AnnouncementForm(of=hall),
        announced_from=FROM_DESK if _is_from_desk(request) else "",
        announced=announced,
        clock_form=clock or ClockForm(),
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


def _told(request: HttpRequest, screen: Screen, text: str) -> HttpResponse:
    answers.tell(request, text, undo_url=_back(SCREEN, screen))
    return redirect("screens", slug=screen.tournament.slug)


def _back(
    kind: str, row: Announcement | RoundClock | Screen, *, from_desk: bool = False
) -> str:
    path = reverse("hall_back", args=[row.tournament.slug, kind, row.pk, row.version])
    return path + FROM_DESK if from_desk else path


def _is_from_desk(request: HttpRequest) -> bool:
    return request.GET.get("from") == "desk"
