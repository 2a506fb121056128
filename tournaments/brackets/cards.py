"""One match of a bracket, as a card or as a node of the tree."""

from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_lazy

from tournaments.brackets.queries import BracketMatch
from tournaments.brackets.words import BracketWords
from tournaments.engine import VACANT, Slot

_ENDINGS: Final = {
    "walkover": gettext_lazy("walkover"),
    "forfeit": gettext_lazy("forfeit"),
    "retired": gettext_lazy("retired"),
    "penalty": gettext_lazy("penalty"),
    "time": gettext_lazy("time"),
    "nobody": gettext_lazy("double forfeit"),
}
_UNDER_WAY: Final = frozenset(
    {"ready", "called", "playing", "reported", "disputed", "unfinished"}
)


class SideLine(NamedTuple):
    """One side of a match: a name, or a phrase for the entrant to come.

    `entry` is 0 if the entrant is not known. `is_to_come`: an entrant will come here
    from another match, its winner if `is_winner_to_come`.
    """

    entry: int
    name: str
    points: int | None
    is_winner: bool
    is_me: bool
    is_to_come: bool
    is_winner_to_come: bool

    @property
    def is_known(self) -> bool:
        return self.entry != VACANT


class Card(NamedTuple):
    """A match of a bracket in the reader's language.

    `label` is the match number, empty without a match, and `title` the name of the
    match in its section. `state` is the key of a tag, empty for none. `table` is set
    while the match is called and open. `onward` and `downward` say where winner and
    loser go.
    """

    number: int
    label: str
    title: str
    code: str
    state: str
    table: int | None
    top: SideLine
    bottom: SideLine
    is_bye: bool
    is_empty: bool
    onward: str
    downward: str

    @property
    def alone(self) -> SideLine:
        if self.top.is_known or self.top.is_to_come:
            return self.top
        return self.bottom

    @property
    def sides(self) -> tuple[SideLine, SideLine]:
        return self.top, self.bottom

    @property
    def about(self) -> str:
        """The number of the match, and its table or how it ended without one."""
        told = [self.label] if self.label else []
        if self.table is not None:
            told.append(gettext("table %(table)s") % {"table": self.table})
        elif self.state in _ENDINGS:
            told.append(str(_ENDINGS[self.state]))
        return " · ".join(told)

    @property
    def is_under_way(self) -> bool:
        """Whether the match is to be played, played, or waits for a director."""
        return self.state in _UNDER_WAY

    @property
    def is_mine(self) -> bool:
        return self.top.is_me or self.bottom.is_me


def card(
    slot: Slot, words: BracketWords, *, me: int = VACANT, ways: bool = True
) -> Card:
    """Return a slot as a card; `ways`: also where winner and loser go."""
    meeting = words.bracket.meetings.get(slot.node.number)
    is_told = ways and slot.is_undecided
    return Card(
        number=slot.node.number,
        label=words.label(slot.node.number),
        title=words.title(slot.node),
        code=meeting.code if meeting else "",
        state=_state(slot, meeting),
        table=meeting.table if meeting and meeting.is_at_table else None,
        top=_side(slot, words, meeting, top=True, me=me),
        bottom=_side(slot, words, meeting, top=False, me=me),
        is_bye=slot.state == "bye" or _will_be_bye(slot),
        is_empty=slot.state in {"empty", "needless"},
        onward=words.onward(slot) if is_told else "",
        downward=words.downward(slot) if is_told else "",
    )


def _will_be_bye(slot: Slot) -> bool:
    """Return True if one side stays vacant and the other entrant is not known yet."""
    return slot.state == "waiting" and VACANT in (slot.top, slot.bottom)


def _state(slot: Slot, meeting: BracketMatch | None) -> str:
    if slot.state == "bye" or _will_be_bye(slot):
        return "bye"
    if meeting is not None:
        return meeting.tag
    return "ready" if slot.state == "due" else ""


def _side(
    slot: Slot, words: BracketWords, meeting: BracketMatch | None, *, top: bool, me: int
) -> SideLine:
    entry = (slot.top if top else slot.bottom) or VACANT
    return SideLine(
        entry=entry,
        name=words.side(slot, top),
        points=meeting.points_of(entry) if meeting and entry else None,
        is_winner=entry != VACANT and entry == slot.winner and slot.state != "bye",
        is_me=entry != VACANT and entry == me,
        is_to_come=(slot.top if top else slot.bottom) is None,
        is_winner_to_come=(slot.top if top else slot.bottom) is None
        and (slot.node.top if top else slot.node.bottom).kind == "winner",
    )
