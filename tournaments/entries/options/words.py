"""Sentences about the options for one entry."""

from matches.rules.refusals import Message

ALL_VOID = Message(
    "participation.all_void", "Withdraws; all their results are annulled."
)
ANOTHER_DIVISION = Message("participation.another_division", "Another division")
BEGIN = Message("participation.begin", "Place in the draw")
BEGIN_AT_ONCE = Message("participation.begin_at_once", "Start at once")
BEGUN_WITHOUT = Message(
    "participation.begun_without",
    "Cannot be reinstated: %(matches)s has started without them.",
)
BRACKET_FULL = Message(
    "participation.bracket_full",
    "The main bracket is full.",
)
BRING_BACK = Message("participation.bring_back", "Reinstate")
BUYS_IN = Message("participation.buys_in", "Re-enters with a new entry.")
BYE_ENDS = Message(
    "participation.bye_ends",
    "%(name)s no longer has a bye: the match counts.",
)
BYE_STAYS = Message(
    "participation.bye_stays",
    "Round %(number)s has been played, so its bye stands.",
)
CAN_WAIT = Message(
    "participation.can_wait",
    "You can also wait; nothing happens until you choose.",
)
COME_BACK = Message("participation.come_back", "Reinstate")
COUNTS_NOWHERE = Message(
    "participation.counts_nowhere",
    "Without a place the entry counts nowhere: no fee, no standings.",
)
DECIDE = Message("participation.decide", "Decide %(matches)s")
DOES_NOT_COME = Message("participation.does_not_come", "No-show for %(matches)s")
DRAWN_BY_LOT = Message(
    "participation.drawn_by_lot",
    "The place is drawn from the random number of the draw.",
)
DRAWN_AGAIN = Message(
    "participation.drawn_again",
    "Will be drawn again from the next round.",
)
ENTERED_AGAIN = Message("participation.entered_again", "Has already re-entered.")
ENTERED_TOO = Message("participation.entered_too", "Also entered in %(division)s.")
ENTER_AGAIN = Message("participation.enter_again", "Re-enter")
ENTRY_REMOVED = Message("participation.entry_removed", "The entry here is removed.")
FINISHES_FIRST = Message(
    "participation.finishes_first",
    "Finishes %(matches)s first, then leaves.",
)
FIRST_RESULTS_STAY = Message(
    "participation.first_results_stay",
    "Results of the first entry are kept.",
)
GETS_MATCH = Message(
    "participation.gets_match",
    "Gets a match as soon as someone is available.",
)
HAS_BYE = Message("participation.has_bye", "%(where)s: %(name)s has a bye.")
HAS_NO_BYE = Message(
    "participation.has_no_bye", "%(where)s: %(name)s no longer has a bye."
)
IS_BACK = Message("participation.is_back", "Reinstated.")
JOINS_LIST = Message(
    "participation.joins_list",
    "Joins %(division)s: %(here)s of %(most)s.",
)
LAST_ROUND_OVER = Message(
    "participation.last_round_over", "Round %(number)s was the last."
)
LOSS_FOR_BOTH = Message(
    "participation.loss_for_both",
    "Counts as a loss for both, without points.",
)
MEET = Message("participation.meet", "%(where)s: %(one)s plays %(two)s.")
MISSING = Message(
    "participation.missing",
    "Marked as absent: not drawn until checked in again.",
)
MOVE = Message("participation.move", "Move")
MOVES = Message("participation.moves", "Moves to %(division)s.")
NEITHER_COMES = Message(
    "participation.neither_comes",
    "Both are no-shows: both lose %(matches)s.",
)
NEXT_HAS_BYE = Message(
    "participation.next_has_bye",
    "%(where)s: whoever gets there has a bye.",
)
NOTHING_DRAWN = Message(
    "participation.nothing_drawn",
    "Nothing drawn yet: checked-in players are drawn in round 1.",
)
NOTHING_PLAYED = Message("participation.nothing_played", "Not played: no points count.")
NOTHING_TO_DO = Message("participation.nothing_to_do", "No action needed.")
NOT_DRAWN = Message("participation.not_drawn", "Not drawn yet.")
NOT_DRAWN_HERE = Message("participation.not_drawn_here", "Not drawn yet.")
NOT_OUT = Message("participation.not_out", "Not eliminated yet.")
NO_LONGER_COUNTS = Message(
    "participation.no_longer_counts",
    "%(match)s against %(name)s no longer counts and becomes a bye.",
)
NO_MATCH_HERE = Message("participation.no_match_here", "No match is waiting for them.")
NO_MATCH_TO_COME = Message("participation.no_match_to_come", "No upcoming match.")
NO_MATCH_WAITS = Message(
    "participation.no_match_waits", "No match is waiting for them."
)
NO_PLACE = Message("participation.no_place", "No place left in %(stage)s.")
NO_REBUYS_LEFT = Message(
    "participation.no_rebuys_left",
    "No re-buys left: %(count)s per player.",
)
OPEN = Message("participation.open", "%(match)s against %(name)s is open.")
OPEN_AT_TABLE = Message(
    "participation.open_at_table",
    "%(match)s against %(name)s is open, table %(table)s.",
)
OPPONENTS_HAVE_BYES = Message(
    "participation.opponents_have_byes",
    "Future opponents get a bye.",
)
PLACE = Message("participation.place", "Place in the standings: %(place)s.")
PLAYS_FROM_ROUND = Message(
    "participation.plays_from_round", "Plays from round %(number)s on."
)
PLAYS_INSTEAD = Message(
    "participation.plays_instead", "%(name)s plays %(matches)s instead."
)
PLAYS_PRELIMINARY = Message(
    "participation.plays_preliminary",
    "Plays a preliminary match against %(name)s.",
)
PLAYS_PRELIMINARY_AT = Message(
    "participation.plays_preliminary_at",
    "Plays a preliminary match: %(where)s, match %(number)s.",
)
PLAYS_NOW = Message(
    "participation.plays_now", "Plays %(name)s now, in round %(number)s."
)
REPORTED = Message(
    "participation.reported",
    "A result for %(matches)s has been reported: decide it first.",
)
REBUYS_OVER = Message("participation.rebuys_over", "Re-buys ended at %(time)s.")
RESULT_COUNTS = Message(
    "participation.result_counts",
    "The result counts; no one waits for them after that.",
)
RETIRES = Message("participation.retires", "Retires now; %(name)s wins %(matches)s.")
RETIRES_OPPONENTS = Message(
    "participation.retires_opponents",
    "Retires now; the opponents win %(matches)s.",
)
SAME_TABLE = Message(
    "participation.same_table",
    "Meets %(other)s at the same match number and table.",
)
STARTS_WHEN_FULL = Message(
    "participation.starts_when_full",
    "Drawn automatically when it is full; then the next list opens.",
)
SCORE_STAYS = Message(
    "participation.score_stays", "The score so far stands: %(score)s."
)
SET_ASIDE = Message("participation.set_aside", "%(matches)s is discarded.")
SHARED_PLACE = Message(
    "participation.shared_place",
    "Place in the standings: %(place)s, shared.",
)
SLOT_TAKEN = Message(
    "participation.slot_taken",
    "Slot %(line)s cannot be used: %(matches)s depends on that bye.",
)
TAKEN_OUT = Message(
    "participation.taken_out",
    "Removed from the round: %(name)s gets a bye.",
)
TAKES_PLACE = Message(
    "participation.takes_place",
    "Takes a free place: %(where)s, match %(number)s.",
)
TAKES_SLOT_OF_BYE = Message(
    "participation.takes_slot_of_bye",
    "Takes slot %(line)s: plays %(name)s, who had a bye.",
)
TAKES_SLOT_WITH_BYE = Message(
    "participation.takes_slot_with_bye",
    "Takes slot %(line)s, with a bye in the first round.",
)
THEN_CHOOSE = Message(
    "participation.then_choose",
    "Then choose where they start, as for a late entry.",
)
UNBEGUN_SET_ASIDE = Message(
    "participation.unbegun_set_aside",
    "%(match)s (%(one)s – %(two)s) has not started and is discarded.",
)
WAITS = Message("participation.waits", "Waiting for the next match: %(where)s.")
WAITS_FOR_OPPONENT = Message(
    "participation.waits_for_opponent",
    "%(where)s: %(name)s is waiting for an opponent.",
)
WINS_BY_WALKOVER = Message(
    "participation.wins_by_walkover",
    "%(name)s wins %(matches)s by walkover.",
)
WIN_WITHOUT_MEETING = Message(
    "participation.win_without_meeting",
    "Counts as a win for %(name)s, but not as a meeting.",
)
WITHDRAW = Message("participation.withdraw", "Withdraw")
WITHDRAWS = Message(
    "participation.withdraws",
    "Withdraws now; %(name)s wins %(matches)s by walkover.",
)
WITHDRAWS_OPPONENTS = Message(
    "participation.withdraws_opponents",
    "Withdraws now; the opponents win %(matches)s by walkover.",
)
