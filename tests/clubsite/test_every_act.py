"""Whatever an act changes on a public page, a phone sees with its next question."""

import re

from django.core.handlers.wsgi import WSGIHandler

from tests.examples import NIGHTLY
from tests.phones import Phone, public_site
from tests.test_litany import ADDRESSES, World

LIVE = ("", "entries/", "rounds/1/", "standings/")
STILL = ("rules/", "draws/")
TOURNAMENTS = frozenset({"weekend", "taken", "closed", "drafted", "undrawn"})
CLOCK = re.compile(r'<time class="fresh__time num">[\d:]+</time>')
MARK = re.compile(r"f=\d+-\d+\.\w*")
TOKEN = re.compile(r"hx-headers='[^']+'")
ADDRESS = re.compile(r'hx-get="([^"]+f=[^"]+)"')
SILENT = frozenset(
    {
        # Nothing of these is on a page of a tournament.
        *("account_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp"),
        *("mfa_generate_recovery_codes", "mfa_add_webauthn", "mfa_edit_webauthn"),
        *("mfa_remove_webauthn", "mfa_authenticate"),
        *(
            "setup",
            "account_login",
            "account_logout",
            "set_language",
            "set_theme",
            "forget",
        ),
        *("account", "directors", "player_link", "draw_check"),
        *("template_save", "backups"),
        # People, their devices and their roles.
        *("programs", "program_end", "event_programs", "event_program_end"),
        *("webhook_new", "webhook_act"),
        # Without a token they do nothing; with one, as the pages: tests/tournaments/api
        *("api:add_game", "api:set_result", "api:take_back"),
        *("api:list_entries", "api:add_entries"),
        *("helpers", "helper_end", "person", "person_session_end", "session_end"),
        *("invitation_withdraw", "player_forget", "player_merge", "merge_undo"),
        # What screens show is on no page of a phone.
        *("screen_new", "screen_settings", "screen_show", "screen_code"),
        *("screen_remove", "hall_back"),
        # Notes at the desk are on no public page.
        *("notes", "note", "note_done", "note_back"),
        # What players tell the desk is for the desk alone.
        *("tell_director", "message_done", "message_back"),
        # Codes of the hall and of sheets are on no page of a phone.
        *("renew_sheet", "remove_seat"),
        *("arrivals", "arrivals_back", "phone_check_in", "phone_check_in_back"),
        *("door_check_in", "door_check_in_back"),
        "check_in_all_back",  # checks out those of one moment: here of none
        # Nothing waits for a table here, and nobody is late.
        *("tables_share", "call_next", "give_late"),
        "pace",  # only directors see by when all must be over
        "pace_undo",  # its key is signed when the change is applied
        *("print_centre", "print_match", "not_printed", "printed_after_all"),
        *("template_delete", "keep_ruling", "document"),
        # Other tournaments, no tournament.
        *("tournament_new", "tournament_copy", "club_new", "file_send", "file_look"),
        *("practice_new", "practice"),
        # Nobody has signed up for this one.
        *("sign_up", "own_sign_up", "sign_ups", "sign_up_acts"),
        "not_you",  # nobody has reported from this phone
        *("add_file", "match_file", "remove_file", "restore_file", "undo_import"),
        # Matches of the club, outside tournaments.
        *("redo", "club_cancel", "sheet", "remove_adjustment", "resume", "payment"),
        *("remove_payment", "close_session", "add_photo", "remove_photo"),
        *("confirm", "different", "decide", "show_remark"),
        *("sheet_photo", "sheet_photo_read", "desk_sheet_photo"),
        # Lists of ratings: of the club, not of a tournament.
        *("rating_list_new", "rating_list_change"),
        *("rating_list_remove", "rating_list_restore"),
        *("rating_import", "rating_take_back"),
        # Seasons; the pages of a tournament name those in which it counts by a rule.
        *("season_new", "season_change", "season_remove", "season_restore"),
        *("season_members", "season_close", "season_reopen"),
        *("season_closing_undo", "season_closing_restore"),
        *("season_next", "season_final"),
        # Money: the world keeps that of a tournament that is not looked at here.
        *("money", "money_settings", "money_off", "money_prizes", "pool_new", "pool"),
        *("pool_auction", "pool_join", "pool_remove", "pool_back", "money_account"),
        *("money_note_back", "money_note_again", "money_ways", "money_bank"),
        # What somebody wants to be told.
        *("own_messages", "own_sign_up_messages", "messages_chosen", "messages_stop"),
        "site_messages",
        # Everybody is here already; a family is not shown.
        *("check_in_all", "check_in", "here", "entry_change", "entry_ratings"),
        "entries_divide",
        # What a player asks for, before a director has accepted it.
        *("entry_ask", "own_rounds"),
        "entry_again",  # refused here: no re-buys
        # An announcement, a draft and what is only previewed are not public.
        *("swap", "draw", "draw_settings", "draw_call_off", "correct"),
        *("amendment_undo", "entry_options"),
        # What is in the bin is another tournament; the club had no former settings.
        *("tournament_restore", "club_back"),
    }
)
"""Acts that change nothing on the pages looked at here; the nights look at all."""


def settled(text):
    """The page without clock, mark and token."""
    for changing in (CLOCK, MARK, TOKEN):
        text = changing.sub("", text)
    return "".join(text.split())


class EveryAct(World):
    """Every act of the product, and the pages of the tournaments it may concern."""

    def paths(self, address):
        """The pages of the tournaments that an act names, and of two more."""
        names = {"slug", "cup"} | TOURNAMENTS & set(address.arguments)
        slugs = [str(self.world[name]) for name in sorted(names)]
        return [f"/tournaments/{one}/{page}" for one in slugs for page in LIVE + STILL]

    def said(self, path):
        """What Django answers to a stranger now, without clock and mark."""
        is_live = not path.endswith(STILL)
        headers = {"HX-Request": "true"} if is_live else {}
        return settled(Phone(WSGIHandler(), headers=headers).get(path).text)

    def test_phones_see_every_change_at_once(self):
        before = {}
        polled = {}
        opened = Phone(public_site())
        visible = set()

        def check(address):
            paths = self.paths(address)
            for path in paths:
                if path not in before:
                    before[path] = self.said(path)
                    found = ADDRESS.search(opened.get(path).text)
                    polled[path] = found[1].replace("&amp;", "&") if found else path
            phone = Phone(public_site())
            for path in paths:
                if polled[path] != path:
                    assert phone.poll(polled[path]).status == 204, path
            ada = self.browser("Ada")
            self.ask(ada, "POST", self.path(address), self.form(address))
            phone.ask("POST", "/nothing/")  # something was saved in this process
            for path in paths:
                now = self.said(path)
                if now == before[path]:
                    continue
                visible.add(address.name)
                is_poll = polled[path] != path
                ask = phone.poll if is_poll else phone.get
                answer = ask(polled[path])
                assert answer.status != 204, (address.name, path)
                # A page that does not poll is opened again: it holds the fragment.
                assert now.strip() in settled(answer.text), (address.name, path)

        self.each(
            check,
            lambda address: (
                bool(address.post) and (NIGHTLY or address.name not in SILENT)
            ),
        )
        acts = {address.name for address in ADDRESSES if address.post}
        assert visible == acts - SILENT
