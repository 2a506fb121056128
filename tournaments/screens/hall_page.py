"""The page of a hall and the settings of a screen as values."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.rounds.announcements import services as announcements
from tournaments.rounds.announcements.bulletin import (
    Bulletin,
    ShownAnnouncement,
    hall_languages,
    in_language,
)
from tournaments.screens.contents import CONTENTS
from tournaments.screens.forms import AnnouncementForm, ClockForm, ScreenForm
from tournaments.screens.models import Screen
from tournaments.screens.table_boards import TableBoard
from tournaments.structure.models import Visibility
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True)
class ContentChoice:
    """A content that a screen can show."""

    key: str
    title: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class ScreenCard:
    """A screen with the address to type, and what it can show."""

    screen: Screen
    address: str

    @property
    def choices(self) -> list[ContentChoice]:
        """All contents."""
        shown = self.screen.shows
        return [
            ContentChoice(content.key, _(content.title), content.key in shown)
            for content in CONTENTS
        ]


@dataclass(frozen=True, slots=True)
class Preview:
    """A content as the screen would show it now; `html` is "" if it has no page."""

    key: str
    title: str
    is_shown: bool
    html: SafeString
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPage(TournamentPage):
    """Announcements, the round clock and the screens of a tournament.

    `announced_from` is the query of the address of a new announcement.
    """

    template = "tournaments/screens/hall.html"
    tab = "screens"

    announce: AnnouncementForm
    announced_from: str
    clock_form: ClockForm
    bulletin: Bulletin
    screens: Sequence[ScreenCard]
    find: str
    new_name: str
    boards: Sequence[TableBoard]

    @property
    def has_errors(self) -> bool:
        """Whether a form comes back with errors."""
        return bool(self.announce.errors or self.clock_form.errors)

    @property
    def is_private(self) -> bool:
        """Whether strangers, televisions too, see nothing of the tournament."""
        return self.tournament.visibility == Visibility.PRIVATE

    @property
    def announced(self) -> list[tuple[int, ShownAnnouncement, str, str]]:
        """Each announcement: key, text, from when if that is to come, until when."""
        on = {one.pk for one in self.bulletin.now}
        return [
            (
                announcement.pk,
                in_language(announcement, *hall_languages(self.tournament)),
                ""
                if announcement.pk in on
                else announcements.moment_text(announcement.shown_from),
                announcements.moment_text(announcement.shown_until)
                if announcement.shown_until
                else "",
            )
            for announcement in self.bulletin.announcements
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementPage(TournamentPage):
    """The form of one announcement."""

    template = "tournaments/screens/announcement.html"
    tab = "screens"

    form: AnnouncementForm


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenSettingsPage(TournamentPage):
    """The settings of one screen, with a preview of each content."""

    template = "tournaments/screens/settings.html"
    tab = "screens"

    card: ScreenCard
    form: ScreenForm
    previews: Sequence[Preview]

    @property
    def theme(self) -> str:
        """Light or dark."""
        return "light" if self.card.screen.is_light else "dark"
