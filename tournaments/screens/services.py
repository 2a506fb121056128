"""Acts of directors on screens, each with an undo."""

from collections.abc import Mapping
from typing import Final

from matches.accounts.models import User
from matches.players.codes import new_match_code
from matches.web import journal
from tournaments.rounds.announcements.errors import TOO_MANY_SCREENS
from tournaments.screens.models import Screen
from tournaments.structure.locking import locked_tournament
from tournaments.structure.models import Tournament

MOST_SCREENS: Final = 30


def make_screen(tournament: Tournament, *, name: str, by: User | None) -> Screen:
    """Make a screen that shows the tables of players, or return the one of that name.

    Raises TOO_MANY_SCREENS.
    """
    with locked_tournament(tournament) as locked:
        known = Screen.objects.filter(tournament=locked, is_gone=False)
        if (same := known.filter(name=name).first()) is not None:
            return same
        count = known.count()
        if count >= MOST_SCREENS:
            raise TOO_MANY_SCREENS(count=count)
        screen = Screen.make(tournament=locked, name=name, code=_free_code())
        _tell(screen, "screen_made", by=by)
    return screen


def set_screen(
    screen: Screen, values: Mapping[str, object], *, by: User | None, act: str = ""
) -> Screen:
    """Change what a screen shows, and how."""
    with locked_tournament(screen.tournament):
        screen.refresh_from_db()
        if screen.change(**values):
            _tell(screen, act or "screen_changed", by=by)
    return screen


def renew_code(screen: Screen, *, by: User | None) -> Screen:
    """Give a screen another code; the former one is invalid."""
    values = {"code": _free_code()}
    return set_screen(screen, values, by=by, act="screen_code_changed")


def remove_screen(screen: Screen, *, by: User | None) -> Screen:
    """Remove a screen; its code is invalid until that is undone."""
    return set_screen(screen, {"is_gone": True}, by=by, act="screen_removed")


def undo_screen_change(screen: Screen, version: int, *, by: User | None) -> None:
    """Undo the last change of a screen, or redo it. Raises CHANGED_SINCE."""
    with locked_tournament(screen.tournament):
        screen.refresh_from_db()
        screen.undo_change(version)
        _tell(screen, "screen_back", by=by)


def _free_code() -> str:
    code = new_match_code()
    while Screen.objects.filter(code=code).exists():
        code = new_match_code()
    return code


def _tell(screen: Screen, act: str, *, by: User | None) -> None:
    journal.record_act(
        act=act, by=by, subject=screen.tournament.subject, name=screen.name
    )
