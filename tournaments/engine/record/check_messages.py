"""The messages of checking a draw record."""

from matches.rules.messages import Message
from matches.rules.text import gettext_noop

WAS_READ = Message(
    "check.was_read",
    gettext_noop(
        "The record can be read: method %(algorithm)s, version %(version)s, round "
        "%(round)s; entrants: %(entrants)s; results: %(results)s."
    ),
)

UNKNOWN_METHOD = Message(
    "check.unknown_method",
    gettext_noop(
        "The method %(algorithm)s in version %(version)s is not known here. Check the "
        "record with a newer program."
    ),
)

OTHER_METHOD = Message(
    "check.other_method",
    gettext_noop(
        "The record names the method %(algorithm)s, but its stage is %(format)s."
    ),
)

OTHER_ROUND = Message(
    "check.other_round",
    gettext_noop(
        "The record is of round %(round)s, but by its results round %(due)s is next."
    ),
)

NOT_CANONICAL = Message(
    "check.not_canonical",
    gettext_noop(
        "The stage is not written as this program writes it: something was added, left "
        "out or put into another order."
    ),
)

FIELD_SAME = Message(
    "check.field_same",
    gettext_noop("Entrants, results and settings are those of the announcement."),
)

FIELD_OTHER = Message(
    "check.field_other",
    gettext_noop("Entrants, results or settings are not those of the announcement."),
)

NOT_DRAWN = Message(
    "check.not_drawn",
    gettext_noop(
        "Nothing is drawn yet: there is no seed. Keep this record and compare its "
        "fingerprint with that of the draw."
    ),
)

DRAWN_AGAIN = Message(
    "check.drawn_again",
    gettext_noop("Drawn again from entries and seed; pairings: %(pairs)s."),
)

NO_SENSE = Message(
    "check.no_sense",
    gettext_noop("The method cannot draw any round from these entries."),
)

BAD_SWAP = Message(
    "check.bad_swap",
    gettext_noop(
        "The record says that %(entrant)s and %(other)s changed places, but they are "
        "not in two different pairings."
    ),
)

PAIRS_SAME = Message(
    "check.pairs_same",
    gettext_noop("All pairings are those that were published, in the same order."),
)

PAIR_OTHER = Message(
    "check.pair_other",
    gettext_noop(
        "Pairing %(place)s is %(published)s in the record, but %(again)s drawn again."
    ),
)

LOTS_SAME = Message(
    "check.lots_same",
    gettext_noop("All lots are those that were published; compared: %(lots)s."),
)

LOT_OTHER = Message(
    "check.lot_other",
    gettext_noop(
        "The lot of %(entrant)s is %(published)s in the record, but %(again)s drawn "
        "again."
    ),
)

PLAN_SAME = Message(
    "check.plan_same",
    gettext_noop(
        "The bracket is the one that belongs to these lines; matches: %(matches)s."
    ),
)

PLAN_OTHER = Message(
    "check.plan_other",
    gettext_noop("The bracket is not the one that belongs to these lines."),
)

AUDIT_CLEAN = Message(
    "check.audit_clean",
    gettext_noop("The independent audit of the round finds nothing wrong."),
)
