"""Checking a draw record: whether its seed makes the published draw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, NamedTuple

from matches.rules.refusals import Message, RuleError
from tournaments.engine.audit import audit, audit_plan
from tournaments.engine.format import Format, check_ready
from tournaments.engine.formats import FORMATS
from tournaments.engine.record import canonical, fingerprint, reading, to_record
from tournaments.engine.record.proof_checks import (
    MOMENTS,
    NO_CHAIN,
    OK,
    REMARK,
    WRONG,
    CheckStep,
    announcement_steps,
    chain_steps,
    change_step,
    in_utc,
    seed_steps,
    step,
)
from tournaments.engine.state import WAS_SWAPPED, DrawnRound, Note, StageState, swapped

WAS_READ = Message(
    "check.was_read",
    "The record is valid: method %(algorithm)s, version %(version)s, round %(round)s, "
    "entrants %(entrants)s, results %(results)s.",
)
UNKNOWN_METHOD = Message(
    "check.unknown_method",
    "Method %(algorithm)s version %(version)s is not supported here. Use a newer "
    "version of Crawford.",
)
OTHER_METHOD = Message(
    "check.other_method",
    "The record names the method %(algorithm)s, but its stage is %(format)s.",
)
OTHER_ROUND = Message(
    "check.other_round",
    "The record is of round %(round)s, but by its results round %(due)s is next.",
)
NOT_CANONICAL = Message(
    "check.not_canonical",
    "The stage is not in the expected format: something was added, removed or "
    "reordered.",
)
FIELD_SAME = Message(
    "check.field_same", "Entrants, results and settings match the announcement."
)
FIELD_OTHER = Message(
    "check.field_other", "Entrants, results or settings do not match the announcement."
)
NOT_DRAWN = Message(
    "check.not_drawn",
    "Nothing has been drawn yet: there is no random number. Keep this record and "
    "compare its fingerprint with the draw’s.",
)
DRAWN_AGAIN = Message(
    "check.drawn_again", "Redrawn from entries and random number: %(pairs)s pairings."
)
NO_SENSE = Message(
    "check.no_sense", "The method cannot produce a round from these entries."
)
BAD_SWAP = Message(
    "check.bad_swap",
    "The record says %(entrant)s and %(other)s were swapped, but they are not in two "
    "different pairings.",
)
PAIRS_SAME = Message(
    "check.pairs_same", "All pairings match the published ones, in the same order."
)
PAIR_OTHER = Message(
    "check.pair_other",
    "Pairing %(place)s is %(published)s in the record but %(again)s when redrawn.",
)
LOTS_SAME = Message(
    "check.lots_same",
    "All player numbers match the published ones (%(lots)s compared).",
)
LOT_OTHER = Message(
    "check.lot_other",
    "The random number of %(entrant)s is %(published)s in the record but %(again)s "
    "when redrawn.",
)
PLAN_SAME = Message(
    "check.plan_same", "The bracket matches these slots (%(matches)s matches)."
)
PLAN_OTHER = Message("check.plan_other", "The bracket does not match these slots.")
AUDIT_CLEAN = Message("check.audit_clean", "The independent check found no errors.")


SAME: Final = "same"
CHANGED: Final = "changed"
RENAMED: Final = "renamed"
DIFFERENT: Final = "different"
ANNOUNCED: Final = "announced"
CHAIN: Final = "chain"
UNREADABLE: Final = "unreadable"


class _Names(dict[int, str]):
    """Names by entrant number; an entrant without a name is called by the number."""

    def __missing__(self, number: int) -> str:
        return f"#{number}"


class ComparedPair(NamedTuple):
    """Names of a pairing: one for a bye, none if the other round has more pairings."""

    published: tuple[str, ...]
    again: tuple[str, ...]
    is_same: bool


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check, step by step.

    `outcome` is "same", "changed" (as drawn, then changed by hand in `places` places),
    "renamed" (as drawn, but players have other names than were announced), "different",
    "announced" (sound, but not drawn yet), "chain" (all announcements of a tournament,
    sound) or "unreadable": no record, or a method or version that is not known here,
    which proves and refutes nothing. `names` fill the sentences; an entrant without a
    name is called by the number. `pairs` are all pairings, if the round could be drawn
    again. `digest` is the fingerprint that people compare.
    """

    outcome: str
    steps: tuple[CheckStep, ...]
    names: Mapping[int, str]
    pairs: tuple[ComparedPair, ...] = ()
    places: int = 0
    digest: str = ""

    @property
    def is_same(self) -> bool:
        return self.outcome == SAME

    def english(self, step: CheckStep) -> str:
        values = {
            key: in_utc(value) if key in MOMENTS and isinstance(value, str) else value
            for key, value in step.note.named(self.names).items()
        }
        return step.note.message.english % values


def check_text(text: str, *, most: int = reading.MOST_ENTRANTS) -> CheckResult:
    """Check the text of a record. Never raises, whatever the text is."""
    try:
        document = reading.parse(text)
    except reading.RecordError as error:
        return _unreadable(error)
    return check_document(document, most=most)


def check_document(
    document: object, *, most: int = reading.MOST_ENTRANTS
) -> CheckResult:
    """Make the draw of a record again and compare. Never raises, whatever it holds.

    The list of all announcements of a tournament is checked, too. A record of more than
    `most` entrants is refused, because it could keep a computer busy for long.
    """
    if isinstance(document, dict) and "crawford_chain" in document:
        return _check_chain(document)
    try:
        known = reading.read(document, most=most)
    except reading.RecordError as error:
        return _unreadable(error)
    steps, drawn = [*_field(known)], None
    chosen = FORMATS.get(known.algorithm)
    if chosen is None or chosen.version != known.version:
        version = known.version
        steps.append(
            step(WRONG, UNKNOWN_METHOD, algorithm=known.algorithm, version=version)
        )
    elif known.is_announced:
        steps.append(step(REMARK, NOT_DRAWN))
    else:
        drawn = _drawn_again(chosen, known, steps)
    outcome = RENAMED if known.proof.renamed else SAME
    places = len(known.swaps) + sum(bool(reason) for _, reason in known.proof.late)
    if places:
        outcome = CHANGED
    if known.is_announced:
        outcome = ANNOUNCED
    if faults := {step.note.message for step in steps if step.mark == WRONG}:
        outcome = UNREADABLE if faults == {UNKNOWN_METHOD} else DIFFERENT
    return CheckResult(
        outcome,
        tuple(steps),
        _names(known),
        pairs=() if drawn is None else tuple(_compared(known, drawn)),
        places=places,
        digest=known.proof.digest,
    )


def _check_chain(document: dict[str, object]) -> CheckResult:
    """Shape: `crawford_chain` 1, and `announcements`, first to last."""
    chain = document.get("announcements")
    if not isinstance(chain, list) or not all(map(reading.is_announcement, chain)):
        return CheckResult(UNREADABLE, (step(WRONG, NO_CHAIN),), _Names())
    steps = tuple(chain_steps(chain))
    is_wrong = any(step.mark == WRONG for step in steps)
    return CheckResult(DIFFERENT if is_wrong else CHAIN, steps, _Names())


def _unreadable(error: reading.RecordError) -> CheckResult:
    return CheckResult(
        UNREADABLE, (step(WRONG, error.refusal, **error.params),), _Names()
    )


def _names(known: reading.DrawDocument) -> Mapping[int, str]:
    return _Names({number: name for number, name in known.proof.names.items() if name})


def _field(known: reading.DrawDocument) -> Iterator[CheckStep]:
    record, state = dict(known.record), known.state
    yield step(
        OK,
        WAS_READ,
        algorithm=known.algorithm,
        version=known.version,
        round=known.round,
        entrants=len(state.entrants),
        results=len(state.outcomes),
    )
    if known.algorithm != state.format:
        yield step(WRONG, OTHER_METHOD, algorithm=known.algorithm, format=state.format)
    if known.round != state.next_round:
        yield step(WRONG, OTHER_ROUND, round=known.round, due=state.next_round)
    if canonical(to_record(state)) != canonical(record):
        yield step(WRONG, NOT_CANONICAL)
    if fingerprint(record) == known.fingerprint:
        yield step(OK, FIELD_SAME)
    else:
        yield step(WRONG, FIELD_OTHER)
    yield from announcement_steps(known.proof, state)
    if not known.is_announced:
        yield from seed_steps(known.proof, known.seed)


def _drawn_again(
    chosen: Format, known: reading.DrawDocument, steps: list[CheckStep]
) -> DrawnRound | None:
    """Draw again and add the steps of comparing; None if that is not possible."""
    try:
        check_ready(chosen, known.state)
        drawn = chosen.draw(known.state, known.seed)
    except RuleError as error:
        steps.append(step(WRONG, error.refusal, **error.params))
        return None
    except Exception:  # the field is of unknown origin and may break any format
        steps.append(step(WRONG, NO_SENSE))
        return None
    steps.append(step(OK, DRAWN_AGAIN, pairs=len(drawn.pairings)))
    for (one, two), reason in zip(known.swaps, known.proof.reasons, strict=True):
        exchanged = swapped(drawn, one, two)
        if exchanged is None:
            steps.append(step(WRONG, BAD_SWAP, entrant=one, other=two))
            continue
        drawn = exchanged
        steps.append(step(REMARK, WAS_SWAPPED, entrant=one, other=two))
        steps.append(change_step(one, two, reason))
    steps += _pairs(known, drawn)
    steps += _lots(known, drawn)
    steps += _plan(chosen, known, drawn)
    steps += _audit(chosen, known.state, drawn)
    return drawn


def _compared(known: reading.DrawDocument, drawn: DrawnRound) -> Iterator[ComparedPair]:
    names = _names(known)
    again = [(pairing.one, pairing.two) for pairing in drawn.pairings]
    for one, two in zip_longest(known.pairs, again):
        yield ComparedPair(_named(one, names), _named(two, names), one == two)


def _pairs(known: reading.DrawDocument, drawn: DrawnRound) -> Iterator[CheckStep]:
    for place, pair in enumerate(_compared(known, drawn), start=1):
        if not pair.is_same:
            yield step(
                WRONG,
                PAIR_OTHER,
                place=place,
                published=told_pair(pair.published),
                again=told_pair(pair.again),
            )
            return
    yield step(OK, PAIRS_SAME)


def _named(pair: reading.Pair | None, names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(names[number] for number in pair or () if number is not None)


def told_pair(names: Sequence[str]) -> str:
    return " – ".join(names) if len(names) > 1 else f"{''.join(names)} –".lstrip()


def _lots(known: reading.DrawDocument, drawn: DrawnRound) -> Iterator[CheckStep]:
    for number in sorted({*known.lots, *drawn.lots}):
        published, again = known.lots.get(number, "–"), drawn.lots.get(number, "–")
        if published != again:
            yield step(
                WRONG, LOT_OTHER, entrant=number, published=published, again=again
            )
            return
    if drawn.lots:
        yield step(OK, LOTS_SAME, lots=len(drawn.lots))


def _plan(
    chosen: Format, known: reading.DrawDocument, drawn: DrawnRound
) -> Iterator[CheckStep]:
    plan = known.plan
    if plan is None:
        if chosen.plan is not None:
            yield step(WRONG, PLAN_OTHER)
        return
    faults = audit_plan(plan, len(drawn.lots))
    yield from (CheckStep(WRONG, note) for note in faults)
    if faults or chosen.plan is None:
        return
    entrants = tuple(
        replace(entrant, lot=drawn.lots.get(entrant.number))
        for entrant in known.state.entrants
    )
    try:
        again = chosen.plan(replace(known.state, entrants=entrants))
    except Exception:  # a record of unknown origin, as in `_again`
        again = None
    if again == plan:
        yield step(OK, PLAN_SAME, matches=len(plan.nodes))
    else:
        yield step(WRONG, PLAN_OTHER)


def _audit(chosen: Format, state: StageState, drawn: DrawnRound) -> Iterator[CheckStep]:
    try:
        notes = audit(state, drawn, chosen.promises)
    except Exception:  # a record of unknown origin, as in `_again`
        notes = (Note(NO_SENSE),)
    yield from (CheckStep(REMARK, note) for note in notes)
    if not notes:
        yield step(OK, AUDIT_CLEAN)
