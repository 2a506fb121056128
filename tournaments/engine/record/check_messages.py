"""The messages of checking a draw record."""

from matches.rules.messages import Message

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
