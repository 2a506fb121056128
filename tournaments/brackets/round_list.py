"""One round of a bracket as a list, with links to its other rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.utils.translation import gettext

from tournaments.brackets.cards import Card, card
from tournaments.brackets.queries import Bracket
from tournaments.brackets.words import BracketWords
from tournaments.engine import VACANT, Slot

FEW: Final = 16
"""A round with more matches than this is shown in parts."""
LONG: Final = 32
"""The matches of a part, if there are more than two parts."""
HALVES: Final = 2

HIDDEN: Final = frozenset({"empty", "needless"})


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to another round or part; `text` can be short, `label` is complete."""

    number: int
    text: str
    label: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round, or one part of it. `byes` are listed in one line below the matches."""

    section: str
    number: int
    title: str
    tabs: tuple[Tab, ...]
    parts: tuple[Tab, ...]
    cards: tuple[Card, ...]
    byes: tuple[Card, ...]
    done: int
    total: int

    @property
    def query(self) -> str:
        """The query string that asks for the rounds of this section."""
        return urlencode({"view": "rounds", "section": self.section})

    @property
    def own_query(self) -> str:
        return f"{self.query}&round={self.number}"

    @property
    def part(self) -> int:
        """The number of the part that is shown, 0 for the whole round."""
        return next((tab.number for tab in self.parts if tab.is_current), 0)


def round_page(
    words: BracketWords,
    section: str,
    *,
    number: int = 0,
    part: int = 0,
    me: int = VACANT,
) -> RoundPage:
    """Return a round of a section; without a number the one that is being played.

    `part` counts from 1; without one it is the part in which `me` plays, or the first.
    """
    bracket = words.bracket
    rounds = bracket.rounds[section]
    shown = number if number in rounds else current_round(bracket, section)
    slots = [slot for slot in rounds[shown] if slot.state not in HIDDEN]
    pieces = _pieces(slots)
    chosen = part if 1 <= part <= len(pieces) else _where(pieces, me)
    cards = [card(slot, words, me=me) for slot in pieces[chosen - 1]]
    matches = [slot for slot in slots if slot.state != "bye"]
    return RoundPage(
        section=section,
        number=shown,
        title=words.round(section, shown),
        tabs=tuple(
            Tab(
                number,
                words.short_round(section, number),
                words.round(section, number),
                number == shown,
            )
            for number in rounds
        ),
        parts=_part_tabs(pieces, chosen),
        cards=tuple(match_card for match_card in cards if not match_card.is_bye),
        byes=tuple(match_card for match_card in cards if match_card.is_bye),
        done=sum(not slot.is_undecided for slot in matches),
        total=len(matches),
    )


def current_round(bracket: Bracket, section: str) -> int:
    """Return the first round with a match that is not decided, else the last round."""
    rounds = bracket.rounds[section]
    open_ones = (
        number
        for number, slots in rounds.items()
        if any(slot.is_undecided for slot in slots)
    )
    return next(open_ones, max(rounds))


def _pieces(slots: Sequence[Slot]) -> list[Sequence[Slot]]:
    if len(slots) <= FEW:
        return [slots]
    size = min(-(-len(slots) // HALVES), LONG)
    return [slots[start : start + size] for start in range(0, len(slots), size)]


def _where(pieces: Sequence[Sequence[Slot]], me: int) -> int:
    if me != VACANT:
        for number, slots in enumerate(pieces, start=1):
            if any(slot.has(me) for slot in slots):
                return number
    return 1


def _part_tabs(pieces: Sequence[Sequence[Slot]], chosen: int) -> tuple[Tab, ...]:
    if len(pieces) == 1:
        return ()
    if len(pieces) == HALVES:
        texts = [gettext("Upper half"), gettext("Lower half")]
        labels = texts
    else:
        first, texts = 1, []
        for piece in pieces:
            texts.append(f"{first}–{first + len(piece) - 1}")
            first += len(piece)
        labels = [gettext("Matches %(numbers)s") % {"numbers": text} for text in texts]
    return tuple(
        Tab(number, text, label, number == chosen)
        for number, (text, label) in enumerate(zip(texts, labels, strict=True), start=1)
    )
