"""Checking what binds a draw to its announcement: names, chain, seed and changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from matches.rules.refusals import Message, Param
from tournaments.engine.record import announcement, difference_note, shortened
from tournaments.engine.record.reading import DrawProof
from tournaments.engine.state import Note, StageState

OK: Final = "ok"
WRONG: Final = "wrong"
REMARK: Final = "remark"


@dataclass(frozen=True, slots=True)
class CheckStep:
    """`mark` is "ok", "wrong" or "remark": a fact that is no difference."""

    mark: str
    note: Note


def step(mark: str, message: Message, **params: Param) -> CheckStep:
    return CheckStep(mark, Note(message, params))


SECRET_BITS: Final = 128
MOMENTS: Final = frozenset({"made"})
"""Parameters that are a time as an announcement writes it: `2026-11-22T19:04:05Z`."""

DIGEST_SAME = Message(
    "check.digest_same",
    "Announcement fingerprint: %(short)s, as in the record. Compare it with the one "
    "shown on the wall or on a phone before the random number.",
)
DIGEST_ALONE = Message(
    "check.digest_alone",
    "Fingerprint: %(short)s, as in the record. This draw was not announced, so "
    "nothing was public before the random number.",
)
DIGEST_OTHER = Message(
    "check.digest_other",
    "Announcement fingerprint: %(short)s, but the record says %(stated)s. The "
    "announcement was changed.",
)
BOUND_TO = Message(
    "check.bound_to",
    "Made for %(club)s, %(tournament)s, round %(round)s, draw %(number)s, on %(made)s.",
)
NAMES_SAME = Message(
    "check.names_same",
    "The names match the announcement (%(hidden)s of %(names)s hidden since).",
)
NAMES_OTHER = Message(
    "check.names_other", "The names are not those of the announcement."
)
CHAIN_SAME = Message(
    "check.chain_same",
    "This is announcement %(place)s of the tournament; all %(count)s earlier ones for "
    "this round are present.",
)
CHAIN_BROKEN = Message(
    "check.chain_broken",
    "Announcement %(place)s does not follow the previous one: something was removed "
    "or changed.",
)
DRAWN_BEFORE = Message(
    "check.drawn_before",
    "This round was already announced or drawn on %(made)s. Reason for drawing again: "
    "“%(reason)s”. Differences:",
)
RENAMED = Message(
    "check.renamed",
    "Renamed after the announcement: %(entrant)s is now called %(name)s.",
)
THROWN_AWAY = Message(
    "check.thrown_away",
    "Announced before for the same players in a stage or tournament that was removed: "
    "%(shorts)s. Reason for drawing again: “%(reason)s”.",
)
NOT_WITNESSED = Message(
    "check.not_witnessed", "This draw came from a file: this server did not witness it."
)
DRAWN_LATER = Message(
    "check.drawn_later",
    "The round was drawn again on %(made)s, and that draw was discarded. Reason: "
    "“%(reason)s”.",
)
DRAWN_BEFORE_SILENT = Message(
    "check.drawn_before_silent",
    "This round was already announced or drawn on %(made)s. No reason was given. "
    "Differences:",
)
SAID_DICE = Message(
    "check.said_dice",
    "Dice rolled in the room: %(dice)s (%(bits)s bits of randomness).",
)
SAID_SECRET = Message(
    "check.said_secret",
    "A %(bits)s-bit number the server chose in advance and could not change, because "
    "its hash was announced.",
)
SAID_AT_ONCE = Message(
    "check.said_at_once",
    "The computer chose the random number on its own, so whoever runs the server "
    "could have chosen it.",
)
PARTS_OTHER = Message(
    "check.parts_other", "The random number does not match the announced sources."
)
DICE_OTHER = Message(
    "check.dice_other",
    "The number of dice differs from the announcement, or a roll is not written with "
    "the higher die first.",
)
SECRET_OTHER = Message(
    "check.secret_other", "The server’s number does not match the announced hash."
)
SEED_JOINED = Message(
    "check.seed_joined", "Announcement and sources produce the recorded random number."
)
SEED_OTHER = Message(
    "check.seed_other",
    "Announcement and sources produce a different random number from the recorded one.",
)
CHANGED_BECAUSE = Message(
    "check.changed_because",
    "Reason for swapping %(entrant)s and %(other)s: “%(reason)s”.",
)
CHANGED_SILENT = Message(
    "check.changed_silent",
    "No reason was given for swapping %(entrant)s and %(other)s.",
)
LATE_BY_LOT = Message(
    "check.late_by_lot",
    "%(name)s entered after the draw; the place was drawn at random.",
)
LATE_BY_HAND = Message(
    "check.late_by_hand",
    "%(name)s entered after the draw and was placed by hand: “%(reason)s”.",
)
NO_CHAIN = Message("check.no_chain", "This is not a list of announcements.")
CHAIN_WHOLE = Message(
    "check.chain_whole",
    "Each of the %(count)s announcements contains the previous one’s fingerprint; the "
    "latest is %(short)s.",
)


def in_utc(moment: str) -> str:
    """Return a time for people who read it without a club's zone."""
    return f"{moment.removesuffix('Z').replace('T', ' ')} UTC"


def announcement_steps(proof: DrawProof, state: StageState) -> Iterator[CheckStep]:
    told = proof.announcement
    digest = announcement.digest_of(told)
    short, stated = shortened(digest), shortened(proof.digest)
    if digest != proof.digest:
        yield step(WRONG, DIGEST_OTHER, short=short, stated=stated)
    else:
        yield step(OK, DIGEST_SAME if told["rolls"] else DIGEST_ALONE, short=short)
    yield step(
        REMARK,
        BOUND_TO,
        club=told["club"],
        tournament=told["tournament"]["title"],
        round=told["round"],
        number=told["number"],
        made=told["made"],
    )
    if not proof.witnessed:
        yield step(REMARK, NOT_WITNESSED)
    yield from _names(proof, state)
    yield from _chain(proof)
    for name, reason in proof.late:
        if reason:
            yield step(REMARK, LATE_BY_HAND, name=name, reason=reason)
        else:
            yield step(REMARK, LATE_BY_LOT, name=name)


def seed_steps(proof: DrawProof, seed: str) -> Iterator[CheckStep]:
    told, parts = proof.announcement, proof.parts
    # Both ways: a part left out afterwards would choose the seed as well as one added.
    if set(parts) != (
        {announcement.DICE, announcement.SECRET}
        if told["rolls"]
        else {announcement.SECRET}
    ):
        yield step(WRONG, PARTS_OTHER)
        return
    yield from _parts(told, parts)
    if announcement.seed_from(proof.digest, parts) == seed:
        yield step(OK, SEED_JOINED)
    else:
        yield step(WRONG, SEED_OTHER)


def change_step(first: int, second: int, reason: str) -> CheckStep:
    if reason:
        return step(REMARK, CHANGED_BECAUSE, entrant=first, other=second, reason=reason)
    return step(REMARK, CHANGED_SILENT, entrant=first, other=second)


def chain_steps(chain: list[Any]) -> Iterator[CheckStep]:
    broken = announcement.broken_links(chain)
    if chain and chain[0]["place"] != 1:
        broken = [0, *broken]
    for index in dict.fromkeys(broken):
        yield step(WRONG, CHAIN_BROKEN, place=chain[index]["place"])
    if not broken:
        last = shortened(announcement.digest_of(chain[-1])) if chain else "–"
        yield step(OK, CHAIN_WHOLE, count=len(chain), short=last)


def _names(proof: DrawProof, state: StageState) -> Iterator[CheckStep]:
    names = proof.names
    shown = {
        number: announcement.salted(salt, names[number])
        for number, salt in proof.salts.items()
        if number in names
    }
    hashes = {**proof.hidden, **shown}
    everybody = {entrant.number for entrant in state.entrants}
    is_whole = (
        set(hashes) == everybody
        and len(shown) == len(names) == len(proof.salts)
        and not set(shown) & set(proof.hidden)
    )
    if is_whole and announcement.names_digest(hashes) == proof.announcement["names"]:
        hidden = len(proof.hidden)
        mark = REMARK if hidden else OK
        yield step(mark, NAMES_SAME, names=len(hashes), hidden=hidden)
    else:
        yield step(WRONG, NAMES_OTHER)
    for number, name in proof.renamed.items():
        yield step(REMARK, RENAMED, entrant=number, name=name)


def _chain(proof: DrawProof) -> Iterator[CheckStep]:
    """Check that every draw of this round before this one is there."""
    told = proof.announcement
    chain = [*proof.chain, told]
    whole = [*chain, *proof.later]
    broken = [whole[index]["place"] for index in announcement.broken_links(whole)]
    of_round = [
        one
        for one in chain
        if (one["stage"]["number"], one["round"])
        == (told["stage"]["number"], told["round"])
    ]
    numbers = [one["number"] for one in of_round]
    # A draw that was made and thrown away would be missing from the numbers; one cut
    # off in front would let the chain begin too late.
    if numbers != list(range(1, told["number"] + 1)) or chain[0] is not of_round[0]:
        broken = broken or [told["place"]]
    for place in broken:
        yield step(WRONG, CHAIN_BROKEN, place=place)
    if not broken:
        count = len(of_round) - 1
        yield step(OK, CHAIN_SAME, place=told["place"], count=count)
    for before, after in pairwise(of_round):
        made, reason = before["made"], after["reason"]
        if reason:
            yield step(REMARK, DRAWN_BEFORE, made=made, reason=reason)
        else:
            yield step(WRONG, DRAWN_BEFORE_SILENT, made=made)
        for row in after["differs"]:
            yield CheckStep(REMARK, difference_note(row))
    if thrown := told.get("replaces"):
        shorts = ", ".join(map(shortened, thrown))
        yield step(REMARK, THROWN_AWAY, shorts=shorts, reason=told["reason"])
    key = told["stage"]["number"], told["round"]
    for one in proof.later:
        if (one["stage"]["number"], one["round"]) == key:
            yield step(REMARK, DRAWN_LATER, made=one["made"], reason=one["reason"])


def _parts(told: Mapping[str, Any], parts: Mapping[str, str]) -> Iterator[CheckStep]:
    rolls = told["rolls"]
    if rolls:
        if not announcement.are_sorted_rolls(parts[announcement.DICE], rolls=rolls):
            yield step(WRONG, DICE_OTHER)
        yield step(
            REMARK,
            SAID_DICE,
            dice=parts[announcement.DICE],
            bits=announcement.bits_of_rolls(rolls),
        )
    if announcement.commitment(parts[announcement.SECRET]) != told["secret"]:
        yield step(WRONG, SECRET_OTHER)
    if rolls:
        yield step(REMARK, SAID_SECRET, bits=SECRET_BITS)
    else:
        yield step(REMARK, SAID_AT_ONCE)
