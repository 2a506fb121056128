"""Every address of the site, and the same questions to each of them.

Works · stranger · somebody who is no director · wrong method · unknown · without a CSRF
token · security headers · fragments and polling. An address that is missing from the
table fails the run.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from functools import cache, lru_cache
from html import unescape
from html.parser import HTMLParser
from io import BytesIO
from typing import Any, ClassVar
from unittest import mock

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, TestCase
from django.test.client import ClientHandler
from django.urls import URLResolver, get_resolver, resolve, reverse
from django.utils import timezone
from PIL import Image

from matches.accounts import access as accounts_access
from matches.accounts.access import may
from matches.accounts.middleware import PRIVATE_PATHS
from matches.accounts.roles import CLUB_ACTS, Act, Role
from matches.accounts.services import new_invitation_path
from matches.api.tokens import make_token
from matches.documents import services as documents_services
from matches.files.services import attach, import_games, queue_file, remove_file
from matches.jobs import sent_files, tasks
from matches.ledger.adjust import PointsDecision, add_payment, adjust, put_aside
from matches.ledger.amendments import Wanted
from matches.ledger.recording import record_final, record_game, remove_last_game
from matches.ledger.reporter import SHEET, Reporter
from matches.models import (
    ApiToken,
    Grant,
    Invitation,
    Match,
    Player,
    Recalculation,
    Recipient,
    Ruling,
    User,
)
from matches.player_page.merging import merge, preview_merge
from matches.ratings.computing import bring_up_to_date
from matches.ratings.forms import ListForm
from matches.ratings.services import (
    ListRules,
    give_ratings,
    list_rules,
    make_list,
    remove_list,
)
from matches.reports.services import add_photo
from matches.rules import AdjustmentReason, Side
from matches.rules.board import Situation, xgid
from matches.rulings.services import keep_ruling
from matches.sheet_photos.services import photo_sent, queue_photo
from matches.web.bidi import isolated_html
from matches.web.club import keep_logo
from matches.web.models import JournalEntry
from tests import builders
from tests.builders import game, play
from tests.examples import NIGHTLY, ON_POSTGRESQL
from tests.layout import TAG
from tests.matches.accounts.keys import Key
from tests.test_names_in_sentences import FAMILY, GIVEN, RIGHT_TO_LEFT, unisolated
from tests.test_read_aloud import Heard
from tests.tournaments.tournament_file.world import FIXTURES
from tournaments.api.webhooks import add_webhook
from tournaments.draws.check_job import queue_check
from tournaments.draws.record import draw_document
from tournaments.entries.arrivals.services import open_arrivals, open_door_tablet
from tournaments.entries.divide import DividePlan, preview_divisions
from tournaments.entries.options.plan import options_of
from tournaments.entries.options.withdraw import withdraw
from tournaments.entries.rests import ask_by_phone
from tournaments.entries.services import add_entries
from tournaments.hall.messages import finish_message, send_message
from tournaments.hall.models import MessageKind
from tournaments.hall.notes import leave_note
from tournaments.models import (
    Amendment,
    Correction,
    Draw,
    Entry,
    MoneyNote,
    Pairing,
    SignUp,
    SignUpList,
    Tournament,
)
from tournaments.money.services import keep_money, make_pool, show_prizes
from tournaments.money.services import note as note_money
from tournaments.paper.services import mark_printed, print_sheet
from tournaments.results.amendments.services import undo
from tournaments.results.correction.services import Chosen, correct, preview
from tournaments.rounds.announcements.services import AnnouncementPlan, announce
from tournaments.screens.services import make_screen
from tournaments.seasons.forms import SeasonForm
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import (
    SeasonRules,
    close_season,
    decide_tournaments,
    make_season,
    remove_season,
    reopen_season,
)
from tournaments.seasons.services import season_rules as season_rules_of
from tournaments.seasons.state import state_of
from tournaments.setup.bin import in_bin, move_to_bin
from tournaments.setup.presets import preset_named
from tournaments.setup.services import close_tournament
from tournaments.setup.templates import save_template
from tournaments.structure.marks import mark_at
from tournaments.structure.models import Visibility
from tournaments.structure.plan import DivisionPlan, StagePlan
from tournaments.tables.calling import advance
from tournaments.tournament_file.jobs import READ, queue_opening, queue_reading
from tournaments.tournament_file.opening import NEW

UNKNOWN = {"slug": "no-such-evening", "code": "ZZZZZZ", "key": "NOBODY2345"}
UNKNOWN["sheet_code"] = "ZZZZZZZZ"
UNKNOWN["pk"] = "4711"
LARGE = 10**30
ABSENT = (4711, LARGE, 0, 10**18) if NIGHTLY else (LARGE if ON_POSTGRESQL else 4711,)
"""Numbers of rows that are not there; by day one on each database."""
COUNTS = NIGHTLY or not ON_POSTGRESQL
"""Whether rows are counted and pages read: by day the same pages are on SQLite."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
NEVER = ("PUT", "PATCH", "DELETE")
POLICY = "default-src 'self'"
HTMX = {"HX-Request": "true"}
MESSAGES = "/account/"


@dataclass(frozen=True)
class Address:
    """One URL pattern: who may use it, and what good requests get.

    `arguments` are names of the world's values; `form` is a good post, whose values
    may be such names too. `also` are methods that a page of Django's own lets through.
    `hidden`: for others it is not there at all.
    """

    name: str
    arguments: tuple[str, ...] = ()
    get: int | None = 200
    post: int | None = None
    form: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    also: tuple[str, ...] = ()
    director_get: int | None = None
    hidden: bool = False

    @property
    def got(self) -> int | None:
        """What a director gets, who may be led elsewhere."""
        return self.director_get or self.get

    @property
    def is_for_programs(self) -> bool:
        """Whether it answers JSON to who has a token; a browser means nothing there."""
        return self.name.startswith(("api:", "api_"))

    @property
    def allowed(self) -> set[str]:
        return {
            *(("GET", "HEAD") if self.get else ()),
            *(("POST",) if self.post else ()),
            *self.also,
        }


def anybody(name: str, *arguments: str, **more: Any) -> Address:
    return Address(name, arguments, public=True, **more)


PRACTICE = {"card": "club-swiss", "people": 4}


def practised() -> Tournament:
    """A practice with an open match."""
    held = builders.evening("swiss", 2)
    builders.published_round(held)
    Tournament.objects.filter(pk=held.pk).update(visibility=Visibility.PRACTICE)
    return held


def sat_at(match: Match) -> Match:
    """A match at whose sheet somebody sits."""
    seats = {"AAAA": {"side": 1, "at": "2026-11-20T19:00:00+00:00"}}
    Match.objects.filter(pk=match.pk).update(seats=seats)
    return match


def photo_read_of(match: Match) -> str:
    """The key of a photo of the sheet of a match, which a worker has read."""
    key = queue_photo(a_photo("white").read(), match)
    sent = photo_sent(key)
    assert sent is not None
    row = {"winner": 1, "cube": 1, "letter": "", "doubts": ["winner"], "picture": ""}
    sent.found = {"match": match.pk, "on_page": 10, "rows": [row]}
    sent.save(update_fields=["found"])
    sent.job.state = sent.job.State.DONE
    sent.job.save(update_fields=["state"])
    return key


def director(name: str, *arguments: str, **more: Any) -> Address:
    return Address(name, arguments, **more)


def act(name: str, *arguments: str, **form: Any) -> Address:
    """A director's button: posted, then somewhere else."""
    return Address(name, arguments, get=None, post=302, form=form)


_NAMES_BY_ACT = {
    Act.ACCOUNT: (
        "desk account account_reauthenticate mfa_index mfa_activate_totp "
        "mfa_deactivate_totp mfa_view_recovery_codes mfa_generate_recovery_codes "
        "mfa_list_webauthn mfa_add_webauthn mfa_edit_webauthn mfa_remove_webauthn "
        "session_end"
    ),
    Act.PEOPLE: (
        "directors person invitation_withdraw person_session_end programs program_end"
    ),
    Act.CLUB: "club_settings club_back site_messages",
    Act.INVITE: (
        "helpers helper_end event_programs event_program_end webhook_new webhook_act"
    ),
    Act.BACKUPS: "backups backup_file",
    Act.NEW_TOURNAMENT: (
        "tournament_new file_send bin practice_new file_look file_opened"
    ),
    Act.TEMPLATES: "template_delete",
    Act.CLUB_MATCHES: "club_new club_people",
    Act.PLAYERS: (
        "player_edit player_link player_file_full rating_file_full season_file_full"
    ),
    Act.FORGET: "player_forget",
    Act.MERGE: "player_doubles player_merge merge_undo",
    Act.RATINGS: (
        "rating_list_new rating_list_change rating_list_remove rating_list_restore "
        "rating_import rating_take_back"
    ),
    Act.SEASONS: (
        "season_new season_change season_close season_tournaments season_members "
        "season_closing_undo season_closing_restore season_reopen season_next "
        "season_final season_remove season_restore"
    ),
    Act.EVENT_MONEY: (
        "money money_settings money_ways money_bank money_off "
        "money_prizes money_file pool_new pool "
        "pool_auction pool_join pool_remove pool_back money_account money_note_back "
        "money_note_again"
    ),
    Act.SEE: "tournament_desk",
    Act.SEE_PRIVATE: "log entries history log_file entries_file notes",
    Act.ENTER_RESULT: (
        "save_result save_final save_game edit_game game_counts undo redo "
        "club_cancel confirm different payment remove_payment close_session "
        "add_photo remove_photo sheet_photo sheet_photo_read "
        "desk_sheet_photo desk_sheet_photo_read "
        "add_file match_file file_sent file_download "
        "remove_file restore_file undo_import"
    ),
    Act.CHECK_IN: (
        "check_in_all check_in here missing check_in_all_back arrivals arrivals_back"
    ),
    Act.ADD_ENTRY: ("entries_add known_players sign_ups sign_up_acts sign_ups_file"),
    Act.ENTRIES: (
        "remove withdraw reinstate entry_options entry_change entry_ask entry_again "
        "entry_ratings entries_divide"
    ),
    Act.CALL: "call_next all_sit call_pause match_table",
    Act.NOTES: "note note_done note_back message_done message_back",
    Act.ANNOUNCE: (
        "screens announce announcement announcement_end round_clock hall_back "
        "screen_new screen_settings screen_show screen_code screen_remove"
    ),
    Act.DRAW: "draw swap publish take_back draw_call_off",
    Act.PRINT: (
        "document document_pdf print_centre print_match not_printed printed_after_all"
    ),
    Act.DECIDE: (
        "save_walkover decide adjust ending give_late remove_adjustment put_aside "
        "resume show_remark length keep_ruling renew_sheet remove_seat"
    ),
    Act.CORRECT: "correct correction",
    Act.UNDO: "amendment_undo amendment_redo",
    Act.DELETE: "tournament_delete tournament_restore",
}
ACTS: dict[str, Act] = {
    name: act for act, names in _NAMES_BY_ACT.items() for name in names.split()
}
"""Which act each address is that not everybody may do; for all others `SET_UP`."""

PLAN = {
    "name": "Another evening",
    "date": "2026-11-27",
    "format": "swiss",
    "match_length": 7,
    "rounds": 4,
    "crawford": "on",
    "language": "en",
}
WEBHOOK = {"address": "http://9.9.9.9/"}
TOKEN = {"name": "Clock", "role": "desk", "ends": "tonight"}
HELPER = {"role": "desk", "ends": "tonight", "lifetime": "hour"}
COPY = {"name": "The next one", "date": "2026-11-27", "with_players": "on"}
NOTE = {"text": "Ask Bo again", "version": 1}
TOLD = {"text_en": "Lunch until one", "on_pages": "on"}
CHECK_IN_PAGES = (
    *("phone_check_in", "phone_check_in_back"),
    *("door_check_in", "door_check_in_back"),
)
SCREEN = {"name": "Bar", "shows": "now", "seconds": 20, "colours": "light"}
GAME = {"winner": 2, "kind": "single", "cube": 1}
READ_GAMES = {"game1-winner": 1, "game1-outcome": "1-single"}
POINTS = {"side": 1, "points": 2, "reason": "late"}
RATING_LIST = {
    "name": "Club",
    "formula": "fibs",
    "active_months": 12,
    "least_length": 5,
    "most_length": 25,
    "takes_club": "on",
}
SEASON = {
    "name": "Another season",
    "from_day": "2026-01-01",
    "attendance": "1",
    "places": "none",
    "ties": "shared",
}
NEXT_SEASON = {"name": "Next", "from_day": "2027-01-01", "percent": 0}
FINAL = {"name": "Final", "date": "2026-12-20", "match_length": 9}
SEASON_SEEN = {"save": "1", "known": "season_known", "seen": "season_seen"}
RATINGS = {"text": "Mie Nord;;1500", "day": "2026-01-01", "confirmed": "1"}
PAYMENT = {"payer": 1, "amount": 5}
TILL = {"currency": "SEK", "step": 100}
POOL = {"fee": 10, "split": "percent", "shares_1": "70 30"}
DIVIDED = {"from_1": 1600, "mark": "divide_mark"}
BID = {"about": 2, "payer": 1, "amount": 50, "percent": 50}
PAID = {"what": "paid", "amount": 10, "seen": 0}
ACTED: dict[str, Any] = {"get": None, "post": 302, "hidden": True}
MERGE = {"with": "twin_2", "seen": "merge_seen"}
FORGET = {"known": "Rut Qvist", "sure": "on"}
SEEN = {"save": "1", "known": "rating_known", "seen": "rating_seen"}
CLUB_MATCH = {"player_1": "Ida Juul", "player_2": "Kai Lund", "length": 5}
MATCH_FILE = (
    b" 3 point match\n\n Game 1\n Ane Alm : 0                Bjarke Brink : 0\n"
    b"  1) 31: 8/5 6/5             Doubles => 2\n  2)  Drops\n"
    b"                                  Wins 1 point\n"
)
CLUB = {"name": "Ælnoth", "language": "en", "time_zone": "Europe/Oslo", "seen": 0}
FILE_PLAYERS = {f"player-{number}": NEW for number in range(1, 9)}
ACCOUNT = {"username": "Dea", "password": builders.PASSWORD}
LOGIN = {"login": "Ada", "password": builders.PASSWORD}

ADDRESSES = (
    anybody("healthz"),
    anybody("worker"),
    anybody("offline"),
    anybody("readyz", get=503),  # no worker runs here
    anybody(
        "set_language",
        get=302,
        post=302,
        form={"language": "da"},
        also=("PUT", "PATCH", "DELETE"),
    ),
    anybody("find_match"),
    anybody("match", "code"),
    act("save_final", "code_2", winner=1, points=5),
    act("save_walkover", "code_2", winner=2),
    act("save_game", "code", **GAME, after=1),
    director("edit_game", "code", "one", post=302, form=GAME | {"replaces": "game_pk"}),
    director("game_counts", "code", "one", get=422),
    act("undo", "code", "one"),
    act("redo", "undone", "two"),
    act("club_cancel", "club_code"),
    anybody("scoreboard", "code"),
    anybody("club_list"),
    director("club_new", post=302, form=CLUB_MATCH),
    director("club_people"),
    anybody("player_list"),
    anybody("player", "key"),
    anybody("player_now", "key", get=302),  # a fragment of that page alone
    anybody("rating_lists", get=302, director_get=200),  # there is one list alone
    anybody("rating_list", "rating_key"),
    anybody("rating_file", "rating_key", "file_kind"),
    director("rating_list_new", post=302, form=RATING_LIST),
    director("rating_list_change", "rating_key", post=302, form=RATING_LIST | SEEN),
    act("rating_list_remove", "rating_key"),
    act("rating_list_restore", "rating_gone"),
    anybody("rating_changes", "rating_key"),
    anybody("rating_change", "rating_key", "rating_change_pk"),
    director("rating_import", "rating_key", post=302, form=RATINGS),
    act("rating_take_back", "rating_key", "rating_import_pk"),
    anybody("seasons"),
    anybody("season", "season_key"),
    anybody("season_file", "season_key", "file_kind"),
    anybody("season_results", "season_key", "file_kind"),
    anybody("season_player", "season_key", "season_player"),
    director("season_new", post=302, form=SEASON),
    director("season_change", "season_key", post=302, form=SEASON | SEASON_SEEN),
    director("season_tournaments", "season_key", post=302, form={"add": "other_pk"}),
    director("season_members", "season_key", post=302, form={"player": "key"}),
    director("season_close", "season_key", post=302, form={"known": "season_digest"}),
    act("season_reopen", "season_shut"),
    act("season_closing_undo", "season_shut", "season_closing"),
    act("season_closing_restore", "season_opened", "season_closing_before"),
    director("season_next", "season_key", post=302, form=NEXT_SEASON),
    director(
        "season_final",
        "season_key",
        post=302,
        form=FINAL | {"players": "season_players"},
    ),
    act("season_remove", "season_key"),
    act("season_restore", "season_gone"),
    director(
        "player_edit", "key", post=302, form={"name": "Ane Alm", "sort_name": "Alm"}
    ),
    director("player_forget", "club_player", post=302, form=FORGET),
    director("player_doubles"),
    director("player_merge", "twin_1", post=302, form=MERGE),
    act("merge_undo", "merge_pk"),
    director("directors", post=200, form={"role": "director", "lifetime": "hour"}),
    director("person", "helper_pk", post=302, form={"do": "end"}),
    act("person_session_end", "helper_pk", "a_session"),
    act("invitation_withdraw", "invitation_pk"),
    act("session_end", "own_session"),
    director("helpers", "slug", post=200, form=HELPER),
    act("helper_end", "slug", "grant_pk"),
    director("account", post=302, form={"username": "Ada Again"}),
    director("account_reauthenticate", post=302, form={"password": builders.PASSWORD}),
    director("mfa_index"),
    director("mfa_activate_totp", get=302, post=302),  # there is an app
    director("mfa_deactivate_totp", post=302),
    director("mfa_view_recovery_codes"),
    director("mfa_generate_recovery_codes", post=302),
    director("mfa_list_webauthn", get=302, also=("POST",)),
    director("mfa_add_webauthn", post=200),  # no browser answers
    director("mfa_edit_webauthn", "passkey_pk", post=302, form={"name": "Old key"}),
    director("mfa_remove_webauthn", "passkey_pk", post=302),
    # Nobody gave a password: every method leads elsewhere.
    anybody("mfa_authenticate", get=302, post=302, also=NEVER),
    director("backups", post=302, form={"op": "a key"}),
    director("backup_file", "backup_name", get=302),
    director("club_settings", post=302, form=CLUB),
    director("site_messages", post=302, form={"do": "begin"}),
    anybody("results_feed"),
    anybody("embed", "slug", get=404),
    act("club_back", "club_number"),
    anybody("club_logo", "logo"),
    anybody("club_icon", "logo"),
    anybody("club_calendar"),
    anybody("tournament_calendar", "slug"),
    anybody("manifest"),
    anybody("robots"),
    anybody("security_txt"),
    anybody("privacy"),
    anybody("favicon", get=302),
    anybody("setup", "token", post=302, form=ACCOUNT),
    anybody("set_theme", get=None, post=302, form={"theme": "dark"}),
    anybody("help"),
    anybody("help_page", "manual_page"),
    anybody("rulebook"),
    anybody("rulebook_profile", "book"),
    anybody("rulebook_pdf", "book", get=302),
    anybody("account_login", post=302, form=LOGIN, also=("PUT",)),
    anybody("account_logout", get=None, post=302),
    anybody("home"),
    anybody("search"),
    anybody("tournament_list"),
    anybody("tournament", "slug"),
    anybody("entry_list", "slug"),
    anybody("round", "slug", "one", "one"),
    anybody("standings", "cup", "three"),
    anybody("standing", "slug", "one", "one"),
    anybody("finishing_order", "slug"),
    anybody("finishing_file", "slug", "file_kind"),
    anybody("entry_list_file", "slug", "file_kind"),
    anybody("results_file", "slug", "file_kind"),
    anybody("round_file", "slug", "one", "one", "file_kind"),
    anybody("player_file", "file_kind"),
    director("player_file_full", "file_kind"),
    director("rating_file_full", "rating_key", "file_kind"),
    director("season_file_full", "season_key", "file_kind"),
    director("entries_file", "slug", "file_kind"),
    director("log_file", "slug", "file_kind"),
    anybody("standings_file", "slug", "one", "file_kind"),
    anybody("crosstable_file", "slug", "one", "file_kind"),
    anybody("rules", "slug"),
    anybody("rules_of_play", "slug"),
    anybody("rules_of_play_pdf", "slug", get=302),
    anybody("draw_list", "cup", "two"),
    director("desk"),
    director("tournament_new", post=302, form=PLAN),
    director("tournament_file", "closed"),
    director("practice_new", post=302, form=PRACTICE),
    act("practice", "practised"),
    director("file_send", post=302, form={"file": "a_file"}),
    director("file_look", "file_read", post=302, form=FILE_PLAYERS),
    director("file_opened", "file_opening"),
    director("tournament_desk", "slug"),
    act("save_result", "slug", line="2 7 5"),
    director("log", "slug"),
    director("pace", "slug", post=302, form={"at": "23:40", "reason": "last bus"}),
    act("pace_apply", "slug", rounds=0, points=2),
    act("pace_undo", "slug"),
    director(
        "print_centre",
        "slug",
        post=302,
        form={"paper": "all_sheets"},
    ),
    act("print_match", "slug", "two"),
    act("not_printed", "slug", "printing_pk"),
    act("printed_after_all", "slug", "printing_back_pk"),
    director("tables", "slug", post=302, form={"count": 9, "calls_itself": "on"}),
    act("tables_share", "slug"),
    act("call_next", "slug"),
    act("all_sit", "slug"),
    act("call_pause", "slug", paused=1),
    director("match_table", "slug", "two", post=302, form={"do": "move", "table": 9}),
    act("give_late", "slug", "two", "two", winner=1),
    anybody("screen_find"),
    anybody("screen", "screen_code"),
    anybody("check_in_find"),
    anybody("phone_check_in", "check_in_code", post=302, form={"who": 1}),
    anybody("phone_check_in_back", "check_in_code", "one", get=None, post=302),
    anybody("door_check_in", "door_code", post=302, form={"who": 1}),
    anybody("door_check_in_back", "door_code", "one", get=None, post=302),
    director("arrivals", "slug", post=302, form={"do": "shut"}),
    anybody("sign_up", "slug", post=422, form={"name": "Σ"}),
    anybody("own_sign_up", "sign_up_key", post=302, form={"do": "cancel"}),
    anybody("own_sign_up_messages", "sign_up_key", post=302, form={"do": "save"}),
    anybody("messages_chosen", "messages_key", post=302, form={"do": "save"}),
    anybody("messages_stop", "messages_key", get=302, post=302),
    director("sign_ups", "slug", post=302, form={"places": 8, "answer_hours": 0}),
    act("sign_up_acts", "slug", do="decline", who="1"),
    director("sign_ups_file", "slug", "file_kind"),
    act("arrivals_back", "slug", "arrivals_version"),
    director("notes", "slug", post=302, form={"text": "Ask Bo"}),
    director("note", "slug", "note_pk", post=302, form=NOTE),
    act("note_done", "slug", "note_pk", "one"),
    act("note_back", "slug", "note_pk", "one"),
    act("message_done", "slug", "message_pk", "one"),
    act("message_back", "slug", "done_message_pk", "two"),
    director("screens", "slug"),
    director("announce", "slug", post=302, form=TOLD),
    director("announcement", "slug", "announcement_pk", post=302, form=TOLD),
    act("announcement_end", "slug", "announcement_pk"),
    director("round_clock", "slug", post=302, form={"minutes": 40}),
    act("screen_new", "slug", called="Bar"),
    director("screen_settings", "slug", "screen_pk", post=302, form=SCREEN),
    act("screen_show", "slug", "screen_pk", content="standings"),
    act("screen_code", "slug", "screen_pk"),
    act("screen_remove", "slug", "screen_pk"),
    act("hall_back", "slug", "back_kind", "screen_pk", "one"),
    anybody("prizes", "money_slug"),
    anybody("table_board", "slug", "one"),
    director("money", "undrawn", post=302, form={"currency": "DKK"}),
    director("money_settings", "money_slug", post=302, form=TILL),
    director("money_ways", "money_slug", post=302, form={"note": "Vipps 12345"}),
    director("money_bank", "money_slug", post=422),
    act("money_off", "money_slug"),
    act("money_prizes", "money_slug", shows=0),
    director("money_file", "money_slug", "file_kind"),
    director("pool_new", "money_slug", "pool_kind", post=302, form=POOL),
    director("pool", "money_slug", "side_pk", post=302, form=POOL),
    director("pool_auction", "money_slug", "auction_pk", post=302, form=BID),
    act("pool_join", "money_slug", "side_pk"),
    act("pool_remove", "money_slug", "side_pk"),
    act("pool_back", "money_slug", "side_pk", "one"),
    director("money_account", "money_slug", "two", post=302, form=PAID),
    act("money_note_back", "money_slug", "money_note_pk"),
    act("money_note_again", "money_slug", "money_note_pk"),
    director("settings", "slug", post=302, form=PLAN),
    director("tournament_close", "drafted", post=302),
    act("tournament_reopen", "closed"),
    director("tournament_delete", "drafted", post=302),
    director("bin"),
    act("tournament_restore", "binned"),
    director("tournament_copy", "slug", post=302, form=COPY),
    director("entries", "slug"),
    director("entry_ratings", "slug", post=302, form={"rating_2": 1700, "pr_2": "4.5"}),
    director("entries_divide", "divide_slug", post=302, form=DIVIDED),
    act("entries_add", "slug", text="Sent Kommer", here="on"),
    director("known_players", "slug"),
    act("check_in_all", "slug"),
    act("check_in_all_back", "slug"),
    act("check_in", "slug", who="somebody"),
    act("here", "slug", "two"),
    act("missing", "slug", "two"),
    act("remove", "drafted", "two"),
    act("withdraw", "slug", "two"),
    act("reinstate", "slug", "five"),
    director("draw", "undrawn", "one", post=302),
    act("draw_settings", "undrawn", "one", byes="lots"),
    act("swap", "drafted", "draft_pk", swap="two_of_two_pairs", swap_reason="late"),
    act("publish", "drafted", "draft_pk"),
    director(
        "take_back", *("taken", "one", "one"), post=302, form={"reason": "Fire alarm"}
    ),
    anybody("sheet", "sheet_code", post=302, form={"side": 1}, director_get=302),
    anybody("own_page", get=404),
    anybody("personal", "link_key"),
    anybody("forget", "link_key", get=None, post=302),
    anybody("not_you", get=None, post=302),
    anybody("own_calendar", "link_key"),
    anybody("own_messages", "key_link", post=302, form={"do": "save"}),
    anybody("own_data", "key_link", post=302, form={"shown": "initials"}),
    anybody("own_data_file", "key_link"),
    director("player_link", "key", post=302, form={"known": "link_hash"}),
    act("confirm", "waiting", "report_pk"),
    director("different", "waiting", "report_pk", get=302, post=302),
    director("decide", "waiting", post=302, form={"report": "report_pk"}),
    director("adjust", "code_2", post=302, form=POINTS),
    act("remove_adjustment", "adjusted", "adjustment_pk"),
    act("show_remark", "remarked", "remarked_pk", show=""),
    director("ending", "code_2", post=302, form={"how": "retired", "winner": 1}),
    director("put_aside", "code_2", post=302),
    act("resume", "adjusted"),
    director("length", "code_2", post=302, form={"length": 5, "revision": 0}),
    act("renew_sheet", "code_2", known="code_2_sheet"),
    act("remove_seat", "code_2", device="AAAA"),
    # Money is for the two players, and for owners.
    director("payment", "session", post=302, form=PAYMENT, hidden=True),
    director("remove_payment", "session", "payment_pk", **ACTED),
    director("close_session", "session", **ACTED),
    director("history", "adjusted"),
    act("add_photo", "waiting", photo="a_photo"),
    director("desk_sheet_photo", "slug", post=302, form={"photo": "a_photo"}),
    director("desk_sheet_photo_read", "slug", "sheet_photo_key"),
    director("sheet_photo", "code_2", post=302, form={"photo": "a_photo"}),
    director("sheet_photo_read", "code_2", "read_key", post=302, form=READ_GAMES),
    director("photo", "waiting", "photo_pk", hidden=True),
    act("remove_photo", "waiting", "photo_pk"),
    director("add_file", "code_2", post=302, form={"file": "a_match_file"}),
    director(
        "match_file", "filed", "file_pk", post=302, form={"replace": 1, "swapped": 0}
    ),
    director("file_sent", "filed", "sent_key"),
    director("file_download", "filed", "file_pk"),
    act("remove_file", "filed", "file_pk"),
    act("restore_file", "filed", "removed_file_pk"),
    act("undo_import", "imported", "import_revision"),
    anybody("replay", "imported", "imported_pk", "one"),
    anybody("match_mat", "imported"),
    anybody("ruling"),
    act("keep_ruling", "code_2", id="xgid", decision="The play stands."),
    anybody("ruling_kept", "ruled", "ruling_pk"),
    anybody("ruling_kept_pdf", "ruled", "ruling_pk", get=302),
    anybody("match_sgf", "imported"),
    director("document", "sheets_key", "sheets_address", post=302),
    director("document_pdf", "sheets_key", "sheets_address"),
    # Programs ----------------------------------------------------------------
    anybody("api:club"),
    anybody("api:api-root"),
    anybody("api:openapi-view"),
    anybody("api:openapi-json"),
    anybody(
        "api_not_there", "api_nothing", get=404, also=("POST", "PUT", "PATCH", "DELETE")
    ),
    anybody("api:list_players"),
    anybody("api:get_player", "key"),
    anybody("api:get_match", "code"),
    anybody("api:add_game", "code", get=None, post=401),
    anybody("api:set_result", "code", get=None, post=401),
    anybody("api:take_back", "code", get=None, post=401),
    anybody("api:list_tournaments"),
    anybody("api:get_tournament", "slug"),
    anybody("api:list_entries", "slug", post=401),
    anybody("api:add_entries", "slug", post=401),
    director("programs", post=200, form=TOKEN),
    act("program_end", "token_pk"),
    director("event_programs", "slug", post=200, form=TOKEN),
    act("event_program_end", "slug", "event_token_pk"),
    director("webhook_new", "slug", get=None, post=200, form=WEBHOOK),
    act("webhook_act", "slug", "webhook_pk", do="off"),
    anybody("api:list_matches", "slug"),
    anybody("api:list_rounds", "slug", "one"),
    anybody("api:get_round", "slug", "one", "one"),
    anybody("api:get_standings", "slug", "one"),
    anybody("api:list_draws", "slug", "one"),
    anybody("api:get_draw", "cup", "one", "cup_draw"),
    # Stages ------------------------------------------------------------------
    anybody("stage", "cup", "one"),
    anybody("path", "cup", "one", "one"),
    anybody("draw_record", "cup", "one", "cup_draw"),
    anybody("draw_record_file", "cup", "one", "cup_draw"),
    anybody("draw_chain_file", "cup"),
    anybody("why", "cup", "one", "cup_draw", "one"),
    anybody("draw_check", post=200, form={"record": "cup_record"}),
    anybody("verify_draw_file"),
    anybody("draw_check_result", "check_digest"),
    act("draw_call_off", "drafted", "draft_pk"),
    director("structure", "slug"),
    director("template_save", "slug", post=302, form={"name": "Our evening"}),
    director("template_delete", "template_pk", post=302),
    director(
        "division_new", "slug", post=302, form={"name": "Side", "template": "jackpot"}
    ),
    director("division_edit", "slug", "one", post=302, form={"name": "Open"}),
    director("division_remove", "weekend", "two", post=302),
    director(
        *("stage_edit", "slug", "one"), post=302, form={"match_length": 7, "rounds": 4}
    ),
    director(
        *("stage_after", "slug", "one"),
        post=302,
        form={
            **{"format": "elimination", "match_length": 9},
            **{"take": 4, "take_from": 1, "source": 1},
        },
    ),
    director("stage_losers", "weekend", "three", post=302, form={"match_length": 3}),
    director("stage_remove", "weekend", "three", post=302),
    director("entry_options", "slug", "two", post=302, form={"choice": "an_option"}),
    director("entry_again", "slug", "two", get=None, post=409),
    act("entry_change", "slug", "two", family="Alm"),
    act("entry_rest", "slug", "two", round=3, kind="absent"),
    act("entry_ask", "slug", "two", "three", "decline"),
    anybody(
        "own_rounds",
        *("own_link", "slug", "two"),
        post=302,
        form={"round": 2, "kind": "absent"},
    ),
    anybody(
        "tell_director",
        *("own_link", "slug", "two"),
        get=None,
        post=302,
        form={"kind": "late"},
    ),
    director(
        *("correct", "cup", "cup_code"),
        post=200,
        form={"how": "played", "winner": 2, "points": 1},
    ),
    director("correction", "cup", "correction_pk"),
    act("amendment_undo", "drafted", "undo_pk"),
    act("amendment_redo", "weekend", "redo_pk"),
)


def names(of: URLResolver, space: str = "") -> Iterator[str]:
    """The name of every address below a resolver."""
    for each in of.url_patterns:
        if isinstance(each, URLResolver):
            yield from names(each, f"{each.namespace}:" if each.namespace else space)
        else:
            yield f"{space}{each.name}"


class Page(HTMLParser):
    """What matters of a page here: its roots, and what runs or paints inline."""

    VOID: ClassVar = {"br", "hr", "img", "input", "link", "meta", "use", "path", "rect"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.roots: list[tuple[str, dict[str, str | None]]] = []
        self.tags: set[str] = set()
        self.inline: list[str] = []
        self._depth = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        if not self._depth:
            self.roots.append((tag, given))
        is_data = given.get("type") == "application/json"
        if tag == "style" or (tag == "script" and not given.get("src") and not is_data):
            self.inline.append(tag)
        self.inline += [name for name in given if re.match(r"on|hx-on|style$", name)]
        if tag not in self.VOID:
            self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._depth -= 1

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self._depth -= 1


@lru_cache(maxsize=1 << 15)
def inline_in(tag: str) -> tuple[str, ...]:
    """Return what runs or paints inline by a tag; pages have most tags in common."""
    return tuple(Page(tag).inline)


def pages_of(answers: Iterable[HttpResponse]) -> Iterator[str]:
    for answer in answers:
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            yield answer.content.decode()


@contextmanager
def undone() -> Iterator[None]:
    """Take back whatever happens inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def facts() -> dict[str, Any]:
    """How many rows every table has, and the sum of what only grows."""
    with connection.cursor() as cursor:
        cursor.execute(_question())
        found = cursor.fetchall()
    return {label: {"rows": rows, "revisions": sum_} for label, rows, sum_ in found}


@cache
def _question() -> str:
    """Return one query about all tables; written by Django, they take far longer."""
    quoted = connection.ops.quote_name
    parts = []
    for model in apps.get_models():
        if model._meta.app_label not in {"matches", "mfa", "tournaments"}:
            continue
        columns = {column.column for column in model._meta.fields}
        sum_ = f"SUM({quoted('revision')})" if "revision" in columns else "0"
        parts.append(
            f"SELECT '{model._meta.label}', COUNT(*), {sum_} "  # noqa: S608 - our own
            f"FROM {quoted(model._meta.db_table)}"
        )
    return " UNION ALL ".join(parts)


def one_file(ada: User) -> dict[str, Any]:
    """Return the key of a file that was read, and of one that is being opened."""
    read = {}
    for name in ("cup", "swiss"):
        content = (FIXTURES / f"version-1-{name}.crawford.json").read_bytes()
        key = queue_reading(content, name=name, by=ada)
        sent = sent_files.sent_file(READ, key)
        assert sent is not None
        tasks.run_job(sent.job_id)
        read[name] = sent
    return {
        "a_file": lambda: SimpleUploadedFile("one.json", b"{}"),
        "file_read": read["cup"].job.key.partition(":")[2],
        "file_opening": queue_opening(read["swiss"], {}, by=ada),
    }


def rated() -> dict[str, Any]:
    """Return the keys of a rating list and of one that was removed."""
    kept, gone = (make_list(rules=ListRules(name=name), by=None) for name in "AB")
    bring_up_to_date()
    remove_list(of=gone, by=None)
    gifts = [(builders.player("Pia Quist"), 15_000_000)]
    made = give_ratings(gifts, of=kept, day=date(2026, 1, 1), by=None)
    bring_up_to_date()
    form = ListForm(RATING_LIST)
    assert form.is_valid(), form.errors
    known, seen = list_rules(kept).digest, form.rules().digest
    keys = {
        "rating_key": kept.key,
        "rating_gone": gone.key,
        "rating_import_pk": made.pk,
        "rating_change_pk": Recalculation.objects.get().pk,
    }
    return keys | {"rating_known": known, "rating_seen": seen}


def told(evening: Tournament) -> dict[str, Any]:
    """Return the keys of an announcement and of a screen."""
    plan = AnnouncementPlan({"en": "Ώρα"}, {"pages": True})
    one, two = evening.entries.select_related("player").order_by("number")[:2]
    done = send_message(two, MessageKind.LATE, player=two.player)
    finish_message(done, version=done.version, by=None)
    screen = make_screen(evening, name="Σάλα", by=None)
    return {
        "note_pk": leave_note(evening, "Σάλα: Bo", by=None).pk,
        "message_pk": send_message(one, MessageKind.BREAK, player=one.player).pk,
        "done_message_pk": done.pk,
        "announcement_pk": announce(evening, plan, by=None).pk,
        "screen_pk": screen.pk,
        "screen_code": screen.code,
        "back_kind": "screen",
        **checking_in(evening),
        **printed(evening),
    }


def checking_in(evening: Tournament) -> dict[str, Any]:
    """Return the codes of a hall and of a tablet at its door."""
    end = timezone.now() + timedelta(hours=1)
    open_arrivals(evening, opens_at=None, closes_at=end, by=None)
    window = open_door_tablet(evening, by=None)
    return {
        "check_in_code": window.code,
        "door_code": window.door_key,
        "arrivals_version": window.version,
        **signed_up(evening),
    }


def signed_up(evening: Tournament) -> dict[str, Any]:
    """Return the key of somebody who has signed up, and waits."""
    division = evening.divisions.get()
    row = SignUpList.objects.create(division=division, opens_at=timezone.now())
    return {
        "sign_up_key": SignUp.objects.create(sign_up_list=row, name="Νέος").link_key,
        "messages_key": Recipient.objects.create(email="a@example.org").link_key,
    }


def printed(evening: Tournament) -> dict[str, Any]:
    """Return the keys of two printings, of which one was taken back."""
    made, back = (print_sheet(evening, number, by=None) for number in (1, 2))
    mark_printed([back], is_printed=False, by=None)
    return {"printing_pk": made.pk, "printing_back_pk": back.pk}


def moneyed() -> dict[str, Any]:
    """Return the keys of a tournament whose money is kept, and its prizes shown."""
    of = builders.evening("swiss", 3)
    keep_money(of, currency="DKK", by=None)
    show_prizes(of, shows=True, by=None)
    make_pool(of, {"kind": "fees", "fee": 5000, "shares": {"1": [10000]}}, by=None)
    side = make_pool(of, {"kind": "side", "fee": 1000}, by=None)
    auction = make_pool(of, {"kind": "auction"}, by=None)
    note = note_money(of, MoneyNote(kind="paid", payer=1, amount=5000), by=None)
    return {
        "money_slug": of.slug,
        "pool_kind": "fees",
        "side_pk": side.pk,
        "auction_pk": auction.pk,
        "money_note_pk": note.pk,
    }


def dividing() -> dict[str, Any]:
    """Return the keys of a tournament whose one entry belongs to its other division."""
    stages = (StagePlan(format="swiss", match_length=5, rounds=3),)
    both = tuple(
        DivisionPlan(stages=stages, name=name) for name in ("Open", "Beginners")
    )
    of = builders.tournament(divisions=both)
    builders.entered(of, 1)
    Entry.objects.filter(tournament=of).update(rating=1500)
    wanted = DividePlan(of=None, borders={1: Decimal(1600), 2: None})
    return {"divide_slug": of.slug, "divide_mark": preview_divisions(of, wanted).mark}


def asking(evening: Tournament) -> dict[str, Any]:
    """An entry whose player asks on a phone to sit out the third round."""
    ask_by_phone(tournament=evening, number=2, round_number=3, kind="absent")
    entry = evening.entries.select_related("player").get(number=2)
    return {"own_link": entry.player.link_key, "decline": "decline"}


def programs_of(ada: User, evening: Tournament) -> dict[str, Any]:
    """Return the keys of a token for all tournaments, and of one for one."""
    ends_at = timezone.now() + timedelta(days=1)
    for event in (None, evening.pk):
        plan = ApiToken(name="Ρολόι", role=Role.DESK, ends_at=ends_at, event=event)
        plan.created_by = ada
        make_token(plan)
    of_all, of_one = ApiToken.objects.order_by("pk").values_list("pk", flat=True)
    hook = add_webhook(evening, "https://9.9.9.9/told/", by=ada)
    keys = {"token_pk": of_all, "event_token_pk": of_one}
    return keys | {"webhook_pk": hook.pk}


def seasoned(closed: Tournament) -> dict[str, Any]:
    """Return the keys of a season that is open, closed, reopened, removed."""
    scoring = SeasonScoring(attendance=UNIT)
    open_, shut, opened, gone = (
        make_season(
            rules=SeasonRules(
                name=name, from_day=date(2026, 1, 1), by_rule=False, scoring=scoring
            ),
            by=None,
        )
        for name in ("Άνοιξη", "Θέρος", "Φθινόπωρο", "Χειμώνας")
    )
    counts = {closed.pk: (True, UNIT)}
    for of in (open_, shut, opened):
        decide_tournaments(of=of, decisions=counts, by=None)
    state = state_of(open_)
    closings = [
        close_season(of=of, known=state.digest, by=None) for of in (shut, opened)
    ]
    reopen_season(of=opened, by=None)
    remove_season(of=gone, by=None)
    form = SeasonForm(SEASON)
    assert form.is_valid(), form.errors
    players = [line.player for line in state.lines]
    return {
        "season_key": open_.key,
        "season_shut": shut.key,
        "season_opened": opened.key,
        "season_closing": closings[0].pk,
        "season_closing_before": closings[1].pk,
        "season_gone": gone.key,
        "season_digest": state.digest,
        "season_players": players,
        "season_player": Player.objects.get(pk=players[0]).key,
        "season_known": season_rules_of(open_).digest,
        "season_seen": form.rules().digest,
    }


@dataclass(frozen=True)
class Outcome:
    """What the good requests of somebody to one address came to."""

    statuses: list[int]
    headers: Mapping[str, str]
    """Of the page, or else of the answer to the form."""
    changes: bool
    names: int
    """So many letters from right to left are on the pages and where a form led."""
    bare: list[str]
    """Texts in which a name with such letters turns what is around it."""
    unnamed: list[str]
    """What a screen reader cannot name on the page."""


def renewed_session(person: User) -> str:
    """Return the key of a session that no request of these tests has to extend."""
    browser = builders.signed_in(person)
    browser.get(reverse("account"))
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


class World(TestCase):
    """One world for all: an evening in its first round, and others at other stages."""

    world: ClassVar[dict[str, Any]]
    handler: ClassVar[ClientHandler]

    @classmethod
    def backup(cls) -> str:
        """Put a file with the name of a backup in its place; return the name."""
        file = settings.BACKUP_DIR / "crawford-2026-11-22-120000-day.zip"
        file.parent.mkdir(exist_ok=True)
        file.touch()
        cls.addClassCleanup(file.unlink)
        return str(file.name)

    @classmethod
    def setUpTestData(cls) -> None:
        ada = builders.director()
        passkey_pk = second_factors(ada)
        evening = builders.evening("swiss", 5)
        published = builders.published_round(evening)
        first, second = builders.matches(published)
        play(first, game(1))
        withdraw(tournament=evening, number=5, by=ada)
        printed = documents_services.prepare("score-sheets", published)
        with builders.printing():
            tasks.run_job(printed.job_id)
        drafted = builders.evening("monrad", 4)
        draft = builders.drawn_round(drafted)
        (one, _), (two, _) = (
            (pairing.entry_1.number, pairing.entry_2)
            for pairing in builders.pairings(draft)
        )
        taken = builders.evening("swiss", 2)
        builders.published_round(taken)
        closed = builders.evening("elimination", 2)
        builders.played_round(closed)
        close_tournament(tournament=closed, by=ada)
        move_to_bin(tournament=builders.evening("swiss", 2), by=ada)
        cls.world = {
            "slug": evening.slug,
            "backup_name": cls.backup(),
            "club_number": 0,
            "binned": in_bin()[0].pk,
            "logo": keep_logo(b"a picture", b"an icon"),
            "drafted": drafted.slug,
            "undrawn": builders.evening("swiss", 2).slug,
            "taken": taken.slug,
            "practised": practised().slug,
            "closed": closed.slug,
            "code": first.code,
            "code_2": second.code,
            "code_2_sheet": sat_at(second).sheet_code,
            "read_key": photo_read_of(second),
            "club_code": builders.match(people=("Mie Nord", "Ove Post")).code,
            "key": first.player_1.key,
            "somebody": builders.entries(evening)[0].player.name[:],
            "club_player": builders.player("Rut Qvist").key,
            **twins(),
            "game_pk": first.games.get().pk,
            "draft_pk": draft.pk,
            "two_of_two_pairs": [one, two],
            "undo_pk": undo_pk(drafted),
            "token": new_invitation_path(by=ada).split("/")[2],
            "passkey_pk": passkey_pk,
            **helped(ada, evening),
            "book": "swedish",
            "manual_page": "evening",
            "sheets_key": "score-sheets",
            "sheets_address": f"{evening.slug}/1/1",
            "all_sheets": f"score-sheets {evening.slug}/1/1 all",
            "file_kind": "xlsx",
            "api_nothing": "v1/nothing/",
            **programs_of(ada, evening),
            **{"one": 1, "two": 2, "three": 3, "five": 5},
            **asking(evening),
            **staged(ada),
            **optioned(evening),
            **told(evening),
            **reported(first.player_1),
            **filed(),
            **ruled(),
            **rated(),
            **one_file(ada),
            **seasoned(closed),
            **moneyed(),
            **dividing(),
            "other_pk": evening.pk,
        }
        cls.people = {"Ada": ada, "Ben": builders.reader(), "Cy": None}
        cls.sessions = {
            name: renewed_session(person)
            for name, person in cls.people.items()
            if person
        }

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.handler = ClientHandler(enforce_csrf_checks=False)

    def browser(self, name: str, **options: Any) -> Client:
        """A browser in which this person signed in when the world was made."""
        client = Client(**options)
        if not options:
            client.handler = self.handler  # a new one would set up all middleware anew
        if session := self.sessions.get(name):
            client.cookies[settings.SESSION_COOKIE_NAME] = session
        return client

    def path(self, address: Address, **unknown: Any) -> str:
        values = self.world | unknown
        return reverse(address.name, args=[values[key] for key in address.arguments])

    def form(self, address: Address) -> dict[str, Any]:
        found = {
            key: self.world.get(value, value) if isinstance(value, str) else value
            for key, value in address.form.items()
        }
        return {key: each() if callable(each) else each for key, each in found.items()}

    def ask(
        self, client: Client, method: str, path: str, data: Any = None, **more: Any
    ) -> HttpResponse:
        """Send a request, and look at what every answer has to carry."""
        if method == "POST":
            answer = client.post(path, data or {}, **more)
        else:
            answer = client.generic(method, path, **more)
        policy = answer.headers["Content-Security-Policy"]
        assert POLICY in policy, path
        assert "unsafe" not in policy, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert answer.headers["Referrer-Policy"] == "same-origin", path
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        if is_page and method != "HEAD" and COUNTS:
            tags = TAG.findall(answer.content.decode())
            assert [found for tag in tags for found in inline_in(tag)] == [], path
        return answer

    def each(
        self,
        check: Callable[[Address], None],
        chosen: Callable[[Address], bool] = lambda _address: True,
    ) -> None:
        found = [address for address in ADDRESSES if chosen(address)]
        assert found
        for address in found:
            with self.subTest(address=address.name), undone():
                check(address)

    def requests(
        self, client: Client, address: Address, **more: Any
    ) -> Iterator[HttpResponse]:
        if address.get:
            yield self.ask(client, "GET", self.path(address), **more)
        if address.post:
            path = self.path(address)
            yield self.ask(client, "POST", path, self.form(address), **more)


class Litany(World):
    """The same questions to every address, in a club whose names turn lines around."""

    outcomes: ClassVar[dict[tuple[str, str], Outcome]]
    led: ClassVar[set[str]]
    """Pages to which a form has led."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        # Not in `setUpTestData`: Django gives each test a copy of what is set there.
        cls.outcomes, cls.led = {}, set()

    @classmethod
    def setUpTestData(cls) -> None:
        with mock.patch.multiple(builders, GIVEN=GIVEN, FAMILY=FAMILY):
            super().setUpTestData()

    def outcome(self, address: Address, name: str = "Ada") -> Outcome:
        """Ask as somebody, once for all tests: each begins in the same world."""
        found = self.outcomes.get((name, address.name))
        if found is None:
            with undone():
                before = facts() if COUNTS else {}
                browser = self.browser(name)
                answers = list(self.requests(browser, address))
                changes = COUNTS and facts() != before
                looked = answers[:1] if address.get and COUNTS else []
                led = self.follow(browser, answers) if name == "Ada" else ()
                pages = list(pages_of([*answers, *led])) if COUNTS else []
                found = self.outcomes[name, address.name] = Outcome(
                    statuses=[answer.status_code for answer in answers],
                    headers=dict(answers[0].headers),
                    changes=changes,
                    names=sum(len(RIGHT_TO_LEFT.findall(page)) for page in pages),
                    bare=[text for page in pages for text in unisolated(page)],
                    unnamed=[
                        fault
                        for page in pages_of(looked)
                        for fault in Heard(page).faults
                    ],
                )
        return found

    def seen(self, address: Address) -> Iterator[Outcome]:
        """What a director sees at an address, and a visitor where anybody may look."""
        yield self.outcome(address)
        if address.public:
            yield self.outcome(address, "Cy")

    def follow(
        self, browser: Client, answers: list[HttpResponse]
    ) -> Iterator[HttpResponse]:
        """Return the pages to which forms led.

        By day a page to which several posts lead is read after the first of them; what
        the others say of what was done is read on a page with nothing else on it.
        """
        for answer in answers:
            if answer.status_code == 302 and answer["Location"].startswith("/"):
                page = answer["Location"].partition("?")[0]
                is_known = page in self.led and not NIGHTLY
                self.led.add(page)
                yield browser.get(
                    MESSAGES if is_known else answer["Location"], follow=True
                )

    # The table -------------------------------------------------------------

    def test_every_pattern_is_in_the_table_once(self) -> None:
        found = sorted(names(get_resolver()))
        assert found == sorted(address.name for address in ADDRESSES)

    # Who may ---------------------------------------------------------------

    @pytest.mark.database
    def test_it_works_for_a_director(self) -> None:
        def check(address: Address) -> None:
            wanted = [address.got, address.post]
            statuses = self.outcome(address).statuses
            assert statuses == [status for status in wanted if status], address.name

        self.each(check)

    def test_public_pages_work_for_everybody(self) -> None:
        def check(address: Address) -> None:
            wanted = [found for found in (address.get, address.post) if found]
            with undone():
                answers = list(self.requests(self.browser("Ben"), address))
                assert [answer.status_code for answer in answers] == wanted
            assert self.outcome(address, "Cy").statuses == wanted

        self.each(check, lambda address: address.public)

    def test_what_works_for_a_director_changes_something(self) -> None:
        # Everybody is here already, and the sheets of the round are being made.
        # A director does not answer as a player does.
        silent = {"check_in_all", "check_in", "here", "document", "different"}
        # Nothing was changed before, and no check-in has the empty moment.
        silent |= {"club_back", "check_in_all_back"}
        silent |= {"correct"}
        # No other hall, everything is called, and nobody is late (`test_late`).
        silent |= {"tables_share", "call_next", "give_late"}
        # Known only to the session, or answered by an app or a browser.
        silent |= {"account_reauthenticate", "mfa_activate_totp", "mfa_add_webauthn"}
        silent.add("mfa_generate_recovery_codes")  # as many as before
        silent.add("pace_undo")  # its key is signed when the change is applied
        silent.add("entry_again")  # refused: no re-buys here
        silent.add("money_bank")  # a file, then what is ticked (`test_bank`)

        def check(address: Address) -> None:
            if not address.post or address.name in silent:
                return
            assert self.outcome(address).changes, address.name

        self.each(check, lambda address: not address.public)

    def test_every_name_is_isolated(self) -> None:
        faults: dict[str, str] = {}
        names = 0

        def check(address: Address) -> None:
            nonlocal names
            for outcome in self.seen(address):
                names += outcome.names
                faults.update((text, address.name) for text in outcome.bare)

        self.each(check)
        assert names > 1000
        assert faults == {}

    def test_tables_and_links_have_names(self) -> None:
        faults: dict[str, str] = {}

        def check(address: Address) -> None:
            for outcome in self.seen(address):
                faults.update((fault, address.name) for fault in outcome.unnamed)

        self.each(check)
        assert not faults, "\n".join(
            f"{where}: {what}" for what, where in faults.items()
        )

    def test_every_name_is_isolated_on_paper(self) -> None:
        printed: list[str] = []

        def press(html: str, *_args: object, **_: object) -> bytes:
            printed.append(isolated_html(html))
            return b"%PDF-1.7"

        cup = self.world["cup"]
        places = [f"/documents/{key}/{cup}" for key in ("bracket", "score-sheets")]
        with (
            mock.patch("matches.documents.pdf.render_pdf", press),
            mock.patch("matches.rulings.documents.render_pdf", press),
            mock.patch("matches.documents.joined.joined", b"".join),
        ):
            for address in ADDRESSES:
                if address.name == "ruling_kept_pdf":
                    builders.printed(self.browser("Ada"), self.path(address))
            for place, subject in zip(places, ("1", "1/1"), strict=True):
                builders.printed(self.browser("Ada"), f"{place}/{subject}.pdf")
        assert len(printed) >= len(places)
        assert sum(bool(RIGHT_TO_LEFT.search(html)) for html in printed) > 1
        assert [unisolated(html) for html in printed] == [[]] * len(printed)

    def test_scripts_get_isolated_names(self) -> None:
        page = self.browser("Ada").get(f"/desk/{self.world['slug']}/").content.decode()
        rows = re.findall(r"<tr [^>]*data-match=.*?</tr>", page, re.DOTALL)
        names = re.findall(r'"pair__(?:one|two)[^"]*">([^<]*)<', "".join(rows))
        assert len(names) == 2 * len(rows) > 0
        for data in re.findall(r'data-matches="([^"]*)"', page):
            for match in json.loads(unescape(data)).values():
                names += [match["one"], match["two"]]
        assert all(name[0] == "\u2068" and name[-1] == "\u2069" for name in names)

    def test_a_form_sent_twice_creates_nothing_twice(self) -> None:
        """Networks lose answers: a browser or a person sends the form once more."""
        lines = JournalEntry._meta.label  # what is set again is told again
        keyed = {"club_new", "tournament_new", "division_new", "stage_after"}
        keyed |= {"adjust", "payment", "directors"}
        keyed |= {"programs", "event_programs"}
        keyed |= {"rating_list_new", "rating_import"}
        keyed |= {"season_new", "season_next", "season_final"}
        cards = {"template": "cup", "card": "evenings"}

        def rows() -> dict[str, int]:
            return {name: table["rows"] for name, table in facts().items()}

        def check(address: Address) -> None:
            browser, path = self.browser("Ada"), self.path(address)
            if address.name in keyed:
                page = browser.get(path, cards).content.decode()
                assert 'name="op"' in page, address.name
            before = rows()
            browser.post(path, self.form(address) | {"op": "one key"})
            once = rows()
            created = {name for name in once if once[name] > before[name]} - {lines}
            if not created:
                return
            browser.post(path, self.form(address) | {"op": "one key"})
            assert rows() | {lines: 0} == once | {lines: 0}, address.name

        self.each(check, lambda address: bool(address.post))

    def test_a_stranger_is_asked_to_sign_in(self) -> None:
        before = facts()

        def check(address: Address) -> None:
            for answer in self.requests(self.browser("Cy"), address):
                if address.hidden:
                    assert answer.status_code == 404
                    continue
                assert answer.status_code == 302, address.name
                assert answer["Location"].startswith("/login/?next=/"), address.name

        self.each(check, lambda address: not address.public)
        assert facts() == before

    def test_a_stranger_does_not_learn_which_addresses_exist(self) -> None:
        def check(address: Address) -> None:
            if address.public:
                return
            path = self.path(address, slug="no-such-evening")
            method = "GET" if address.get else "POST"
            assert self.ask(self.browser("Cy"), method, path).status_code == 302

        self.each(check, lambda address: "slug" in address.arguments)

    def test_each_address_asks_for_its_act_and_refuses_who_may_not(self) -> None:
        """Who may do which act is decided by `may` alone: see tests/test_roles.py."""
        before = facts()
        events = {found.slug: found.pk for found in Tournament.objects.all()}
        asked: list[tuple[Act, int | None]] = []
        ask = accounts_access.is_allowed

        def spy(request: Any, act: Act, event: int | None = None) -> bool:
            asked.append((act, event))
            return ask(request, act, event)

        def check(address: Address) -> None:
            wanted = ACTS.get(address.name, Act.SET_UP)
            for answer in self.requests(self.browser("Ben"), address):
                if address.hidden:
                    assert answer.status_code == 404
                    continue
                assert answer.status_code == 403, address.name
                assert "This page is for directors" in answer.content.decode()
                act, event = asked[-1]
                assert act == wanted, address.name
                path = self.path(address)
                at = [pk for slug, pk in events.items() if f"/{slug}/" in path]
                if at:
                    assert event == at[0], address.name
                assert (event is None) >= (act in CLUB_ACTS), address.name

        with mock.patch.object(accounts_access, "is_allowed", spy):
            self.each(check, lambda address: not address.public)
        assert facts() == before

    def helper(self, role: Role) -> User:
        """Somebody with a role for two tournaments and none for the club."""
        person = User.objects.create_user(f"Helper {role}")
        for slug in (self.world["slug"], self.world["cup"]):
            event = Tournament.objects.get(slug=slug).pk
            Grant.objects.create(user=person, event=event, role=role)
        return person

    def leads(self, page: str) -> Iterator[tuple[Act, int | None, str]]:
        public = {address.name for address in ADDRESSES if address.public}
        found = re.findall(r'(?:href|action|hx-get|hx-post)="([^"?#]+)', page)
        for path in sorted({path for path in found if re.match("/[^/]", path)}):
            if path.startswith(("/static/", "/favicon")):
                continue
            match = resolve(path)
            if match.url_name in public:
                continue
            slug = match.kwargs.get("slug") or match.kwargs.get("address", "")
            code = match.kwargs.get("code", "")
            pairing = Pairing.objects.filter(match__code=code).first()
            event = pairing.tournament_id if pairing else None
            if slug:
                event = Tournament.objects.get(slug=slug.partition("/")[0]).pk
            name = str(match.url_name)
            yield ACTS.get(name, Act.SET_UP), event, path

    def test_no_page_shows_what_its_reader_may_not_do(self) -> None:
        codes = [self.world[name] for name in ("code", "code_2", "cup_code", "waiting")]
        slugs = [self.world[name] for name in ("slug", "cup")]
        paths = ["/", "/desk/", "/tournaments/", "/club/", "/account/"]
        paths += [f"/m/{code}/" for code in codes]
        paths += [f"/desk/{slug}/" for slug in slugs]
        paths += [f"/desk/{slugs[0]}/{part}/" for part in ("entries", "log")]
        paths += [f"/tournaments/{slugs[0]}/", f"/players/{self.world['key']}/"]
        for role in (Role.DESK, Role.RESULTS, Role.VIEWER, Role.DIRECTOR):
            with self.subTest(role=role), undone():
                person, browser = self.helper(role), Client()
                shown: set[tuple[str, str]] = set()
                browser.force_login(person)
                for path in paths:
                    answer = self.ask(browser, "GET", path)
                    if answer.status_code == 403:
                        assert role == Role.RESULTS
                        continue
                    page = answer.content.decode()
                    for act, event, address in self.leads(page):
                        if not may(person, act, event):
                            shown.add((path, address))
                    sheets = Match.objects.values_list("sheet_code", flat=True)
                    if role in {Role.RESULTS, Role.VIEWER}:
                        assert not [code for code in sheets if code in page], path
                assert not shown

    def test_signed_out_during_a_poll_leads_to_the_sign_in_page(self) -> None:
        def check(address: Address) -> None:
            for answer in self.requests(self.browser("Cy"), address, headers=HTMX):
                if answer.wsgi_request.method == "POST":  # what was typed stays
                    assert answer.status_code == 403, address.name
                    assert answer.headers["Crawford-Fault"]
                    continue
                assert answer.status_code == 286, address.name
                assert answer.headers["HX-Redirect"].startswith("/login/?next=/")

        self.each(check, lambda address: not address.public and not address.hidden)

    # What may not ----------------------------------------------------------

    def test_other_methods_are_not_allowed(self) -> None:
        before = facts()

        def check(address: Address) -> None:
            wrong = [method for method in METHODS if method not in address.allowed]
            if not NIGHTLY:  # the three that no page takes by turns
                kept = ADDRESSES.index(address) % len(NEVER)
                wrong = [
                    method
                    for method in wrong
                    if method not in NEVER or method == NEVER[kept]
                ]
            for method in wrong:
                answer = self.ask(self.browser("Ada"), method, self.path(address))
                assert answer.status_code == 405, (method, address.name)

        self.each(check)
        assert facts() == before

    def test_a_head_request_is_a_get_without_the_page(self) -> None:
        def check(address: Address) -> None:
            answer = self.ask(self.browser("Ada"), "HEAD", self.path(address))
            assert (answer.status_code, answer.content) == (address.got, b"")

        # By day half of the addresses; what answers all of them is Django's.
        asked = ADDRESSES if NIGHTLY else ADDRESSES[::2]
        self.each(check, lambda address: bool(address.get) and address in asked)

    def test_no_post_is_taken_without_its_token(self) -> None:
        before = facts()

        def check(address: Address) -> None:
            browser = self.browser("Ada", enforce_csrf_checks=True)
            path, form = self.path(address), self.form(address)
            ways: list[Any] = [{}, {"headers": HTMX}]
            ways.append({"headers": {"x-csrftoken": "x" * 32}})
            # By day one way at an address, the next way at the next.
            place = ADDRESSES.index(address) % len(ways)
            for more in ways if NIGHTLY else [ways[place]]:
                answer = self.ask(browser, "POST", path, form, **more)
                assert answer.status_code == 403, address.name
                assert "Try again" in answer.content.decode()

        # Programs have no cookies, and what has cookies is no program. Nor has a mail
        # program that stops messages (RFC 8058): the key in the address says whose.
        self.each(
            check,
            lambda one: (
                bool(one.post)
                and not one.is_for_programs
                and one.name != "messages_stop"
            ),
        )
        assert facts() == before

    def test_with_its_token_a_post_is_taken(self) -> None:
        browser = self.browser("Ada", enforce_csrf_checks=True)
        page = browser.get("/desk/new/?template=cup").content.decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found
        with undone():
            form = PLAN | {"csrfmiddlewaretoken": found[1]}
            assert browser.post("/desk/new/", form).status_code == 302

    def test_what_is_not_there_is_not_found(self) -> None:
        before = facts()
        kinds = {"code": "code", "code_2": "code", "key": "key"}
        codes = ("club_code", "waiting", "adjusted", "session", "filed", "imported")
        codes += ("ruled",)
        kinds |= dict.fromkeys(codes, "code")
        kinds |= {"sheet_code": "sheet_code", "link_key": "key"}
        kinds |= dict.fromkeys(("own_link", "sign_up_key", "messages_key"), "key")
        pks = ("template_pk", "club_number", "helper_pk", "invitation_pk", "binned")
        pks += ("token_pk", "merge_pk", "passkey_pk")
        kinds |= dict.fromkeys(pks, "pk")
        sentences = {
            "sheet": "No score sheet has the code",
            "personal": "This personal link is not valid",
            "screen": "No screen has the code",
            "own_sign_up": "Sign-up not found",
            **dict.fromkeys(CHECK_IN_PAGES, "No check-in has the code"),
        }

        def check(address: Address) -> None:
            first = address.arguments[0]
            # Ended twice: the page again; nothing is there in any case.
            if first in {"token", "own_session", "api_nothing"}:
                return
            unknown = {first: UNKNOWN[kinds.get(first, "slug")]}
            for method in {"GET", "POST"} & address.allowed:
                if address.is_for_programs and method == "POST":
                    continue  # without a token nothing is said: tests/tournaments/api
                path = self.path(address, **unknown)
                answer = self.ask(self.browser("Ada"), method, path, self.form(address))
                assert answer.status_code == 404, (method, address.name)
                sentence = sentences.get(address.name, "Page not found")
                if address.is_for_programs:
                    sentence = "api.not_there"
                assert sentence in answer.content.decode()

        self.each(check, lambda address: bool(address.arguments))
        assert facts() == before

    @pytest.mark.database
    def test_numbers_that_are_not_there_break_nothing(self) -> None:
        wanted = {
            **{"round": 404, "take_back": 404},
            **{"here": 404, "missing": 404, "withdraw": 404, "reinstate": 404},
            **{"swap": 404, "publish": 409, "remove": 302},
            **{"arrivals_back": 302, "phone_check_in_back": 302},
            "door_check_in_back": 302,
            **{"GET edit_game": 302, "edit_game": 409, "undo": 409, "redo": 409},
            "game_counts": 404,
            **{"confirm": 422, "different": 404, "photo": 404, "remove_photo": 422},
            **{"remove_adjustment": 422, "remove_payment": 422},
            "show_remark": 409,
            **{"match_file": 404, "file_download": 404, "replay": 404},
            **{"desk_sheet_photo_read": 404, "sheet_photo_read": 404},
            **{"file_sent": 404, "person_session_end": 302, "helper_end": 404},
            **{"ruling_kept": 404, "ruling_kept_pdf": 404},
            **{"document": 404, "document_pdf": 404},
            **{"rating_change": 404, "rating_take_back": 404},
            **{"season_file": 404, "season_results": 404, "season_player": 404},
            **{"rating_file": 404, "finishing_file": 404},
            **{"rating_file_full": 404, "season_file_full": 404},
            **{"standings_file": 404, "crosstable_file": 404},
            **{"entry_list_file": 404, "results_file": 404, "round_file": 404},
            **{"player_file": 404, "entries_file": 404, "log_file": 404},
            "sign_ups_file": 404,
            **{"api:list_rounds": 404, "api:get_round": 404, "api:get_standings": 404},
            **{"api:list_draws": 404, "api:get_draw": 404, "event_program_end": 404},
            "webhook_act": 404,
            **{"remove_file": 409, "restore_file": 409, "undo_import": 409},
            **dict.fromkeys(
                (
                    *("stage", "path", "draw", "standings", "draw_list"),
                    "standing",
                    *("draw_record", "draw_record_file", "why"),
                    *("draw_call_off", "draw_settings", "division_edit"),
                    *("division_remove", "stage_edit", "stage_after", "stage_losers"),
                    *("stage_remove", "entry_options", "entry_change", "entry_rest"),
                    *("entry_ask", "entry_again", "own_rounds"),
                    "correction",
                    *("correct", "amendment_undo", "amendment_redo"),
                    *("match_table", "give_late"),
                    *("money_file", "pool_new", "pool", "pool_auction", "pool_join"),
                    *("pool_remove", "pool_back", "money_account"),
                    *("money_note_back", "money_note_again"),
                    *("note", "note_done", "note_back"),
                    *("season_closing_undo", "season_closing_restore"),
                    *("tell_director", "message_done", "message_back"),
                    *("announcement", "announcement_end", "screen_settings"),
                    *("screen_show", "screen_code", "screen_remove", "hall_back"),
                    *("print_match", "not_printed", "printed_after_all"),
                    "table_board",
                ),
                404,
            ),
        }
        before = facts()

        def check(address: Address) -> None:
            for number in ABSENT:
                path = self.path(address, **{address.arguments[1]: number})
                for method in {"GET", "POST"} & address.allowed:
                    form = self.form(address)
                    answer = self.ask(self.browser("Ada"), method, path, form)
                    status = wanted.get(f"{method} {address.name}")
                    if (address.name, number) == ("table_board", 4711):
                        status = 200  # a table at which nobody has played
                    status = status or wanted[address.name]
                    assert answer.status_code == status, (path, method)

        self.each(check, lambda address: len(address.arguments) > 1)
        assert facts() == before

    def test_what_belongs_to_another_tournament_is_out_of_reach(self) -> None:
        before = facts()
        slug, pk = self.world["slug"], self.world["draft_pk"]
        ada = self.browser("Ada")
        form = {"swap": self.world["two_of_two_pairs"], "swap_reason": "late"}
        swapped = self.ask(ada, "POST", f"/desk/{slug}/draw/{pk}/swap/", form)
        assert swapped.status_code == 404
        published = self.ask(ada, "POST", f"/desk/{slug}/draw/{pk}/publish/")
        assert published.status_code == 409
        pk = self.world["undo_pk"]
        undo = self.ask(ada, "POST", f"/desk/{slug}/changes/{pk}/undo/")
        assert undo.status_code == 404
        assert facts() == before

    # Answers outside the table ---------------------------------------------

    def test_every_other_answer_carries_the_headers_too(self) -> None:
        cy = self.browser("Cy", raise_request_exception=False)
        for path in ("/nothing/", "/desk/x/y/z/", "/m/!!/", "/tournaments/a%00b/"):
            assert self.ask(cy, "GET", path).status_code == 404, path
        for path in ("/desk/a%00b/", "/players/a%00b/"):
            assert self.ask(self.browser("Ada"), "GET", path).status_code == 404, path
        assert self.ask(cy, "GET", "/players").status_code == 301
        wrong_host = self.ask(cy, "GET", "/", headers={"host": "evil.example"})
        assert wrong_host.status_code == 400
        with (
            mock.patch("matches.players.views.players_named", side_effect=KeyError),
            self.assertLogs("django.request", "ERROR"),
        ):
            broken = self.ask(cy, "GET", "/players/")
        assert broken.status_code == 500
        assert "Something went wrong on the server" in broken.content.decode()

    def test_no_cache_keeps_what_is_made_for_one_person(self) -> None:
        """Also what a stranger gets at the address of a desk or by a secret link."""

        def check(address: Address) -> None:
            kept = self.outcome(address).headers.get("Cache-Control", "")
            fits = kept == "private, no-store" or "public" in kept
            assert fits or (address.is_for_programs and kept == "no-cache")
            if self.path(address).startswith(PRIVATE_PATHS):
                for answer in self.requests(self.browser("Cy"), address):
                    assert answer.headers["Cache-Control"] == "private, no-store"

        self.each(check)

    def test_who_asks_changes_nothing_in_a_public_file(self) -> None:
        """Full names are in files below the desk."""

        def check(address: Address) -> None:
            asked = [
                self.ask(self.browser(name), "GET", self.path(address))
                for name in ("Ada", "Cy")
            ]
            one, other = (answer.content for answer in asked)
            assert one == other, address.name

        Player.objects.update(public_name="N.N.", public_sort_name="N.N.")
        self.world["file_kind"] = "csv"
        self.each(check, lambda one: one.public and "file_kind" in one.arguments)

    # Fragments -------------------------------------------------------------

    def fragment(self, path: str, name: str = "Cy") -> HttpResponse:
        return self.ask(self.browser(name), "GET", path, headers=HTMX)

    def live_pages(self) -> list[tuple[str, str]]:
        """The pages that refresh themselves, and who looks at them."""
        slug = self.world["slug"]
        return [
            *((f"/tournaments/{slug}/", "Cy"), (f"/tournaments/{slug}/entries/", "Cy")),
            (f"/tournaments/{slug}/rounds/1/", "Cy"),
            (f"/tournaments/{slug}/standings/", "Cy"),
            (f"/m/{self.world['code']}/", "Cy"),
            (f"/desk/{slug}/", "Ada"),
        ]

    def mark_of(self, path: str) -> str:
        if path.startswith("/m/"):
            return str(Match.objects.get(code=self.world["code"]).revision)
        return mark_at(self.world["slug"]).text

    def test_a_fragment_is_one_element_with_an_id_and_no_page(self) -> None:
        waiting = [
            (f"/desk/{self.world[kind]}/draw/", "Ada")
            for kind in ("drafted", "undrawn")
        ]
        for path, name in [*self.live_pages(), *waiting]:
            with self.subTest(path=path):
                answer = self.fragment(path, name)
                assert answer.status_code in {200, 286}
                found = Page(answer.content.decode())
                assert len(found.roots) == 1, found.roots
                assert found.roots[0][1].get("id")
                assert not found.tags & {"html", "head", "body", "title"}
                assert "no-store" in answer.headers["Cache-Control"]
                whole = self.ask(self.browser(name), "GET", path).content.decode()
                assert f'id="{found.roots[0][1]["id"]}"' in whole

    def test_polling_with_the_newest_mark_gets_nothing(self) -> None:
        for path, name in self.live_pages():
            with self.subTest(path=path):
                answer = self.fragment(f"{path}?f={self.mark_of(path)}", name)
                assert (answer.status_code, answer.content) == (204, b"")

    def test_the_page_polls_with_the_mark_it_shows(self) -> None:
        for path, name in self.live_pages():
            with self.subTest(path=path):
                page = self.ask(self.browser(name), "GET", path).content.decode()
                address = re.escape(f"{path}?")
                mark = rf"(pad=\w+&amp;)?f={re.escape(self.mark_of(path))}"
                assert re.search(f'(hx-get|data-poll)="{address}{mark}["&]', page)

    def test_polling_after_a_change_gets_the_change(self) -> None:
        for path, name in self.live_pages():
            with self.subTest(path=path), undone():
                before = self.mark_of(path)
                found = Match.objects.get(code=self.world["code"])
                play_on = {"winner": 2, "kind": "gammon", "cube": 1, "after": 1}
                self.browser("Ada").post(f"/m/{found.code}/games/", play_on)
                assert self.mark_of(path) != before
                answer = self.fragment(f"{path}?f={before}", name)
                assert answer.status_code == 200
                newest = re.escape(self.mark_of(path))
                assert re.search(f'f={newest}["&]', answer.content.decode())

    def test_nonsense_instead_of_a_mark_gets_the_fragment(self) -> None:
        for path, name in self.live_pages():
            for mark in ("", "x", "-1", "9" * 400, "%00"):
                with self.subTest(path=path, mark=mark[:3]):
                    assert self.fragment(f"{path}?f={mark}", name).status_code == 200

    def test_a_closed_tournament_stops_the_polling(self) -> None:
        """The last answer brings the final state and does not ask again."""
        evening = Tournament.objects.get(slug=self.world["slug"])
        for code in ("code", "code_2"):
            match = Match.objects.get(code=self.world[code])
            builders.won(Side.ONE, match)
        marks = {path: self.mark_of(path) for path, _name in self.live_pages()}
        close_tournament(tournament=evening, by=None)
        for path, name in self.live_pages():
            with self.subTest(path=path):
                answer = self.fragment(f"{path}?f={marks[path]}", name)
                assert answer.status_code == 286
                assert len(Page(answer.content.decode()).roots) == 1
                assert 'hx-trigger="tick' not in answer.content.decode()
                page = self.ask(self.browser(name), "GET", path).content.decode()
                assert 'hx-trigger="tick' not in page

    def test_a_draw_is_watched_until_it_is_there(self) -> None:
        slug = self.world["undrawn"]
        ada = self.browser("Ada")
        path = f"/desk/{slug}/draw/"
        self.ask(ada, "POST", path)
        waiting = self.fragment(path, "Ada")
        assert waiting.status_code == 200
        assert f'hx-get="{path}"' in waiting.content.decode()
        draw = Draw.objects.get(stage__division__tournament__slug=slug)
        tasks.run_job(draw.job_id)
        there = self.fragment(path, "Ada")
        assert there.status_code == 286
        assert f'hx-get="{path}"' not in there.content.decode()
        assert "Publish round" in there.content.decode()

    def test_every_fragment_says_that_it_varies(self) -> None:
        for path, name in self.live_pages():
            for answer in (
                self.fragment(path, name),
                self.ask(self.browser(name), "GET", path),
            ):
                assert "HX-Request" in answer.headers["Vary"], path


def staged(ada: User) -> dict[str, Any]:
    """A cup with consolation under way, a weekend as planned, and a template."""
    cup = builders.weekend(4)
    published = builders.published_round(cup)
    planned = preset_named("weekend-open")
    assert planned is not None
    weekend = builders.tournament(divisions=planned.structure.divisions)
    builders.entered(weekend, ["Mona Sund", "Nils Tofte"])
    first, second = builders.called(cup)
    for pairing in (first, second):
        assert pairing.match is not None
        builders.won(1, pairing.match)
    advance(cup.pk)
    assert first.match is not None
    again = add_entries(
        tournament=weekend, known=[builders.player("Ida Ro")], new=(), here=True, by=ada
    )
    undo(tournament=weekend, pk=again.undo.pk, by=ada)
    return {
        "redo_pk": again.undo.pk,
        "cup_code": second.match.code if second.match else "",
        "correction_pk": corrected(cup, first.match).pk,
        "cup": cup.slug,
        "cup_draw": published.draw_id,
        "cup_record": json.dumps(draw_document(Draw.objects.get(round=published))),
        "check_digest": queue_check("a record that waits"),
        "weekend": weekend.slug,
        "template_pk": save_template(tournament=cup, name="Ours", by=ada).pk,
    }


def optioned(evening: Tournament) -> dict[str, Any]:
    """What can be done with an entry now, and how to undo what was."""
    entry = builders.entries(evening)[1]
    return {"an_option": options_of(entry).choices[0].value}


def corrected(cup: Tournament, match: Match) -> Correction:
    """Turn a result around on which the next round rests, not yet begun."""
    wanted = Wanted(how="played", winner=Side.TWO, points=1)
    effects = preview(match=match, wanted=wanted)
    chosen = Chosen(
        wanted=wanted, mode=effects.ways[0].mode, reason="", mark=effects.mark
    )
    return correct(tournament=cup, match=match, chosen=chosen, by=None)


def reported(player: Player) -> dict[str, Any]:
    """Matches that players report, that were put aside, or are played for money."""
    ane = Reporter(side=Side.ONE, via=SHEET)
    waiting = builders.match(people=("Per Quist", "Rut Sand"), reporting="agree")
    record_final(match_id=waiting.pk, score_1=7, score_2=5, by=ane)
    add_photo(match_id=waiting.pk, content=a_photo("red").read(), by=ane)
    adjusted = builders.match(people=("Tea Ulv", "Uno Vik"))
    points = PointsDecision(side=Side.ONE, points=1, reason=AdjustmentReason.LATE)
    adjust(match_id=adjusted.pk, decision=points, by=None)
    put_aside(match_id=adjusted.pk, by=None)
    session = builders.match(0, people=("Vera Wold", "Yngve Ask"))
    add_payment(match_id=session.pk, payer=Side.ONE, amount=Decimal(3), by=None)
    remarked = builders.match(people=("Ea Lund", "Ib Krag"), reporting="agree")
    by_phone = Reporter(side=Side.ONE, via=SHEET, device="AAAA")
    record_game(
        match_id=remarked.pk, result=game(1), after=0, by=by_phone, remark="Too loud"
    )
    undone = builders.match(people=("Åse Ørn", "Ulf Ågren"))
    builders.play(undone, game(1))
    remove_last_game(match_id=undone.pk, revision=1, by=None)
    return {
        "undone": undone.code,
        "two": 2,
        "key_link": player.link_key,
        "link_hash": player.link_hash,
        "sheet_code": waiting.sheet_code,
        "link_key": waiting.player_1.link_key,
        "waiting": waiting.code,
        "report_pk": waiting.reports.get().pk,
        "photo_pk": waiting.photos.get().pk,
        "a_photo": a_photo,
        "sheet_photo_key": queue_photo(a_photo("blue").read()),
        "adjusted": adjusted.code,
        "adjustment_pk": adjusted.adjustments.get().pk,
        "remarked": remarked.code,
        "remarked_pk": remarked.games.get().pk,
        "session": session.code,
        "payment_pk": session.payments.get().pk,
    }


def filed() -> dict[str, Any]:
    """A match with files beside it, and one whose games came from a file."""
    waiting = builders.match(3, people=("Xenia Yde", "Zoe Æbel"))
    play(waiting, game(2))
    kept = [
        attach(match_id=waiting.pk, name=name, content=content, by=None)[0].pk
        for name, content in (("a.mat", MATCH_FILE), ("b.mat", MATCH_FILE + b"\n"))
    ]
    remove_file(match_id=waiting.pk, row=kept[1], by=None)
    match = builders.match(3, people=("Xaver Øst", "Zita Åby"))
    pk = attach(match_id=match.pk, name="c.mat", content=MATCH_FILE, by=None)[0].pk
    done = import_games(match_id=match.pk, file_id=pk, swapped=False, by=None)
    return {
        "filed": waiting.code,
        "file_pk": kept[0],
        "removed_file_pk": kept[1],
        "imported": match.code,
        "imported_pk": pk,
        "import_revision": done.match.revision,
        "a_match_file": a_match_file,
        "sent_key": queue_file(
            waiting, name="zuzu.mat", content=MATCH_FILE + b"\n\n", by=Reporter()
        ),
    }


def ruled() -> dict[str, Any]:
    """A match with a ruling that everybody may read."""
    match = builders.match(people=("Ylva Zorn", "Egil Ås"))
    board = xgid(Situation(length=7))
    kept = keep_ruling(
        match_id=match.pk,
        question=Ruling(xgid=board),
        decision=PointsDecision(side=Side.ONE, decision="It stands.", is_public=True),
        by=None,
    )
    assert kept is not None
    return {"ruled": match.code, "ruling_pk": kept.pk, "xgid": board}


def a_match_file() -> SimpleUploadedFile:
    return SimpleUploadedFile("match.mat", MATCH_FILE, "text/plain")


def a_game_of(name: str = "Kis") -> SimpleUploadedFile:
    """A match as a program saves it."""
    text = (
        f" 1 point match\n\n Game 1\n {name} Rask : 0          Pia Rask : 0\n"
        "  1) 31: 8/5 6/5            52: 24/22 13/8\n      Wins 1 point\n"
    )
    return SimpleUploadedFile(f"{name}.mat", text.encode())


def a_photo(colour: str = "green") -> SimpleUploadedFile:
    """A picture as a phone sends it."""
    file = BytesIO()
    Image.new("RGB", (40, 30), colour).save(file, "JPEG")
    return SimpleUploadedFile("sheet.jpg", file.getvalue(), "image/jpeg")


def twins() -> dict[str, Any]:
    """Two entries of one person, and two of another that were merged."""
    one, two, kept, gone = (
        builders.player(f"{name} Tvilling")
        for name in ("Åse", "Aase", "Øjvind", "Ojvind")
    )
    seen = preview_merge(kept=kept, gone=gone).seen
    return {
        "twin_1": one.key,
        "twin_2": two.key,
        "merge_seen": preview_merge(kept=one, gone=two).seen,
        "merge_pk": merge(kept=kept, gone=gone, seen=seen, by=None).pk,
    }


def second_factors(ada: User) -> int:
    """An app, a passkey and recovery codes; return the primary key of the passkey."""
    kinds = Authenticator.Type
    made = Key().create(json.dumps({"rp": {"id": "testserver"}, "challenge": "AA"}))
    secrets = {
        kinds.TOTP: {"secret": "A" * 32},
        kinds.RECOVERY_CODES: {"seed": "a seed", "used_mask": 0},
        kinds.WEBAUTHN: {"name": "Yubi", "credential": made},
    }
    for kind, data in secrets.items():
        Authenticator.objects.create(user=ada, type=kind, data=data)
    return int(Authenticator.objects.get(type=kinds.WEBAUTHN).pk)


def helped(ada: User, evening: Tournament) -> dict[str, Any]:
    helper = User.objects.create_user("Hjalte Help")
    grant = Grant.objects.create(user=helper, event=evening.pk, role=Role.DESK)
    for person in (helper, ada):
        builders.signed_in(person)
    a_session, own_session = UserSession.objects.order_by("pk")
    new_invitation_path(by=ada)
    return {
        "helper_pk": helper.pk,
        "grant_pk": grant.pk,
        "a_session": a_session.pk,
        "own_session": own_session.pk,
        "invitation_pk": Invitation.objects.latest("pk").pk,
    }


def undo_pk(of: Tournament) -> int:
    """The amendment whose Undo removes everybody of a tournament."""
    return Amendment.objects.get(tournament=of, act="entries_added").pk


def test_the_cookies_of_the_site_are_named_in_the_settings() -> None:
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.CSRF_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"
