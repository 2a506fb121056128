"""What a correction changes: codes with values, shown in the reader's language.

An `Effect` is a text in the present language that remembers the codes and values that
it was made of. Pages show the text; a correction stores the parts, so that a later
reader sees them in another language.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from matches.columns.names import isolating
from matches.rules.messages import Message, message_of
from matches.rules.text import gettext_noop
from tournaments.brackets import BracketWords, bracket_of
from tournaments.engine import Slot
from tournaments.structure.models import Stage
from tournaments.structure.names import shown_name
from tournaments.structure.queries import title_of

Part = tuple[str, Mapping[str, Any]]
"""The code of a message, and the values of its placeholders."""


_ROUND, _STAGE, _TITLE = "name.round", "name.stage", "name.title"
_NAMES = frozenset((_ROUND, _STAGE, _TITLE))
BYE_FOR = Message("correction.bye_for", gettext_noop("bye for %(name)s"))
CANCELLED_UNBEGUN = Message(
    "correction.cancelled_unbegun",
    gettext_noop("Cancelled before it began: %(labels)s."),
)
COUNTS_FOR_RATING = Message(
    "correction.counts_for_rating", gettext_noop("Counts for the rating: %(labels)s.")
)
DRAWN_FROM_STANDINGS = Message(
    "correction.drawn_from_standings",
    gettext_noop("%(stage)s was drawn from these standings."),
)
GETS_BYE = Message(
    "correction.gets_bye", gettext_noop("%(name)s gets a bye in %(match)s.")
)
HAS_BYE = Message("correction.has_bye", gettext_noop("%(one)s has the bye."))
HAS_LOST_SINCE = Message(
    "correction.has_lost_since",
    gettext_noop("The player who went on by mistake has lost since."),
)
INSTEAD = Message(
    "correction.instead", gettext_noop("%(match)s: %(new)s instead of %(old)s.")
)
IS_CALLED = Message(
    "correction.is_called",
    gettext_noop("%(match)s: %(one)s – %(two)s is called to table %(table)s."),
)
IS_DONE = Message(
    "correction.is_done",
    gettext_noop("%(match)s: %(one)s – %(two)s is played, %(score)s."),
)
IS_PLAYING = Message(
    "correction.is_playing",
    gettext_noop("%(match)s: %(one)s – %(two)s is being played."),
)
IS_REPORTED = Message(
    "correction.is_reported", gettext_noop("%(match)s: %(one)s – %(two)s is reported.")
)
IS_UNFINISHED = Message(
    "correction.is_unfinished",
    gettext_noop("%(match)s: %(one)s – %(two)s is put aside."),
)
LATER_ROUND_BEGUN = Message(
    "correction.later_round_begun",
    gettext_noop("A later round has begun, and everybody plays on in it."),
)
MATCHES_STAY = Message(
    "correction.matches_stay", gettext_noop("All later matches stay as they are.")
)
MATCH_IN_ROUND = Message(
    "correction.match_in_round", gettext_noop("%(label)s (%(round)s)")
)
MEET_IN = Message(
    "correction.meet_in", gettext_noop("%(one)s and %(two)s meet in %(match)s.")
)
MEET_INSTEAD = Message(
    "correction.meet_instead",
    gettext_noop("%(one)s and %(two)s meet instead of %(label)s."),
)
NEXT_NOT_BEGUN = Message(
    "correction.next_not_begun",
    gettext_noop("The player who went on by mistake has not begun the next match."),
)
NOTHING_AGAIN = Message(
    "correction.nothing_again", gettext_noop("Nothing is played again.")
)
NOTHING_BEGUN = Message(
    "correction.nothing_begun", gettext_noop("No later match has begun.")
)
NOT_KNOWN_YET = Message("correction.not_known_yet", gettext_noop("not known yet"))
NO_BYE_ANY_MORE = Message(
    "correction.no_bye_any_more",
    gettext_noop("%(name)s has no bye any more in %(match)s."),
)
NO_ENTRANT = Message("correction.no_entrant", gettext_noop("nobody"))
NO_LONGER_RATED = Message(
    "correction.no_longer_rated",
    gettext_noop("No longer counts for the rating: %(labels)s."),
)
OTHER_PLACES = Message(
    "correction.other_places", gettext_noop("Others who change places: %(count)s.")
)
PLACE = Message(
    "correction.place", gettext_noop("%(name)s: place %(after)s (was %(before)s).")
)
PLACE_IN_STAGE = Message(
    "correction.place_in_stage",
    gettext_noop("%(stage)s: %(name)s, place %(after)s (was %(before)s)."),
)
RESULT_BECOMES = Message(
    "correction.result_becomes",
    gettext_noop("The result becomes %(after)s; it was %(before)s."),
)
ROUNDS_STAY = Message(
    "correction.rounds_stay", gettext_noop("All later rounds stay as they are.")
)
ROUND_DEPENDS = Message(
    "correction.round_depends", gettext_noop("Round %(number)s depends on this result.")
)
ROUND_IMPOSSIBLE = Message(
    "correction.round_impossible",
    gettext_noop("Round %(number)s could not have been drawn like this."),
)
ROUND_OTHER_PAIRS = Message(
    "correction.round_other_pairs",
    gettext_noop("Round %(number)s would have had other pairs (%(count)s): %(pairs)s"),
)
ROUND_SAME = Message(
    "correction.round_same",
    gettext_noop("Round %(number)s would have been drawn just the same."),
)
ROUND_TAKEN_BACK = Message(
    "correction.round_taken_back",
    gettext_noop("Round %(number)s is taken back; draw it again."),
)
SET_ASIDE_PLAYED = Message(
    "correction.set_aside_played",
    gettext_noop("Set aside, with what was played: %(labels)s."),
)
STAGE_REDRAWN = Message(
    "correction.stage_redrawn", gettext_noop("%(stage)s is taken back and drawn again.")
)
STILL_IN = Message(
    "correction.still_in",
    gettext_noop("The player who went on by mistake is still in."),
)
TAKES_PLACE = Message(
    "correction.takes_place",
    gettext_noop("%(new)s takes the place of %(old)s in %(match)s."),
)
WAITS_FOR_CALL = Message(
    "correction.waits_for_call",
    gettext_noop("%(match)s: %(one)s – %(two)s waits to be called."),
)
WINNER_CHANGES = Message(
    "correction.winner_changes",
    gettext_noop("The winner changes: %(new)s instead of %(old)s."),
)
WINNER_STAYS = Message(
    "correction.winner_stays", gettext_noop("The winner stays the same.")
)
WOULD_BE_OUT = Message(
    "correction.would_be_out", gettext_noop("%(name)s would be out.")
)
WOULD_HAVE_QUALIFIED = Message(
    "correction.would_have_qualified",
    gettext_noop("%(name)s would have qualified for %(stage)s."),
)
WOULD_NOT_HAVE_QUALIFIED = Message(
    "correction.would_not_have_qualified",
    gettext_noop("%(name)s would not have qualified for %(stage)s."),
)
WOULD_STILL_BE_IN = Message(
    "correction.would_still_be_in", gettext_noop("%(name)s would still be in.")
)
PLAYED_AGAIN = Message(
    "correction.played_again",
    gettext_noop("%(count)s match is played again: %(labels)s."),
)
REPLACED = Message(
    "correction.replaced",
    gettext_noop("%(count)s match that has not begun is replaced: %(labels)s."),
)
KEPT = Message("correction.kept", gettext_noop("%(count)s match is kept: %(labels)s."))
_COUNTED = frozenset(message.code for message in (PLAYED_AGAIN, REPLACED, KEPT))


class Effect(str):
    """One or more sentences, with the parts that they were made of."""

    parts: tuple[Part, ...]

    def __new__(cls, text: str = "", parts: Sequence[Part] = ()) -> "Effect":
        """Return a line; `parts` are its sentences."""
        line = super().__new__(cls, text)
        line.parts = tuple(parts)
        return line

    def __mod__(self, values: Any) -> "Effect":
        """Return the line with the values of its placeholders."""
        ((code, _none),) = self.parts
        return Effect(super().__mod__(values), ((code, dict(values)),))


def say(message: Message) -> Effect:
    """Return a message in the present language; `%` puts its values in."""
    return Effect(gettext(message.english), ((message.code, {}),))


def say_count(message: Message, count: int, values: Mapping[str, object]) -> Effect:
    """Return a message that counts something, with its values."""
    params = {**values, "count": count}
    return Effect(_counted(message.code, count) % params, ((message.code, params),))


def round_name(root: Stage, slot: Slot, text: str) -> Effect:
    """Return the name of a round of a bracket, to be named anew for each reader."""
    where = {"stage": root.pk, "section": slot.node.section, "round": slot.node.round}
    return Effect(text, ((_ROUND, {**where, "text": text}),))


def stage_title(stage: Stage) -> Effect:
    """Return the title of a stage, to be written anew for each reader."""
    return _named(_TITLE, stage, title_of(stage))


def stage_name(stage: Stage) -> Effect:
    """Return the name of a stage, also of a branch without a name of its own."""
    return _named(_STAGE, stage, _name_of(stage))


def joined(*lines: str) -> Effect:
    """Join the lines that are not empty to one."""
    some = [line for line in lines if line]
    parts = [part for line in some if isinstance(line, Effect) for part in line.parts]
    return Effect(" ".join(some), parts)


def stored(lines: Iterable[str]) -> list[list[Any]]:
    """Return lines as a correction stores them: a list of parts each."""
    return [
        [[code, _plain(values)] for code, values in line.parts]
        for line in lines
        if isinstance(line, Effect)
    ]


def shown(lines: Iterable[Iterable[Sequence[Any]]]) -> list[str]:
    """Return stored lines in the reader's language."""
    return [" ".join(_part(code, values) for code, values in line) for line in lines]


def _part(code: str, values: Mapping[str, Any]) -> str:
    if code in _NAMES:
        return _name(code, values)
    known = {
        key: " ".join(_part(*part) for part in value)
        if isinstance(value, list)
        else value
        for key, value in values.items()
    }
    message = message_of(code)
    is_counted = code in _COUNTED
    count = int(known.get("count", 0))
    text = _counted(code, count) if is_counted else gettext(message.english)
    return text % isolating(known)


def _name(code: str, values: Mapping[str, Any]) -> str:
    """Return the name of a round or stage; as it was if it is not there any more."""
    rows = Stage.objects.select_related("division__tournament", "division__profile")
    stage = rows.filter(pk=values["stage"]).first()
    if stage is not None and code == _TITLE:
        return title_of(stage)
    if stage is not None and code == _STAGE:
        return _name_of(stage)
    bracket = None if stage is None else bracket_of(stage)
    if bracket is None:
        return str(values["text"])
    return BracketWords(bracket).round_here(values["section"], values["round"])


def _named(code: str, stage: Stage, text: str) -> Effect:
    return Effect(text, ((code, {"stage": stage.pk, "text": text}),))


def _name_of(stage: Stage) -> str:
    usual = {"consolation": gettext("Consolation"), "last": gettext("Last chance")}
    return shown_name(stage.name) or usual.get(stage.section, "") or title_of(stage)


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    """Return values as JSON: a line among them as its parts."""
    return {
        key: [[code, _plain(inner)] for code, inner in value.parts]
        if isinstance(value, Effect) and value.parts
        else value[:]
        if isinstance(value, str)
        else value
        for key, value in values.items()
    }


def _counted(code: str, count: int) -> str:
    if code == PLAYED_AGAIN.code:
        return ngettext(
            "%(count)s match is played again: %(labels)s.",
            "%(count)s matches are played again: %(labels)s.",
            count,
        )
    if code == REPLACED.code:
        return ngettext(
            "%(count)s match that has not begun is replaced: %(labels)s.",
            "%(count)s matches that have not begun are replaced: %(labels)s.",
            count,
        )
    return ngettext(
        "%(count)s match is kept: %(labels)s.",
        "%(count)s matches are kept: %(labels)s.",
        count,
    )
