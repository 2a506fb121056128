"""Matches of a bracket as cards, and the path of one player through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import get_language, gettext, gettext_lazy

from matches.players.alphabet import alphabetical
from tournaments.brackets.queries import BracketMatch
from tournaments.brackets.words import BracketWords
from tournaments.engine import VACANT, Slot
from tournaments.engine.bracket.course import BOTTOM, TOP, Side
from tournaments.engine.plan import PRELIMINARY

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


@dataclass(frozen=True, slots=True)
class PathStep:
    """A possible later match: its possible opponents, and where the loser would go."""

    title: str
    label: str
    code: str
    opponents: tuple[str, ...]
    downward: str

    @property
    def is_bye(self) -> bool:
        return not self.opponents


@dataclass(frozen=True, slots=True)
class Path:
    """The matches of one player.

    `now` is the match that the player plays or waits for, with the possible `opponents`
    while the other side is not known. `wins` are the matches that follow if the player
    wins it and all later ones, `loses` those that follow if the player loses it and
    wins all later ones.
    """

    entry: int
    name: str
    behind: tuple[tuple[str, Card], ...]
    now: Card | None
    now_title: str
    opponents: tuple[str, ...]
    wins: tuple[PathStep, ...]
    loses: tuple[PathStep, ...]
    has_won: str

    @property
    def is_out(self) -> bool:
        return self.now is None


def path_of(words: BracketWords, entry: int) -> Path:
    course = words.bracket.course
    slots = course.path(entry)
    behind = [slot for slot in slots if slot.has(entry) and not slot.is_undecided]
    now = course.where_now(entry)
    reachable = {slot.node.number for slot in slots}
    return Path(
        entry=entry,
        name=words.bracket.names[entry],
        behind=tuple(
            (
                words.round_here(slot.node.section, slot.node.round),
                card(slot, words, me=entry),
            )
            for slot in behind
        ),
        now=card(now, words, me=entry) if now else None,
        now_title=words.round_here(now.node.section, now.node.round) if now else "",
        opponents=_opponents(words, now, entry) if now else (),
        wins=_ahead(words, course.winner_to, now=now, reachable=reachable),
        loses=_ahead(words, course.loser_to, now=now, reachable=reachable),
        has_won=_won(words, entry),
    )


def _won(words: BracketWords, entry: int) -> str:
    bracket = words.bracket
    for section in bracket.sections:
        if section.endswith(PRELIMINARY):
            continue
        is_last = section == bracket.sections[0] and bracket.is_double()
        if not is_last and section != "lower" and bracket.winner(section) == entry:
            return words.section(section)
    return ""


def _opponents(words: BracketWords, now: Slot, entry: int) -> tuple[str, ...]:
    other = BOTTOM if now.top == entry else TOP
    known = now.bottom if other == BOTTOM else now.top
    if known is not None:
        return ()
    return _names(words, words.bracket.course.possible(now.node.number, other))


def _ahead(
    words: BracketWords,
    first: Mapping[int, Side],
    *,
    now: Slot | None,
    reachable: set[int],
) -> tuple[PathStep, ...]:
    """Return the matches after `now`: first to where `first` leads, then by wins."""
    course = words.bracket.course
    steps: list[PathStep] = []
    target = first.get(now.node.number) if now else None
    while target is not None and target[0] in reachable:
        slot = course.slots[target[0]]
        other = BOTTOM if target[1] == TOP else TOP
        meeting = words.bracket.meetings.get(slot.node.number)
        steps.append(
            PathStep(
                title=words.round_here(slot.node.section, slot.node.round),
                label=words.label(slot.node.number),
                code=meeting.code if meeting else "",
                opponents=_names(words, course.possible(slot.node.number, other)),
                downward=words.downward(slot),
            )
        )
        target = course.winner_to.get(slot.node.number)
    return tuple(steps)


def _names(words: BracketWords, entries: frozenset[int]) -> tuple[str, ...]:
    language = get_language() or "en"
    names = [words.bracket.names[entry] for entry in entries if entry != VACANT]
    return tuple(sorted(names, key=lambda name: alphabetical(name, language)))
