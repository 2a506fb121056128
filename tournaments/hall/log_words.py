"""The sentence of each act in the log of a tournament."""

from typing import Final

from django.utils.translation import gettext_noop

from matches.web.journal import ACTS as MATCH_ACTS
from tournaments.money.words import ACTS as MONEY_ACTS

ACTS: Final[dict[str, str]] = {
    **MATCH_ACTS,
    **MONEY_ACTS,
    "tournament_created": gettext_noop("Tournament created."),
    "tournament_opened": gettext_noop("Tournament opened from a file."),
    "tournament_changed": gettext_noop("Settings changed."),
    "tournament_closed": gettext_noop("Tournament closed."),
    "tournament_reopened": gettext_noop("Tournament reopened."),
    "tournament_deleted": gettext_noop("Tournament %(name)s deleted."),
    "tournament_restored": gettext_noop("Tournament %(name)s restored."),
    "season_made": gettext_noop("Season %(name)s created."),
    "season_changed": gettext_noop("Rules of the season %(name)s changed."),
    "season_tournaments": gettext_noop(
        "Season %(name)s: tournaments changed (%(count)s)."
    ),
    "season_signed_up": gettext_noop("Season %(name)s: signed up (%(count)s)."),
    "season_signed_off": gettext_noop("Season %(name)s: %(player)s signed off."),
    "season_closed": gettext_noop("Season %(name)s closed."),
    "season_reopened": gettext_noop("Season %(name)s reopened."),
    "season_corrections_undone": gettext_noop(
        "Season %(name)s: the table from before the corrections was restored."
    ),
    "season_removed": gettext_noop("Season %(name)s removed."),
    "season_restored": gettext_noop("Season %(name)s restored."),
    "season_final_made": gettext_noop(
        "Season %(name)s: the final is made (%(count)s players)."
    ),
    "entries_added": gettext_noop("Entered: %(names)s (%(count)s in total)."),
    "entries_removed": gettext_noop("Removed from the list: %(names)s."),
    "checked_in": gettext_noop("Checked in: %(names)s."),
    "checked_out": gettext_noop("Check-in undone: %(names)s."),
    "checked_in_by_phone": gettext_noop("Checked in by phone: %(names)s."),
    "checked_out_by_phone": gettext_noop("Phone check-in undone: %(names)s."),
    "checked_in_at_door": gettext_noop("Checked in at the door: %(names)s."),
    "checked_out_at_door": gettext_noop("Door check-in undone: %(names)s."),
    "arrivals_opened": gettext_noop(
        "Check-in by phone from %(begins)s until %(ends)s."
    ),
    "arrivals_shut": gettext_noop("Phone check-in is closed."),
    "arrivals_code_changed": gettext_noop("Check-in by phone has a new code."),
    "arrivals_door_made": gettext_noop("A link for a door tablet was created."),
    "arrivals_door_gone": gettext_noop("The door tablet link was revoked."),
    "arrivals_back": gettext_noop("Phone check-in restored."),
    "sign_up_opened": gettext_noop("Sign-up for %(name)s saved."),
    "sign_up_closed": gettext_noop("Sign-up for %(name)s closed."),
    "signed_up": gettext_noop("%(name)s signed up."),
    "sign_up_cancelled": gettext_noop("%(name)s cancelled the sign-up."),
    "sign_up_declined": gettext_noop("Sign-up of %(name)s declined."),
    "sign_up_reinstated": gettext_noop("Sign-up of %(name)s reinstated."),
    "withdrawn": gettext_noop("%(name)s withdrew."),
    "reinstated": gettext_noop("%(name)s reinstated."),
    "draw_requested": gettext_noop("Draw started (attempt %(number)s)."),
    "draw_announced": gettext_noop("Draw announced (attempt %(number)s)."),
    "draw_discarded": gettext_noop("Draw cancelled (attempt %(number)s)."),
    "draft_swapped": gettext_noop("Draft changed: %(names)s."),
    "round_published": gettext_noop("Published (attempt %(number)s)."),
    "rounds_published": gettext_noop("Rounds %(round)s to %(last)s published."),
    "entered_again": gettext_noop("%(name)s re-entered."),
    "moved": gettext_noop("%(name)s moves to %(division)s."),
    "round_taken_back": gettext_noop("Unpublished: %(reason)s"),
    "rounds_taken_back": gettext_noop(
        "Rounds %(round)s to %(last)s unpublished: %(reason)s"
    ),
    "division_added": gettext_noop("Division added: %(name)s."),
    "division_changed": gettext_noop("Division changed: %(name)s."),
    "division_removed": gettext_noop("Division removed: %(name)s."),
    "stage_added": gettext_noop("Stage added: %(name)s."),
    "stage_changed": gettext_noop("Stage changed: %(name)s."),
    "stage_removed": gettext_noop("Stage removed: %(name)s."),
    "template_saved": gettext_noop("Saved as template %(name)s."),
    "template_deleted": gettext_noop("Template %(name)s deleted."),
    "corrected": gettext_noop(
        "%(label)s corrected: %(score)s instead of %(before)s. %(reason)s"
    ),
    "late_joined": gettext_noop("%(name)s entered late: plays from round %(round)s."),
    "late_took_bye": gettext_noop(
        "%(name)s entered late: meets %(other)s, who had the bye in round %(round)s."
    ),
    "late_took_line": gettext_noop("%(name)s entered late: drawn into slot %(line)s."),
    "late_took_line_by_hand": gettext_noop(
        "%(name)s entered late: put into slot %(line)s. %(reason)s"
    ),
    "late_took_place": gettext_noop("%(name)s entered late: drawn into %(stage)s."),
    "late_plays_preliminary": gettext_noop(
        "%(name)s entered late: preliminary match before %(stage)s, opponent drawn."
    ),
    "withdrawn_after": gettext_noop("%(name)s withdraws after %(matches)s."),
    "withdrawn_void": gettext_noop("%(name)s withdrew; their results are annulled."),
    "no_show": gettext_noop("%(name)s did not show up for %(matches)s."),
    "neither_came": gettext_noop(
        "%(one)s and %(two)s did not show up for %(matches)s."
    ),
    "taken_out": gettext_noop("%(name)s did not show up: %(other)s has a bye."),
    "replaced": gettext_noop("%(name)s plays %(matches)s in place of %(gone)s."),
    "replaced_by_hand": gettext_noop(
        "%(name)s was chosen to play %(matches)s in place of %(gone)s. %(reason)s"
    ),
    "act_undone": gettext_noop("Undone: %(undone)s"),
    "act_redone": gettext_noop("Redone: %(undone)s"),
    "match_called": gettext_noop("%(label)s is called to table %(table)s."),
    "match_called_again": gettext_noop(
        "%(label)s is called to table %(table)s once more."
    ),
    "match_moved": gettext_noop("%(label)s moved to table %(table)s."),
    "call_taken_back": gettext_noop("Call of %(label)s to table %(table)s cancelled."),
    "match_lined_up": gettext_noop("%(label)s is assigned to table %(table)s."),
    "match_left_line": gettext_noop("%(label)s can be called to any table."),
    "match_sits": gettext_noop("%(label)s plays at table %(table)s."),
    "matches_called": gettext_noop("Called: %(labels)s."),
    "matches_sit": gettext_noop("Started: %(labels)s."),
    "calling_paused": gettext_noop("Calling paused."),
    "calling_resumed": gettext_noop("Calling resumed."),
    "tables_set": gettext_noop("Tables saved: %(tables)s."),
    "tables_shared": gettext_noop("Tables shared with %(name)s."),
    "over_by_set": gettext_noop("The event must finish by %(time)s."),
    "over_by_removed": gettext_noop("No latest finish time set."),
    "announced": gettext_noop("Announced: %(text)s"),
    "announcement_changed": gettext_noop("Announcement changed: %(text)s"),
    "announcement_ended": gettext_noop("Announcement ended: %(text)s"),
    "note_left": gettext_noop("Note added at the desk: %(text)s"),
    "note_changed": gettext_noop("Note at the desk changed: %(text)s"),
    "note_done": gettext_noop("Note at the desk done: %(text)s"),
    "note_back": gettext_noop("Note at the desk restored: %(text)s"),
    "message_late": gettext_noop("%(name)s is late."),
    "message_break": gettext_noop("%(name)s needs a break."),
    "message_withdraw": gettext_noop("%(name)s wants to withdraw."),
    "message_reenter": gettext_noop("%(name)s wants to re-enter."),
    "message_taken_back": gettext_noop(
        "%(name)s withdrew the message to the director."
    ),
    "message_done": gettext_noop("Message from %(name)s done."),
    "message_back": gettext_noop("Message from %(name)s restored."),
    "clock_started": gettext_noop("Round clock started: until %(time)s."),
    "clock_held": gettext_noop("Round clock paused."),
    "clock_resumed": gettext_noop("Round clock resumed: until %(time)s."),
    "clock_stopped": gettext_noop("Round clock stopped."),
    "screen_made": gettext_noop("Screen %(name)s made."),
    "screen_changed": gettext_noop("Screen %(name)s changed."),
    "screen_code_changed": gettext_noop("Screen %(name)s has a new code."),
    "screen_removed": gettext_noop("Screen %(name)s removed."),
    "papers_printed": gettext_noop("Printed: %(paper)s (version %(number)s)."),
    "printing_taken_back": gettext_noop(
        "Marked as not printed: %(paper)s (version %(number)s)."
    ),
    "printing_put_back": gettext_noop(
        "Marked as printed: %(paper)s (version %(number)s)."
    ),
    "announcement_back": gettext_noop("Announcement restored: %(text)s"),
    "clock_back": gettext_noop("Round clock restored."),
    "screen_back": gettext_noop("Screen %(name)s restored."),
    "entry_changed": gettext_noop("Entry of %(name)s changed."),
    "entry_ratings": gettext_noop("Ratings updated: %(count)s entries."),
    "entries_divided": gettext_noop(
        "Divisions assigned by rating: %(count)s entries moved."
    ),
    "met_oneself": gettext_noop(
        "%(name)s and %(other)s share a player, so the match is not played: %(name)s "
        "advances."
    ),
    "rest_bye": gettext_noop("%(name)s has requested a bye in round %(round)s."),
    "rest_absent": gettext_noop("%(name)s will miss round %(round)s."),
    "rest_asked": gettext_noop("%(name)s requests a bye in round %(round)s."),
    "rest_ask_back": gettext_noop(
        "%(name)s has cancelled the bye request for round %(round)s."
    ),
    "rest_declined": gettext_noop(
        "Bye request of %(name)s for round %(round)s declined."
    ),
    "rest_back": gettext_noop("%(name)s will play round %(round)s after all."),
}
"""The sentence of each act, by the key in the journal."""

OF_A_ROUND: Final = frozenset(
    {
        *("draw_requested", "draw_announced", "draw_discarded"),
        *("draft_swapped", "round_published", "round_taken_back"),
    }
)
"""Acts before whose sentence the round stands, which is a draw on a club night."""
