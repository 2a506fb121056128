"""The journal: every act that changes a fact adds one line, which is never edited."""

from collections.abc import Mapping
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models
from django.utils.translation import gettext_noop

from matches.web.models import JournalEntry

ACTS: Final[dict[str, str]] = {
    "game_recorded": gettext_noop(
        "%(match)s, game %(number)s: %(winner)s scored %(points)s."
    ),
    "game_corrected": gettext_noop(
        "%(match)s, game %(number)s corrected: %(winner)s scores %(points)s."
    ),
    "game_removed": gettext_noop("%(match)s: game %(number)s removed."),
    "result_recorded": gettext_noop("%(match)s: %(score)s recorded."),
    "walkover_recorded": gettext_noop("%(match)s: walkover for %(winner)s."),
    "forfeit_recorded": gettext_noop("%(match)s: forfeit, %(winner)s wins."),
    "retired_recorded": gettext_noop("%(match)s: retirement, %(winner)s wins."),
    "penalty_recorded": gettext_noop("%(match)s: decided by penalty for %(winner)s."),
    "time_recorded": gettext_noop("%(match)s: stopped on time, %(winner)s wins."),
    "double_forfeit_recorded": gettext_noop("%(match)s: double forfeit."),
    "put_aside": gettext_noop("%(match)s adjourned at %(score)s."),
    "resumed": gettext_noop("%(match)s resumed."),
    "redone": gettext_noop("%(match)s: removal undone."),
    "adjusted": gettext_noop("%(match)s: %(points)s for %(winner)s (%(rule)s)."),
    "points_given": gettext_noop("%(match)s: %(points)s for %(winner)s."),
    "adjustment_removed": gettext_noop("%(match)s: decision on %(points)s removed."),
    "ruling_kept": gettext_noop("%(match)s: a ruling was recorded."),
    "ruling_removed": gettext_noop("%(match)s: ruling withdrawn."),
    "length_changed": gettext_noop(
        "%(match)s: length %(length)s instead of %(before)s."
    ),
    "payment_noted": gettext_noop("%(match)s: %(winner)s paid %(amount)s."),
    "payment_removed": gettext_noop("%(match)s: payment of %(amount)s removed."),
    "session_closed": gettext_noop("%(match)s: session closed."),
    "report_confirmed": gettext_noop("%(match)s: %(score)s confirmed."),
    "report_disputed": gettext_noop("%(match)s disputed: it was %(score)s."),
    "report_not_over": gettext_noop("%(match)s disputed: not finished yet. %(score)s"),
    "report_remarked": gettext_noop("%(match)s disputed, with a comment."),
    "played_on": gettext_noop("%(match)s: not finished at %(score)s, play continues."),
    "dispute_decided": gettext_noop("%(match)s decided: %(score)s. %(reason)s"),
    "remark_shown": gettext_noop("%(match)s: the note on game %(number)s is public."),
    "remark_hidden": gettext_noop(
        "%(match)s: the note on game %(number)s is for directors only."
    ),
    "photo_added": gettext_noop("%(match)s: photo of the sheet added."),
    "photo_removed": gettext_noop("%(match)s: photo of the sheet removed."),
    "file_attached": gettext_noop("%(match)s: file %(file)s added."),
    "file_removed": gettext_noop("%(match)s: file %(file)s removed."),
    "file_restored": gettext_noop("%(match)s: file %(file)s restored."),
    "games_imported": gettext_noop(
        "%(match)s: games imported from the file %(file)s (%(count)s)."
    ),
    "import_undone": gettext_noop(
        "%(match)s: import of the games from the file %(file)s undone."
    ),
    "rating_list_made": gettext_noop("Rating list %(name)s made."),
    "rating_list_changed": gettext_noop("Rules of the rating list %(name)s changed."),
    "rating_list_removed": gettext_noop("Rating list %(name)s removed."),
    "rating_list_restored": gettext_noop("Rating list %(name)s restored."),
    "ratings_imported": gettext_noop(
        "Rating list %(name)s: ratings imported (%(count)s)."
    ),
    "ratings_taken_back": gettext_noop(
        "Rating list %(name)s: import undone (%(count)s)."
    ),
    "match_opened": gettext_noop("%(match)s opened."),
    "match_cancelled": gettext_noop("%(match)s cancelled."),
    "sheet_renewed": gettext_noop("%(match)s: new code for the score sheet."),
    "seat_removed": gettext_noop(
        "%(match)s: phone %(device)s of %(name)s was unlinked."
    ),
    "link_renewed": gettext_noop("New personal link for %(name)s."),
    "result_removed": gettext_noop("%(match)s: result %(score)s removed."),
    "player_changed": gettext_noop("Player %(name)s changed."),
    "players_merged": gettext_noop("%(other)s was merged into %(name)s."),
    "merge_undone": gettext_noop("The merge of %(other)s into %(name)s was undone."),
    "player_forgotten": gettext_noop(
        "A player’s data was deleted; the name is now %(name)s."
    ),
    "player_shown": gettext_noop("The public name of %(name)s was changed."),
    "club_changed": gettext_noop("The settings of the club %(name)s were changed."),
    "director_joined": gettext_noop("%(name)s joined with a link."),
    "role_taken": gettext_noop("%(name)s was given a role by invitation link."),
    "person_invited": gettext_noop("An invitation link was created."),
    "role_changed": gettext_noop("%(name)s now has the role %(role)s."),
    "role_ended": gettext_noop("%(name)s’s role in one tournament was removed."),
    "access_ended": gettext_noop("%(name)s’s access was removed."),
    "access_given_back": gettext_noop("%(name)s has access again."),
    "link_withdrawn": gettext_noop("An invitation link was revoked."),
    "token_made": gettext_noop("A token for the program %(name)s was made (%(role)s)."),
    "token_withdrawn": gettext_noop("The token for %(name)s was revoked."),
    "webhook_added": gettext_noop(
        "%(address)s gets messages about rounds and results."
    ),
    "webhook_on": gettext_noop("%(address)s gets messages about rounds and results."),
    "webhook_off": gettext_noop("%(address)s gets no messages for now."),
    "webhook_removed": gettext_noop("%(address)s no longer gets messages."),
    "password_link": gettext_noop("A password reset link was created for %(name)s."),
    "session_ended": gettext_noop("%(name)s was logged out on one device."),
    "signed_in": gettext_noop("%(name)s logged in from %(address)s."),
    "sign_in_failed": gettext_noop("Wrong password for %(name)s from %(address)s."),
    "code_failed": gettext_noop("Wrong code for %(name)s from %(address)s."),
    "second_factor_on": gettext_noop("%(name)s turned on two-factor authentication."),
    "second_factor_off": gettext_noop("Two-factor authentication for %(name)s is off."),
    "app_removed": gettext_noop("%(name)s removed an authenticator app."),
    "passkey_added": gettext_noop("%(name)s added the passkey “%(passkey)s”."),
    "passkey_renamed": gettext_noop("%(name)s renamed a passkey to “%(passkey)s”."),
    "passkey_removed": gettext_noop("%(name)s removed the passkey “%(passkey)s”."),
    "recovery_codes_made": gettext_noop("%(name)s created new recovery codes."),
    "recovery_code_used": gettext_noop("%(name)s used a recovery code."),
    "signed_out": gettext_noop("%(name)s was logged out at %(address)s."),
    "director_renamed": gettext_noop("%(old)s is now called %(name)s."),
    "password_changed": gettext_noop("%(name)s chose a new password."),
    "sending_on": gettext_noop("This site sends messages."),
    "sending_off": gettext_noop("This site no longer sends messages."),
    "browsers_logged_out": gettext_noop("%(name)s logged out all other browsers."),
}
"""The sentence of each act of this app, by its key."""


def record_act(
    *,
    act: str,
    by: AbstractBaseUser | None,
    match: models.Model | None = None,
    subject: str = "",
    details: Mapping[str, object] | None = None,
    **named: object,
) -> JournalEntry:
    """Add one line to the journal, inside the caller's transaction.

    The line stores `details` and `named`: the values for its sentence. Lines only tell:
    nothing reads them to decide, so that they can be shortened or deleted. For a line
    about a match use `matches.ledger.reporter.write_line`, which adds the players'
    names.
    """
    return JournalEntry.objects.create(
        act=act,
        actor_id=None if by is None else by.pk,
        match_id=None if match is None else match.pk,
        subject=subject,
        details={**(details or {}), **named},
    )
