"""The effects of a correction: their sentences, and how a correction stores them.

Planning yields lines, which pages show in the language of their reader. A correction
stores codes with values, so that a later reader sees them in another language.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext

from matches.rules.refusals import Message, message_of
from tournaments.brackets import bracket_of
from tournaments.brackets.words import BracketNames, BracketPart
from tournaments.structure.columns import StoredLine, StoredPart
from tournaments.structure.models import Stage
from tournaments.structure.names import shown_name
from tournaments.structure.queries import PlannedLine, StageTitle, title_of

_ROUND: Final = "name.round"
_STAGE: Final = "name.stage"
_TITLE: Final = "name.title"
_PAIRS: Final = "name.pairs"
_NAMES: Final = frozenset((_ROUND, _STAGE, _TITLE))
"""Codes of names of rounds and stages, which are found anew for each reader."""
BYE_FOR = Message("correction.bye_for", "bye for %(name)s")
CANCELLED_UNBEGUN = Message(
    "correction.cancelled_unbegun", "Cancelled before starting: %(labels)s."
)
COUNTS_FOR_RATING = Message(
    "correction.counts_for_rating", "Affects ratings: %(labels)s."
)
DRAWN_FROM_STANDINGS = Message(
    "correction.drawn_from_standings", "%(stage)s was drawn from these standings."
)
GETS_BYE = Message("correction.gets_bye", "%(name)s gets a bye in %(match)s.")
HAS_BYE = Message("correction.has_bye", "%(one)s gets the bye.")
HAS_LOST_SINCE = Message(
    "correction.has_lost_since", "The player who wrongly advanced has since lost."
)
INSTEAD = Message("correction.instead", "%(match)s: %(new)s instead of %(old)s.")
IS_CALLED = Message(
    "correction.is_called",
    "%(match)s: %(one)s – %(two)s has been called to table %(table)s.",
)
IS_DONE = Message(
    "correction.is_done", "%(match)s: %(one)s – %(two)s finished %(score)s."
)
IS_PLAYING = Message(
    "correction.is_playing", "%(match)s: %(one)s – %(two)s is in progress."
)
IS_REPORTED = Message(
    "correction.is_reported", "%(match)s: %(one)s – %(two)s has been reported."
)
IS_UNFINISHED = Message(
    "correction.is_unfinished", "%(match)s: %(one)s – %(two)s is adjourned."
)
LATER_ROUND_BEGUN = Message(
    "correction.later_round_begun", "A later round has started and continues."
)
MATCHES_STAY = Message("correction.matches_stay", "All later matches are kept.")
MATCH_IN_ROUND = Message("correction.match_in_round", "%(label)s (%(round)s)")
MEET_IN = Message("correction.meet_in", "%(one)s and %(two)s meet in %(match)s.")
MEET_INSTEAD = Message(
    "correction.meet_instead", "%(one)s and %(two)s meet instead of %(label)s."
)
NEXT_NOT_BEGUN = Message(
    "correction.next_not_begun",
    "The player who wrongly advanced has not started the next match.",
)
NOTHING_AGAIN = Message("correction.nothing_again", "No matches are replayed.")
NOTHING_BEGUN = Message("correction.nothing_begun", "No later match has started.")
NOT_KNOWN_YET = Message("correction.not_known_yet", "not known yet")
NO_BYE_ANY_MORE = Message(
    "correction.no_bye_any_more", "%(name)s no longer has a bye in %(match)s."
)
NO_ENTRANT = Message("correction.no_entrant", "no one")
NO_LONGER_RATED = Message("correction.no_longer_rated", "No longer rated: %(labels)s.")
OTHER_PLACES = Message(
    "correction.other_places", "Other players who change place: %(count)s."
)
PLACE = Message(
    "correction.place", "%(name)s moves from place %(before)s to %(after)s."
)
PLACE_IN_STAGE = Message(
    "correction.place_in_stage",
    "%(stage)s: %(name)s moves from place %(before)s to %(after)s.",
)
RESULT_BECOMES = Message(
    "correction.result_becomes", "The result changes from %(before)s to %(after)s."
)
ROUNDS_STAY = Message("correction.rounds_stay", "All later rounds are kept.")
ROUND_DEPENDS = Message(
    "correction.round_depends", "Round %(number)s depends on this result."
)
ROUND_IMPOSSIBLE = Message(
    "correction.round_impossible", "Round %(number)s would not have been possible."
)
ROUND_OTHER_PAIRS = Message(
    "correction.round_other_pairs",
    "Round %(number)s would have had %(count)s different pairings: %(pairs)s",
)
ROUND_SAME = Message(
    "correction.round_same", "Round %(number)s would have been drawn the same way."
)
ROUND_TAKEN_BACK = Message(
    "correction.round_taken_back", "Round %(number)s is unpublished; draw it again."
)
SET_ASIDE_PLAYED = Message(
    "correction.set_aside_played", "Discarded, including games played: %(labels)s."
)
STAGE_REDRAWN = Message(
    "correction.stage_redrawn", "%(stage)s is cancelled and redrawn."
)
STILL_IN = Message(
    "correction.still_in", "The player who wrongly advanced is still in."
)
TAKES_PLACE = Message(
    "correction.takes_place", "%(new)s replaces %(old)s in %(match)s."
)
WAITS_FOR_CALL = Message(
    "correction.waits_for_call", "%(match)s: %(one)s – %(two)s is waiting to be called."
)
WINNER_CHANGES = Message(
    "correction.winner_changes", "The winner changes: %(new)s instead of %(old)s."
)
WINNER_STAYS = Message("correction.winner_stays", "The winner stays the same.")
WOULD_BE_OUT = Message("correction.would_be_out", "%(name)s would be out.")
WOULD_HAVE_QUALIFIED = Message(
    "correction.would_have_qualified", "%(name)s would have qualified for %(stage)s."
)
WOULD_NOT_HAVE_QUALIFIED = Message(
    "correction.would_not_have_qualified",
    "%(name)s would not have qualified for %(stage)s.",
)
WOULD_STILL_BE_IN = Message(
    "correction.would_still_be_in", "%(name)s would still be in."
)
PLAYED_AGAIN = Message(
    "correction.played_again", "%(count)s match is replayed: %(labels)s."
)
REPLACED = Message(
    "correction.replaced", "%(count)s unplayed match is replaced: %(labels)s."
)
KEPT = Message("correction.kept", "%(count)s match is kept: %(labels)s.")
_COUNTED: Final = (PLAYED_AGAIN, REPLACED, KEPT)


@dataclass(frozen=True, slots=True)
class CountedLine(PlannedLine):
    """A line with `PLAYED_AGAIN`, `REPLACED` or `KEPT`: it counts, with a plural."""

    count: int = 0

    def __str__(self) -> str:
        return _counted(self.message, self.count) % self.values


@dataclass(frozen=True, slots=True)
class StageName:
    """A stage; `str()` gives its name, also of a branch without a name of its own."""

    stage: Stage

    def __str__(self) -> str:
        stage = self.stage
        usual = {"consolation": gettext("Consolation"), "last": gettext("Last chance")}
        return shown_name(stage.name) or usual.get(stage.section, "") or title_of(stage)


@dataclass(frozen=True, slots=True)
class ListedPairs:
    """The first pairs of a round, a bye as a line; `is_all`: there are no others."""

    pairs: tuple[str | PlannedLine, ...]
    is_all: bool

    def __str__(self) -> str:
        return ", ".join(map(str, self.pairs)) + ("." if self.is_all else " …")


NamedPart = StageTitle | StageName | BracketPart | ListedPairs
"""A name among the values of a line, which each reader gets in their language."""


Lines = tuple[PlannedLine, ...]
"""Lines that are shown as one."""


def counted(message: Message, count: int, labels: str) -> CountedLine:
    return CountedLine(message, {"count": count, "labels": labels}, count)


def stored(lines: Iterable[PlannedLine | Lines]) -> list[StoredLine]:
    return [
        [_part(part) for part in (line if isinstance(line, tuple) else (line,))]
        for line in lines
    ]


def shown(lines: Iterable[StoredLine]) -> list[str]:
    return [_joined(line) for line in lines]


def _part(line: PlannedLine | NamedPart) -> StoredPart:
    if isinstance(line, PlannedLine):
        values = {key: _plain(value) for key, value in line.values.items()}
        return line.message.code, values
    if isinstance(line, ListedPairs):
        pairs = [_plain(pair) for pair in line.pairs]
        return _PAIRS, {"pairs": pairs, "is_all": line.is_all}
    if isinstance(line, BracketPart):
        where = {"stage": line.names.root.pk, "section": line.section}
        return _ROUND, {**where, "round": line.round, "text": str(line)}
    code = _TITLE if isinstance(line, StageTitle) else _STAGE
    return code, {"stage": line.stage.pk, "text": str(line)}


def _plain(value: object) -> object:
    """Return a value as JSON: a line or a name as its parts."""
    if isinstance(value, PlannedLine | NamedPart):
        return [_part(value)]
    return value


def _read(code: str, values: Mapping[str, object]) -> PlannedLine | NamedPart | str:
    if code in _NAMES:
        return _name(code, values)
    if code == _PAIRS:
        return _pairs(values)
    known = {
        key: _joined(value) if isinstance(value, list) else value
        for key, value in values.items()
    }
    message, count = message_of(code), known.get("count")
    if message in _COUNTED and isinstance(count, int):
        return CountedLine(message, known, count)
    return PlannedLine(message, known)


def _joined(parts: Iterable[StoredPart]) -> str:
    return " ".join(str(_read(*part)) for part in parts)


def _pairs(values: Mapping[str, object]) -> ListedPairs:
    pairs = values["pairs"]
    return ListedPairs(
        tuple(pair if isinstance(pair, str) else _joined(pair) for pair in pairs)
        if isinstance(pairs, list)
        else (),
        is_all=bool(values["is_all"]),
    )


def _name(code: str, values: Mapping[str, object]) -> NamedPart | str:
    """Return the name of a round or stage; as it was if it is not there any more."""
    rows = Stage.objects.select_related("division__tournament", "division__profile")
    stage = rows.filter(pk=str(values["stage"])).first()
    if stage is not None and code == _TITLE:
        return StageTitle(stage)
    if stage is not None and code == _STAGE:
        return StageName(stage)
    bracket = None if stage is None else bracket_of(stage)
    if bracket is None:
        return str(values["text"])
    number = values["round"]
    return BracketPart(
        BracketNames(bracket),
        str(values["section"]),
        number if isinstance(number, int) else None,
    )


def _counted(message: Message, count: int) -> str:
    if message is PLAYED_AGAIN:
        return ngettext(
            "%(count)s match is replayed: %(labels)s.",
            "%(count)s matches are replayed: %(labels)s.",
            count,
        )
    if message is REPLACED:
        return ngettext(
            "%(count)s unplayed match is replaced: %(labels)s.",
            "%(count)s unplayed matches are replaced: %(labels)s.",
            count,
        )
    return ngettext(
        "%(count)s match is kept: %(labels)s.",
        "%(count)s matches are kept: %(labels)s.",
        count,
    )
