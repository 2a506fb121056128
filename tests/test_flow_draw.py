"""One round from the tap on "Draw" to paired players, through the pages alone."""

from typing import Any

import pytest
from django.test import Client

from matches.jobs import tasks
from matches.models import Job, JournalEntry, Match
from tests import builders
from tournaments.models import Draw, Round, Tournament

pytestmark = pytest.mark.django_db

PLAYERS = [
    *("Ane Alm", "Bjarke Brink", "Cille Dahl", "Dagny Engel", "Eskil Falk"),
    *("Freja Glad", "Gorm Holt", "Hedda Krag", "Inge Lund", "Jens Munk"),
    *("Karla Nord", "Lars Oxholm"),
]


class Evening:
    """What a director does, as requests; where the worker would wake up, it works."""

    def __init__(self, card: str) -> None:
        self.browser = builders.signed_in(builders.director())
        page = self.browser.get(f"/desk/new/?template={card}")
        form = dict(page.context["form"].initial)
        form["date"] = form["date"].isoformat()
        self.follow("/desk/new/", form)
        self.tournament = Tournament.objects.get()
        self.desk = f"/desk/{self.tournament.slug}/"

    def follow(self, path: str, form: Any = None) -> str:
        """Post, expect to be led on, and return the page one arrives at."""
        answer = self.browser.post(path, form or {}, follow=True)
        assert answer.redirect_chain, answer.content.decode()
        assert answer.status_code == 200
        return str(answer.content.decode())

    def enter(self, names: list[str]) -> None:
        """Paste a list, look at the preview, confirm."""
        path, form = (
            f"{self.desk}entries/add/",
            {"text": "\n".join(names), "here": "on"},
        )
        preview = self.browser.post(path, form)
        assert preview.status_code == 200
        self.follow(path, form | {"confirmed": "1"})

    def draw(self, reason: str = "") -> Draw:
        """Tap the button, let the worker work, look at the draft."""
        page = self.follow(f"{self.desk}draw/", {"reason": reason})
        assert "Drawing round" in page
        waiting = Job.objects.get(state=Job.State.QUEUED, kind="draw")
        tasks.run_job(waiting.pk)
        answer = self.browser.get(f"{self.desk}draw/")
        assert "Publish round" in answer.content.decode()
        return answer.context["draw"]

    def publish(self) -> Round:
        draft = Draw.objects.get(state=Draw.State.DRAFT)
        page = self.follow(f"{self.desk}draw/{draft.pk}/publish/")
        assert f"Round {draft.round_number} published." in page
        return Round.objects.get(draw=draft)

    def result(self, line: str) -> None:
        self.follow(f"{self.desk}results/", {"line": line})


def test_a_round_from_the_tap_to_the_tables(client: Client) -> None:
    evening = Evening("club-swiss")
    slug = evening.tournament.slug
    public = f"/tournaments/{slug}/"
    evening.enter(PLAYERS[:7])
    assert f'action="{evening.desk}draw/"' in (
        evening.browser.get(evening.desk).content.decode()
    )
    first = evening.draw()
    assert f"{public}rounds/1/" not in client.get(public).content.decode()
    one, three = (pairing.entry_1.number for pairing in builders.pairings(first)[:2])
    evening.follow(
        f"{evening.desk}draw/{first.pk}/swap/",
        {"swap": [one, three], "swap_reason": "they came together"},
    )
    assert builders.pairings(first)[0].entry_1.number == three
    second = evening.draw(reason="Ane came with Bjarke")
    assert (second.number, second.seed != first.seed) == (2, True)
    published = evening.publish()
    assert client.get(f"{public}rounds/1/").status_code == 200
    shown = client.get(public).content.decode()
    for entry in builders.entries(evening.tournament):
        assert str(entry) in shown
    record = client.get(f"{public}draws/").content.decode()
    assert "Ane came with Bjarke" in record
    assert first.seed in record
    assert second.seed in record
    codes = [match.code for match in builders.matches(published)]
    assert [client.get(f"/m/{code}/").status_code for code in codes] == [200] * 3
    evening.follow(f"{evening.desk}rounds/1/take-back/", {"reason": "Wrong clocks"})
    assert [client.get(f"/m/{code}/").status_code for code in codes] == [404] * 3
    assert client.get(f"{public}rounds/1/").status_code == 404
    log = evening.browser.get(f"{evening.desk}log/").content.decode()
    for line in (
        "Round 1: Unpublished: Wrong clocks",
        "Round 1: Published (attempt 2).",
        "Round 1: Draft changed:",
        "Round 1: Draw started (attempt 2).",
        "Entered: ",
    ):
        assert line in log, line


def test_every_line_of_the_log_has_a_sentence() -> None:
    """Whatever is written into the journal can be read there."""
    evening = Evening("club-swiss")
    evening.enter(PLAYERS[:5])
    first = builders.entries(evening.tournament)[0]
    acts = (
        f"entries/{first.number}/missing/",
        f"entries/{first.number}/here/",
        f"entries/{first.number}/withdraw/",
        f"entries/{first.number}/reinstate/",
        "entries/5/remove/",
        "close/",
        "reopen/",
    )
    for act in acts:
        evening.follow(evening.desk + act)
    evening.draw()
    code = builders.matches(evening.publish())[0].code
    game = {"winner": 1, "kind": "single", "cube": 1, "after": 0}
    evening.follow(f"/m/{code}/games/", game)
    replaces = Match.objects.get(code=code).games.get().pk
    evening.follow(
        f"/m/{code}/games/1/", game | {"kind": "gammon", "replaces": replaces}
    )
    evening.follow(f"/m/{code}/undo/2/")
    evening.follow(f"/m/{code}/final/", {"winner": 2, "points": 6})
    evening.follow(f"/m/{code}/undo/4/")
    evening.follow(f"/m/{code}/walkover/", {"winner": 2})
    page = evening.browser.get(f"{evening.desk}log/")
    written = JournalEntry.objects.exclude(act__in=("director_joined",)).count()
    lines = page.context["log"].lines
    assert len(lines) == written
    assert all(line.text and "%(" not in line.text for line in lines)
    assert {line.actor for line in lines} == {"Ada"}
