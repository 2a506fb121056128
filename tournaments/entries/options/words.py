"""Sentences about the options for one entry."""

from matches.rules.messages import Message
from matches.rules.text import gettext_noop

ALL_VOID = Message(
    "participation.all_void", gettext_noop("Withdraws; all their results are annulled.")
)
ANOTHER_DIVISION = Message(
    "participation.another_division", gettext_noop("Another division")
)
BEGIN = Message("participation.begin", gettext_noop("Place in the draw"))
BEGIN_AT_ONCE = Message("participation.begin_at_once", gettext_noop("Start at once"))
BEGUN_WITHOUT = Message(
    "participation.begun_without",
    gettext_noop("Cannot be reinstated: %(matches)s has started without them."),
)
BRACKET_FULL = Message(
    "participation.bracket_full",
    gettext_noop("The main bracket is full."),
)
BRING_BACK = Message("participation.bring_back", gettext_noop("Reinstate"))
BUYS_IN = Message("participation.buys_in", gettext_noop("Re-enters with a new entry."))
BYE_ENDS = Message(
    "participation.bye_ends",
    gettext_noop("%(name)s no longer has a bye: the match counts."),
)
BYE_STAYS = Message(
    "participation.bye_stays",
    gettext_noop("Round %(number)s has been played, so its bye stands."),
)
CAN_WAIT = Message(
    "participation.can_wait",
    gettext_noop("You can also wait; nothing happens until you choose."),
)
COME_BACK = Message("participation.come_back", gettext_noop("Reinstate"))
COUNTS_NOWHERE = Message(
    "participation.counts_nowhere",
    gettext_noop("Without a place the entry counts nowhere: no fee, no standings."),
)
DECIDE = Message("participation.decide", gettext_noop("Decide %(matches)s"))
DOES_NOT_COME = Message(
    "participation.does_not_come", gettext_noop("No-show for %(matches)s")
)
DRAWN_BY_LOT = Message(
    "participation.drawn_by_lot",
    gettext_noop("The place is drawn from the random number of the draw."),
)
DRAWN_AGAIN = Message(
    "participation.drawn_again",
    gettext_noop("Will be drawn again from the next round."),
)
ENTERED_AGAIN = Message(
    "participation.entered_again", gettext_noop("Has already re-entered.")
)
ENTERED_TOO = Message(
    "participation.entered_too", gettext_noop("Also entered in %(division)s.")
)
ENTER_AGAIN = Message("participation.enter_again", gettext_noop("Re-enter"))
ENTRY_REMOVED = Message(
    "participation.entry_removed", gettext_noop("The entry here is removed.")
)
FINISHES_FIRST = Message(
    "participation.finishes_first",
    gettext_noop("Finishes %(matches)s first, then leaves."),
)
FIRST_RESULTS_STAY = Message(
    "participation.first_results_stay",
    gettext_noop("Results of the first entry are kept."),
)
GETS_MATCH = Message(
    "participation.gets_match",
    gettext_noop("Gets a match as soon as someone is available."),
)
HAS_BYE = Message(
    "participation.has_bye", gettext_noop("%(where)s: %(name)s has a bye.")
)
HAS_NO_BYE = Message(
    "participation.has_no_bye", gettext_noop("%(where)s: %(name)s no longer has a bye.")
)
IS_BACK = Message("participation.is_back", gettext_noop("Reinstated."))
JOINS_LIST = Message(
    "participation.joins_list",
    gettext_noop("Joins %(division)s: %(here)s of %(most)s."),
)
LAST_ROUND_OVER = Message(
    "participation.last_round_over", gettext_noop("Round %(number)s was the last.")
)
LOSS_FOR_BOTH = Message(
    "participation.loss_for_both",
    gettext_noop("Counts as a loss for both, without points."),
)
MEET = Message("participation.meet", gettext_noop("%(where)s: %(one)s plays %(two)s."))
MISSING = Message(
    "participation.missing",
    gettext_noop("Marked as absent: not drawn until checked in again."),
)
MOVE = Message("participation.move", gettext_noop("Move"))
MOVES = Message("participation.moves", gettext_noop("Moves to %(division)s."))
NEITHER_COMES = Message(
    "participation.neither_comes",
    gettext_noop("Both are no-shows: both lose %(matches)s."),
)
NEXT_HAS_BYE = Message(
    "participation.next_has_bye",
    gettext_noop("%(where)s: whoever gets there has a bye."),
)
NOTHING_DRAWN = Message(
    "participation.nothing_drawn",
    gettext_noop("Nothing drawn yet: checked-in players are drawn in round 1."),
)
NOTHING_PLAYED = Message(
    "participation.nothing_played", gettext_noop("Not played: no points count.")
)
NOTHING_TO_DO = Message(
    "participation.nothing_to_do", gettext_noop("No action needed.")
)
NOT_DRAWN = Message("participation.not_drawn", gettext_noop("Not drawn yet."))
NOT_DRAWN_HERE = Message(
    "participation.not_drawn_here", gettext_noop("Has not been drawn here.")
)
NOT_OUT = Message("participation.not_out", gettext_noop("Not eliminated yet."))
NO_LONGER_COUNTS = Message(
    "participation.no_longer_counts",
    gettext_noop("%(match)s against %(name)s no longer counts and becomes a bye."),
)
NO_MATCH_HERE = Message(
    "participation.no_match_here", gettext_noop("No match is waiting for them.")
)
NO_MATCH_TO_COME = Message(
    "participation.no_match_to_come", gettext_noop("No upcoming match.")
)
NO_MATCH_WAITS = Message(
    "participation.no_match_waits", gettext_noop("No match is waiting for them.")
)
NO_PLACE = Message(
    "participation.no_place", gettext_noop("No place left in %(stage)s.")
)
NO_REBUYS_LEFT = Message(
    "participation.no_rebuys_left",
    gettext_noop("No re-buys left: %(count)s per player."),
)
OPEN = Message(
    "participation.open", gettext_noop("%(match)s against %(name)s is open.")
)
OPEN_AT_TABLE = Message(
    "participation.open_at_table",
    gettext_noop("%(match)s against %(name)s is open, table %(table)s."),
)
OPPONENTS_HAVE_BYES = Message(
    "participation.opponents_have_byes",
    gettext_noop("Future opponents get a bye."),
)
PLACE = Message(
    "participation.place", gettext_noop("Place in the standings: %(place)s.")
)
PLAYS_FROM_ROUND = Message(
    "participation.plays_from_round", gettext_noop("Plays from round %(number)s on.")
)
PLAYS_INSTEAD = Message(
    "participation.plays_instead", gettext_noop("%(name)s plays %(matches)s instead.")
)
PLAYS_PRELIMINARY = Message(
    "participation.plays_preliminary",
    gettext_noop("Plays a preliminary match against %(name)s."),
)
PLAYS_PRELIMINARY_AT = Message(
    "participation.plays_preliminary_at",
    gettext_noop("Plays a preliminary match: %(where)s, match %(number)s."),
)
PLAYS_NOW = Message(
    "participation.plays_now", gettext_noop("Plays %(name)s now, in round %(number)s.")
)
REPORTED = Message(
    "participation.reported",
    gettext_noop("A result for %(matches)s has been reported: decide it first."),
)
REBUYS_OVER = Message(
    "participation.rebuys_over", gettext_noop("Re-buys ended at %(time)s.")
)
RESULT_COUNTS = Message(
    "participation.result_counts",
    gettext_noop("The result counts; no one waits for them after that."),
)
RETIRES = Message(
    "participation.retires", gettext_noop("Retires now; %(name)s wins %(matches)s.")
)
RETIRES_OPPONENTS = Message(
    "participation.retires_opponents",
    gettext_noop("Retires now; the opponents win %(matches)s."),
)
SAME_TABLE = Message(
    "participation.same_table",
    gettext_noop("Meets %(other)s at the same match number and table."),
)
STARTS_WHEN_FULL = Message(
    "participation.starts_when_full",
    gettext_noop("Drawn automatically when it is full; then the next list opens."),
)
SCORE_STAYS = Message(
    "participation.score_stays", gettext_noop("The score so far stands: %(score)s.")
)
SET_ASIDE = Message(
    "participation.set_aside", gettext_noop("%(matches)s is discarded.")
)
SHARED_PLACE = Message(
    "participation.shared_place",
    gettext_noop("Place in the standings: %(place)s, shared."),
)
SLOT_TAKEN = Message(
    "participation.slot_taken",
    gettext_noop("Slot %(line)s cannot be used: %(matches)s depends on that bye."),
)
TAKEN_OUT = Message(
    "participation.taken_out",
    gettext_noop("Removed from the round: %(name)s gets a bye."),
)
TAKES_PLACE = Message(
    "participation.takes_place",
    gettext_noop("Takes a free place: %(where)s, match %(number)s."),
)
TAKES_SLOT_OF_BYE = Message(
    "participation.takes_slot_of_bye",
    gettext_noop("Takes slot %(line)s: plays %(name)s, who had a bye."),
)
TAKES_SLOT_WITH_BYE = Message(
    "participation.takes_slot_with_bye",
    gettext_noop("Takes slot %(line)s, with a bye in the first round."),
)
THEN_CHOOSE = Message(
    "participation.then_choose",
    gettext_noop("Then choose where they start, as for a late entry."),
)
UNBEGUN_SET_ASIDE = Message(
    "participation.unbegun_set_aside",
    gettext_noop("%(match)s (%(one)s – %(two)s) has not started and is discarded."),
)
WAITS = Message(
    "participation.waits", gettext_noop("Waiting for the next match: %(where)s.")
)
WAITS_FOR_OPPONENT = Message(
    "participation.waits_for_opponent",
    gettext_noop("%(where)s: %(name)s is waiting for an opponent."),
)
WINS_BY_WALKOVER = Message(
    "participation.wins_by_walkover",
    gettext_noop("%(name)s wins %(matches)s by walkover."),
)
WIN_WITHOUT_MEETING = Message(
    "participation.win_without_meeting",
    gettext_noop("Counts as a win for %(name)s, but not as a meeting."),
)
WITHDRAW = Message("participation.withdraw", gettext_noop("Withdraw"))
WITHDRAWS = Message(
    "participation.withdraws",
    gettext_noop("Withdraws now; %(name)s wins %(matches)s by walkover."),
)
WITHDRAWS_OPPONENTS = Message(
    "participation.withdraws_opponents",
    gettext_noop("Withdraws now; the opponents win %(matches)s by walkover."),
)
