"""The face of a score sheet: the texts that differ from sheet to sheet."""

from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, pgettext

from matches.documents.languages import in_first, is_two, speaking
from matches.documents.pdf import is_bundled, text_width
from matches.documents.text import clean, printed_line
from tournaments.score_sheets.values import SheetSide, SheetValues
from tournaments.structure.names import round_or_draw_name, shown_name

# How many ems fit in the first, the second and the third size of type.
TITLE_FIT: Final = (21.0, 26.0, 46.0)
NAME_FIT: Final = (19.0, 24.5, 57.0)
SIZES: Final = ("", "long", "longer")
# How many ems fit in the lines of one size.
HEAD_FIT: Final = 17.3
BOTH_FIT: Final = 21.0
"""The same in two languages, which are set smaller."""
CLUB_FIT: Final = 31.0
STAMP_FIT: Final = 53.0
"""The last line, in which the club has what room there is."""

LARGEST_TABLE: Final = 99
LARGEST_NUMBER: Final = 999
"""The largest match number that fits at its full height of 14 mm."""

ELLIPSIS: Final = "…"
IN_SLOT: Final = "\0"
"""What stands for the text of a slot in a pattern; no text of a sheet has it."""


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A player's texts, and the CSS class of the size in which the name fits."""

    name: str
    club: str
    fit: str


@dataclass(frozen=True, slots=True)
class SheetTexts:
    """The texts of one sheet as they are printed: translated, cleaned, fitted."""

    title: str
    title_fit: str
    lines: str
    table: str = ""
    table_fit: str = ""
    number: str = ""
    number_fit: str = ""
    code: str = ""
    url: str = ""
    """What its QR code says."""
    one: SheetPlayer | None = None
    two: SheetPlayer | None = None
    stamp: str = ""
    called: str = ""


def in_slots(texts: SheetTexts) -> tuple[SheetTexts, dict[str, str]]:
    """Return the pattern that a face has in common with others, and what fills it.

    Texts on more than one line stay in the pattern, and texts of which only a layout
    tells how wide they are.
    """
    slots: dict[str, str] = {
        name: text
        for name in ("table", "number", "code", "stamp", "called")
        if is_bundled(text := getattr(texts, name)) and text
    }
    kept: dict[str, Any] = dict.fromkeys(slots, IN_SLOT)
    if texts.url:
        kept["url"] = IN_SLOT
    for side in ("one", "two"):
        player = getattr(texts, side)
        if player is not None:
            kept[side], filled = _player_in_slots(player)
            slots |= {f"{side}-{name}": text for name, text in filled.items()}
    return replace(texts, **kept), slots


def _player_in_slots(player: SheetPlayer) -> tuple[SheetPlayer, dict[str, str]]:
    slots = {}
    if is_bundled(player.name, bold=True) and SIZES[-1] not in player.fit.split():
        slots["name"] = player.name
    if is_bundled(player.club):
        slots["club"] = player.club
    slots = {name: text for name, text in slots.items() if text}
    return replace(player, **dict.fromkeys(slots, IN_SLOT)), slots


def face(sheet: SheetValues) -> SheetTexts:
    """Return the texts of one sheet, in the sheet's own language."""
    title, title_fit = _fitted(clean(sheet.tournament), TITLE_FIT)
    with speaking(sheet.language):
        return SheetTexts(
            title=title,
            title_fit=title_fit,
            lines=f"{_place(sheet)}\n{_turn(sheet)}",
            table="" if sheet.table is None else str(sheet.table),
            table_fit="" if (sheet.table or 0) <= LARGEST_TABLE else "smaller",
            number=str(sheet.match_number),
            number_fit="" if sheet.match_number <= LARGEST_NUMBER else "smaller",
            code=clean(sheet.code),
            url=sheet.url,
            one=_player(sheet.one),
            two=_player(sheet.two),
            stamp=_stamp(sheet),
            called=_called(sheet),
        )


def blank(sheet: SheetValues) -> SheetTexts:
    """Return the face of a spare sheet of the same tournament, without names."""
    title, title_fit = _fitted(clean(sheet.tournament), TITLE_FIT)
    with speaking(sheet.language):
        lines = f"{_place(sheet)}\n{_day(sheet.date)}"
        stamp = _after_club(sheet, _printed(sheet))
    return SheetTexts(title=title, title_fit=title_fit, lines=lines, stamp=stamp)


def _place(sheet: SheetValues) -> str:
    names = map(shown_name, (sheet.division, sheet.stage))
    parts = filter(None, map(clean, names))
    return _cut(" · ".join(parts), _head_fit(sheet))


def _head_fit(sheet: SheetValues) -> float:
    return BOTH_FIT if is_two(sheet.language) else HEAD_FIT


def _turn(sheet: SheetValues) -> str:
    if sheet.round_name:
        turn = gettext(sheet.round_name)
    elif not sheet.rounds:
        turn = round_or_draw_name(sheet.round_number, is_endless=sheet.is_endless)
    else:
        turn = gettext("Round %(number)s of %(total)s") % {
            "number": sheet.round_number,
            "total": sheet.rounds,
        }
    if is_two(sheet.language):
        return f"{_cut(turn, BOTH_FIT)}\n{_day(sheet.date)}"
    return _cut(f"{turn} · {_day(sheet.date)}", HEAD_FIT)


def _day(day: date) -> str:
    # Translators: a date in Django's letters, on the score sheet: "Thu 12 Nov 2026".
    # M is the short month with a capital, b without one.
    with in_first():
        return date_format(day, pgettext("score sheet", "D j M Y"))


def _stamp(sheet: SheetValues) -> str:
    address = clean(sheet.url.partition("://")[2]).rstrip("/").lower()
    return _after_club(sheet, f"{_printed(sheet)} · {address}")


def _printed(sheet: SheetValues) -> str:
    moment = sheet.printed_at
    if timezone.is_aware(moment):
        moment = timezone.localtime(moment)
    return printed_line(moment, sheet.draw_number)


def _after_club(sheet: SheetValues, rest: str) -> str:
    """Return the last line, which begins with as much of the club as there is room."""
    club = _cut(clean(sheet.club), STAMP_FIT - text_width(f"{rest} · "))
    return f"{club} · {rest}" if club else rest


def _called(sheet: SheetValues) -> str:
    if sheet.called_at is None:
        return ""
    called = timezone.localtime(sheet.called_at)
    # Translators: on the score sheet, the time when the match was called.
    return gettext("called %(time)s") % {"time": time_format(called, "H:i")}


def _player(side: SheetSide) -> SheetPlayer:
    name, fit = _fitted(clean(side.name), NAME_FIT)
    club = _cut(clean(side.club), CLUB_FIT)
    return SheetPlayer(name, club, fit if club else f"{fit} alone")


def _fitted(text: str, limits: tuple[float, ...]) -> tuple[str, str]:
    """Return `text` in bold, cut if it is too wide, and the CSS class of its size."""
    width = text_width(text, bold=True)
    for limit, size in zip(limits, SIZES, strict=True):
        if width <= limit:
            return text, size
    return _cut(text, limits[-1], bold=True), SIZES[-1]


def _cut(text: str, ems: float, *, bold: bool = False) -> str:
    """Return `text` cut to a line of this width, with three dots where it was cut."""
    if text_width(text, bold=bold) <= ems:
        return text
    room = ems - text_width(ELLIPSIS, bold=bold)
    widths = accumulate(text_width(mark, bold=bold) for mark in text)
    fitting = sum(1 for width in widths if width <= room)
    return f"{text[:fitting].rstrip()}{ELLIPSIS}"
