"""Parts of real pages for the tests of the scripts, as the templates write them."""

import json
import os
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.contrib.auth.models import AnonymousUser  # noqa: E402 - needs settings
from django.http import QueryDict  # noqa: E402
from django.template.loader import render_to_string  # noqa: E402
from django.test import RequestFactory  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils.html import format_html  # noqa: E402

from matches.accounts.models import User  # noqa: E402
from matches.accounts.roles import Act  # noqa: E402
from matches.ledger.models.match import Match  # noqa: E402
from matches.ledger.queries import MatchView  # noqa: E402
from matches.match_page import pad  # noqa: E402
from matches.players.models import Player  # noqa: E402
from matches.rules import Kind, MatchRules, Scoring, Side, replay  # noqa: E402
from matches.rules.game import GameResult  # noqa: E402
from matches.rulings import views as ruling_views  # noqa: E402
from tournaments.hall.matches import DeskLines  # noqa: E402
from tournaments.hall.page import LINE_PATTERNS  # noqa: E402
from tournaments.results.services import final_scores  # noqa: E402
from tournaments.rounds.rows import PairingRow, PairingSide  # noqa: E402
from tournaments.structure.models import Stage  # noqa: E402
from tournaments.templatetags.desk_tags import desk_match  # noqa: E402

MOVED = "XGID=-b----E-C---eE---c-eA---A-:0:0:1:00:0:0:0:0:10"
UNLISTED = {"8": {"one": "Cy", "two": "Di", "done": True, "codes": ["CODE88", ""]}}


def pages() -> dict[str, str]:
    """Return the parts by the names that the tests use."""
    kinds = MatchRules(5)
    checkers = MatchRules(11, crawford=False, scoring=Scoring.CHECKERS)
    return {
        "result box": desk_row() + result_box(),
        "scores": desk_row()
        + result_box()
        + render_to_string("tournaments/results/_scores.html"),
        "box of a director": desk_row() + result_box(may={"correct": True}),
        "played row": desk_row(is_decided=True, score_1=5, state="done", winner=1),
        "refused line": desk_row()
        + result_box(text="7 5 5", error="Only one player can have 5."),
        "pad": game_pad(kinds, GameResult(Side.ONE, Kind.GAMMON)),
        "pad for checkers": game_pad(checkers),
        "no known player": known_players("Xyz"),
        "one known player": known_players("Dit", DITTE="Ditte Enevold"),
        "two known players": known_players("Bo", BOA="Bo Ask", BOBY="Bo By"),
        "ruling desk": ruling_desk(""),
        "ruling answers": ruling_desk(f"id={MOVED}", part="_ruling_answers.html"),
    }


def result_box(**more: Any) -> str:
    """Return the result box of a desk with matches to 5."""
    may = more.pop("may", {})
    page = {"line_patterns": LINE_PATTERNS, "line": more}
    context = {"result_url": "/results/", "page": page, "may": may}
    return (
        format_html('<div data-matches="{}" hidden></div>', json.dumps(UNLISTED))
        + format_html(
            '<div id="final-scores" data-scores="{}"></div>',
            json.dumps(final_scores([5])),
        )
        + render_to_string("tournaments/results/_result_box.html", context)
    )


def desk_row(**changes: Any) -> str:
    """Return a table at the desk with match 7, to 5 points and not played yet."""
    ada, bo = (
        PairingSide(n, name, name, "", "", None) for n, name in ((1, "Ada"), (2, "Bo"))
    )
    row = PairingRow(
        position=1,
        table=1,
        called_at=datetime(2026, 11, 20, 19, tzinfo=UTC),
        label="M7",
        match_number=7,
        code="CODE77",
        sheet_code="SHEET777",
        one=ada,
        two=bo,
        score_1=0,
        score_2=0,
        winner=None,
        is_decided=False,
        how="",
        state="ready",
        reporting="both",
        length=5,
        notes=(),
    )
    stage = Stage(format="swiss", number=1)
    may = dict.fromkeys((act.value for act in Act), True)
    row = replace(row, **changes)
    match = desk_match(row, stage, DeskLines("x"), may=may)
    listed = {"row": row, "match": match, "may_print": True, "addresses": None}
    listed |= {"matches_url": reverse("find_match"), "table_word": "Table"}
    shown = render_to_string(
        "tournaments/hall/_match_row.html", listed | {"number": 1, "title": ""}
    )
    return f"<table><tbody>{shown}</tbody></table>"


def known_players(typed: str, **names: str) -> str:
    """Return the list below the box for entries, with these names by their keys."""
    rows = [(Player(key=key, name=name), False) for key, name in names.items()]
    context = {"typed": typed, "rows": rows, "count": len(rows)}
    return render_to_string("tournaments/entries/_known_players.html", context)


def ruling_desk(question: str, *, part: str = "_ruling.html") -> str:
    request = RequestFactory().get("/ruling/")
    request.user = AnonymousUser()
    asked = ruling_views.ask(request, QueryDict(question))
    desk = ruling_views.desk_of(request, asked)
    return render_to_string(f"matches/rulings/{part}", desk | {"request": request})


def game_pad(rules: MatchRules, *played: GameResult) -> str:
    match = Match(code="K7Q2MX", length=rules.length)
    match.player_1, match.player_2 = Player(name="Ada"), Player(name="Bo")
    ledger = replay(rules, played)
    page = {
        "match": match,
        "view": MatchView(match, ledger, (), (), None),
        "grid": pad.grid_of(ledger),
        "sides": pad.sides_of(match),
        "game_form": pad.new_game_form(),
        "is_director": True,
    }
    asked = RequestFactory().get("/")
    context = {"page": page, "user": User(role="owner"), "request": asked}
    return render_to_string("matches/match_page/_game_pad.html", context)
