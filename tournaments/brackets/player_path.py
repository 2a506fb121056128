"""The path of one player through a bracket: past, present and possible matches."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language

from matches.players.alphabet import alphabetical
from tournaments.brackets.cards import Card, card
from tournaments.brackets.words import BracketWords
from tournaments.engine import VACANT, Slot
from tournaments.engine.bracket.course import BOTTOM, TOP, Side
from tournaments.engine.plan import PRELIMINARY


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
    """Return the path of an entry that has a line."""
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
    """Return the section that the entry has won, empty if none."""
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
