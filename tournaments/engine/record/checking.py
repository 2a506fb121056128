"""Checking a draw record: whether its seed makes the published draw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from matches.rules.refusals import RuleError
from tournaments.engine.audit import audit, audit_plan
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.base import Format, check_ready
from tournaments.engine.pairing.swap import WAS_SWAPPED, swapped
from tournaments.engine.record import canonical, fingerprint, shortened, to_record
from tournaments.engine.record.check_messages import (
    AUDIT_CLEAN,
    BAD_SWAP,
    DRAWN_AGAIN,
    EARLIER,
    EARLIER_SILENT,
    FIELD_OTHER,
    FIELD_SAME,
    FINGERPRINT_ALONE,
    FINGERPRINT_OTHER,
    FINGERPRINT_SAME,
    LOT_OTHER,
    LOTS_SAME,
    NO_SENSE,
    NOT_CANONICAL,
    NOT_DRAWN,
    OTHER_METHOD,
    OTHER_ROUND,
    PAIR_OTHER,
    PAIRS_SAME,
    PLAN_OTHER,
    PLAN_SAME,
    SEED_OF_DICE,
    SEED_STATED,
    UNKNOWN_METHOD,
    WAS_READ,
)
from tournaments.engine.record.dice import chances, dice_in
from tournaments.engine.record.proof_checks import (
    MOMENTS,
    NO_CHAIN,
    announcement_steps,
    chain_steps,
    change_step,
    in_utc,
    seed_steps,
)
from tournaments.engine.record.proof_fields import is_announcement
from tournaments.engine.record.reading import (
    MOST_ENTRANTS,
    DrawDocument,
    Pair,
    RecordError,
    parse,
    read,
)
from tournaments.engine.record.steps import OK, REMARK, WRONG, CheckStep
from tournaments.engine.record.steps import step as _step
from tournaments.engine.state import DrawnRound, Note, StageState

__all__ = [
    "CheckResult",
    "CheckStep",
    "check_document",
    "check_text",
]

SAME: Final = "same"
CHANGED: Final = "changed"
DIFFERENT: Final = "different"
ANNOUNCED: Final = "announced"
CHAIN: Final = "chain"
UNREADABLE: Final = "unreadable"


class _Names(dict[int, str]):
    """Names by entrant number; an entrant without a name is called by the number."""

    def __missing__(self, number: int) -> str:
        return f"#{number}"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check, step by step.

    `outcome` is "same", "changed" (as drawn, then changed by hand in `places` places),
    "different", "announced" (sound, but not drawn yet), "chain" (all announcements of
    a tournament, sound) or "unreadable": no record, or a method or version that is not
    known here, which proves and refutes nothing. `names` fill the sentences; an entrant
    without a name is called by the number. `digest` is the fingerprint that people
    compare.
    """

    outcome: str
    steps: tuple[CheckStep, ...]
    names: Mapping[int, str]
    places: int = 0
    digest: str = ""

    @property
    def is_same(self) -> bool:
        """Whether the published draw is the one that input and seed make."""
        return self.outcome == SAME

    def english(self, step: CheckStep) -> str:
        """Return the sentence of a step in English, with names, and times in UTC."""
        values = {
            key: in_utc(value) if key in MOMENTS and isinstance(value, str) else value
            for key, value in step.note.named(self.names).items()
        }
        return step.note.message.english % values


def check_text(text: str, *, most: int = MOST_ENTRANTS) -> CheckResult:
    """Check the text of a record. Never raises, whatever the text is."""
    try:
        document = parse(text)
    except RecordError as error:
        return _unreadable(error)
    return check_document(document, most=most)


def check_document(document: object, *, most: int = MOST_ENTRANTS) -> CheckResult:
    """Make the draw of a record again and compare. Never raises, whatever it holds.

    The list of all announcements of a tournament is checked, too. A record of more than
    `most` entrants is refused, because it could keep a computer busy for long.
    """
    if isinstance(document, dict) and "crawford_chain" in document:
        return _check_chain(document)
    try:
        known = read(document, most=most)
    except RecordError as error:
        return _unreadable(error)
    steps = tuple(_steps(known))
    drawn = CHANGED if known.swaps else SAME
    outcome = ANNOUNCED if known.is_announced else drawn
    if faults := {step.note.message for step in steps if step.mark == WRONG}:
        outcome = UNREADABLE if faults == {UNKNOWN_METHOD} else DIFFERENT
    digest = known.proof.digest if known.proof else known.fingerprint
    return CheckResult(outcome, steps, _names(known), len(known.swaps), digest)


def _check_chain(document: dict[str, object]) -> CheckResult:
    """Check all announcements of a tournament.

    Shape: `crawford_chain` 1, and `announcements`, first to last.
    """
    chain = document.get("announcements")
    if not isinstance(chain, list) or not all(map(is_announcement, chain)):
        return CheckResult(UNREADABLE, (_step(WRONG, NO_CHAIN),), _Names())
    steps = tuple(chain_steps(chain))
    is_wrong = any(step.mark == WRONG for step in steps)
    return CheckResult(DIFFERENT if is_wrong else CHAIN, steps, _Names())


def _unreadable(error: RecordError) -> CheckResult:
    return CheckResult(
        UNREADABLE, (_step(WRONG, error.refusal, **error.params),), _Names()
    )


def _names(known: DrawDocument) -> Mapping[int, str]:
    return _Names({number: name for number, name in known.names.items() if name})


def _steps(known: DrawDocument) -> Iterator[CheckStep]:
    yield from _field(known)
    yield from _earlier(known)
    chosen = FORMATS.get(known.algorithm)
    if chosen is None or not _has_version(chosen, known.version):
        version = known.version
        yield _step(WRONG, UNKNOWN_METHOD, algorithm=known.algorithm, version=version)
        return
    if known.is_announced:
        yield _step(REMARK, NOT_DRAWN)
        return
    drawn = _again(chosen, known)
    if isinstance(drawn, CheckStep):
        yield drawn
        return
    yield _step(OK, DRAWN_AGAIN, pairs=len(drawn.pairings))
    yield from _compared(chosen, known, drawn)


def _field(known: DrawDocument) -> Iterator[CheckStep]:
    """Check the input without the seed: the part that is published first."""
    record, state = dict(known.record), known.state
    yield _step(
        OK,
        WAS_READ,
        algorithm=known.algorithm,
        version=known.version,
        round=known.round,
        entrants=len(state.entrants),
        results=len(state.outcomes),
    )
    if known.algorithm != state.format:
        yield _step(WRONG, OTHER_METHOD, algorithm=known.algorithm, format=state.format)
    if known.round != state.next_round:
        yield _step(WRONG, OTHER_ROUND, round=known.round, due=state.next_round)
    if canonical(to_record(state)) != canonical(record):
        yield _step(WRONG, NOT_CANONICAL)
    if known.proof is not None:
        if fingerprint(record) == known.fingerprint:
            yield _step(OK, FIELD_SAME)
        else:
            yield _step(WRONG, FIELD_OTHER)
        yield from announcement_steps(known.proof, state, known.names)
        if not known.is_announced:
            yield from seed_steps(known.proof, known.seed)
        return
    digest = fingerprint(record)
    short, stated = shortened(digest), shortened(known.fingerprint)
    if digest == known.fingerprint:
        told = FINGERPRINT_ALONE if known.is_unannounced else FINGERPRINT_SAME
        yield _step(OK, told, short=short)
    else:
        yield _step(WRONG, FINGERPRINT_OTHER, short=short, stated=stated)
    if known.is_announced:
        return
    dice = dice_in(known.seed)
    message = SEED_OF_DICE if dice else SEED_STATED
    yield _step(REMARK, message, seed=known.seed, dice=dice, ways=chances(dice))


def _earlier(known: DrawDocument) -> Iterator[CheckStep]:
    for draw in known.earlier:
        yield _step(
            REMARK,
            EARLIER if draw.reason else EARLIER_SILENT,
            number=draw.number,
            seed=draw.seed,
            reason=draw.reason,
        )


def _has_version(chosen: Format, version: int) -> bool:
    return version == chosen.version or version in chosen.earlier


def _again(chosen: Format, known: DrawDocument) -> DrawnRound | CheckStep:
    """Draw again; return the step that says why if that is not possible."""
    draw = chosen.earlier.get(known.version, chosen.draw)
    try:
        check_ready(chosen, known.state)
        return draw(known.state, known.seed)
    except RuleError as error:
        return _step(WRONG, error.refusal, **error.params)
    except Exception:  # the field is of unknown origin and may break any format
        return _step(WRONG, NO_SENSE)


def _compared(
    chosen: Format, known: DrawDocument, drawn: DrawnRound
) -> Iterator[CheckStep]:
    reasons = known.proof.reasons if known.proof else ()
    for place, (first, second) in enumerate(known.swaps):
        exchanged = swapped(drawn, first, second)
        if exchanged is None:
            yield _step(WRONG, BAD_SWAP, entrant=first, other=second)
            continue
        drawn = exchanged
        yield _step(REMARK, WAS_SWAPPED, entrant=first, other=second)
        if reasons:
            yield change_step(first, second, reasons[place])
    yield from _pairs(known, drawn)
    yield from _lots(known, drawn)
    yield from _plan(chosen, known, drawn)
    yield from _audit(chosen, known.state, drawn)


def _pairs(known: DrawDocument, drawn: DrawnRound) -> Iterator[CheckStep]:
    again = [(pairing.one, pairing.two) for pairing in drawn.pairings]
    if again == list(known.pairs):
        yield _step(OK, PAIRS_SAME)
        return
    place, names = _first_difference(known.pairs, again), _names(known)
    published, drawn_now = (
        _words(pairs[place], names) if place < len(pairs) else "–"
        for pairs in (known.pairs, again)
    )
    yield _step(
        WRONG, PAIR_OTHER, place=place + 1, published=published, again=drawn_now
    )


def _first_difference(published: Sequence[Pair], again: Sequence[Pair]) -> int:
    for place, (one, two) in enumerate(zip(published, again, strict=False)):
        if one != two:
            return place
    return min(len(published), len(again))


def _words(pair: Pair, names: Mapping[int, str]) -> str:
    one, two = pair
    return f"{names[one]} – {'' if two is None else names[two]}".rstrip()


def _lots(known: DrawDocument, drawn: DrawnRound) -> Iterator[CheckStep]:
    for number in sorted({*known.lots, *drawn.lots}):
        published, again = known.lots.get(number, "–"), drawn.lots.get(number, "–")
        if published != again:
            yield _step(
                WRONG, LOT_OTHER, entrant=number, published=published, again=again
            )
            return
    if drawn.lots:
        yield _step(OK, LOTS_SAME, lots=len(drawn.lots))


def _plan(
    chosen: Format, known: DrawDocument, drawn: DrawnRound
) -> Iterator[CheckStep]:
    """Compare the bracket, if the record is of the format's present version."""
    plan = known.plan
    if plan is None:
        if chosen.plan is not None:
            yield _step(WRONG, PLAN_OTHER)
        return
    faults = audit_plan(plan, len(drawn.lots))
    yield from (CheckStep(WRONG, note) for note in faults)
    if faults or chosen.plan is None or known.version != chosen.version:
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
        yield _step(OK, PLAN_SAME, matches=len(plan.nodes))
    else:
        yield _step(WRONG, PLAN_OTHER)


def _audit(chosen: Format, state: StageState, drawn: DrawnRound) -> Iterator[CheckStep]:
    try:
        notes = audit(state, drawn, chosen.promises)
    except Exception:  # a record of unknown origin, as in `_again`
        notes = (Note(NO_SENSE),)
    yield from (CheckStep(REMARK, note) for note in notes)
    if not notes:
        yield _step(OK, AUDIT_CLEAN)
