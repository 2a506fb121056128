"""The kinds of acts in the log, and the page where each kind leads."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from matches.accounts.roles import Act
from tournaments.money.words import ACTS as MONEY_ACTS
from tournaments.structure.queries import FIRST


@dataclass(frozen=True, slots=True)
class LogKind:
    """A kind of acts; `place` is the name of the page of a tournament that shows it.

    `needs` is the permission that this page requires. `stage`: the number of the stage
    whose page it is, None for another page.
    """

    key: str
    label: Promise
    place: str
    needs: Act
    acts: frozenset[str]
    stage: int | None = None


KINDS: Final = (
    LogKind(
        "results",
        gettext_lazy("Matches and results"),
        "tournament_desk",
        Act.SEE,
        frozenset(
            {
                *("game_recorded", "game_corrected", "game_removed", "corrected"),
                *("result_recorded", "result_removed", "walkover_recorded"),
                *("forfeit_recorded", "retired_recorded", "penalty_recorded"),
                *("double_forfeit_recorded", "put_aside", "resumed", "redone"),
                *("adjusted", "points_given", "adjustment_removed", "ruling_kept"),
                *("ruling_removed", "length_changed", "payment_noted"),
                *("sheet_renewed", "seat_removed"),
                *("payment_removed", "session_closed", "report_confirmed"),
                *("report_disputed", "report_not_over", "report_remarked"),
                *("remark_shown", "remark_hidden"),
                *("played_on", "dispute_decided", "photo_added", "photo_removed"),
                *("file_attached", "file_removed", "file_restored"),
                *("games_imported", "import_undone", "match_opened"),
                *("match_cancelled", "no_show", "neither_came", "met_oneself"),
            }
        ),
    ),
    LogKind(
        "entries",
        gettext_lazy("Players and entries"),
        "entries",
        Act.SEE_PRIVATE,
        frozenset(
            {
                *("entries_added", "entries_removed", "entry_changed"),
                *("entry_ratings", "checked_in", "checked_out"),
                *("checked_in_by_phone", "checked_out_by_phone"),
                *("checked_in_at_door", "checked_out_at_door", "arrivals_opened"),
                *("arrivals_shut", "arrivals_code_changed", "arrivals_door_made"),
                *("arrivals_door_gone", "arrivals_back", "withdrawn", "reinstated"),
                *("sign_up_opened", "sign_up_closed", "signed_up"),
                *("sign_up_cancelled", "sign_up_declined", "sign_up_reinstated"),
                *("entered_again", "moved", "late_joined", "late_took_bye"),
                *("late_took_line", "late_took_line_by_hand", "late_took_place"),
                *(
                    "late_plays_preliminary",
                    "withdrawn_after",
                    "withdrawn_void",
                    "taken_out",
                ),
                *("replaced", "replaced_by_hand", "rest_bye"),
                *("rest_absent", "rest_asked", "rest_ask_back", "rest_declined"),
                *("rest_back", "link_renewed", "player_changed", "player_forgotten"),
                *("player_shown", "players_merged", "merge_undone"),
            }
        ),
    ),
    LogKind(
        "draws",
        gettext_lazy("Draws"),
        "draw_list",
        Act.SEE,
        frozenset(
            {
                *("draw_requested", "draw_announced", "draw_discarded"),
                *("draft_swapped", "round_published", "round_taken_back"),
            }
        ),
        stage=FIRST,
    ),
    LogKind(
        "hall",
        gettext_lazy("Tables, calls and screens"),
        "screens",
        Act.ANNOUNCE,
        frozenset(
            {
                *("match_called", "match_called_again", "match_moved"),
                *("call_taken_back", "match_lined_up", "match_left_line"),
                *("match_sits", "matches_called", "matches_sit", "calling_paused"),
                *("calling_resumed", "tables_set", "tables_shared", "over_by_set"),
                *("over_by_removed", "announced", "announcement_changed"),
                *("announcement_ended", "announcement_back", "clock_started"),
                *("clock_held", "clock_resumed", "clock_stopped", "clock_back"),
                *("screen_made", "screen_changed", "screen_code_changed"),
                *("screen_removed", "screen_back"),
            }
        ),
    ),
    LogKind(
        "paper",
        gettext_lazy("Paper size"),
        "print_centre",
        Act.PRINT,
        frozenset({"papers_printed", "printing_taken_back", "printing_put_back"}),
    ),
    LogKind(
        "notes",
        gettext_lazy("Notes at the desk"),
        "notes",
        Act.SEE_PRIVATE,
        frozenset({"note_left", "note_changed", "note_done", "note_back"}),
    ),
    LogKind(
        "messages",
        gettext_lazy("Messages from players"),
        "tournament_desk",
        Act.SEE_PRIVATE,
        frozenset(
            {
                *("message_late", "message_break", "message_withdraw"),
                "message_reenter",
                *("message_taken_back", "message_done", "message_back"),
            }
        ),
    ),
    LogKind(
        "money", gettext_lazy("Money"), "money", Act.EVENT_MONEY, frozenset(MONEY_ACTS)
    ),
    LogKind(
        "undo",
        gettext_lazy("Undone"),
        "",
        Act.SEE,
        frozenset({"act_undone", "act_redone"}),
    ),
)
"""The kinds in the filter of the log. Acts without a kind belong to `REST`."""

REST: Final = LogKind(
    "rest", gettext_lazy("Settings and people"), "settings", Act.SET_UP, frozenset()
)

ALL_KINDS: Final = (*KINDS, REST)
_KIND_OF: Final = MappingProxyType({act: kind for kind in KINDS for act in kind.acts})
KNOWN: Final = frozenset(_KIND_OF)


def kind_of(act: str) -> LogKind:
    """Return the kind of an act."""
    return _KIND_OF.get(act, REST)
