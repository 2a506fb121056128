"""Count what a click enters: modules, and the folders in which they are.

    .venv/bin/python -m pytest -q tests/clicks.py

plays the clicks of `docs/architecture.md` on an evening of eight players and prints a
line for each. A module is counted if one of its functions is called between the request
and the answer; what is read once a process was read before, by the same clicks in
another tournament. Nothing that is done after the commit is counted.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.jobs import tasks
from matches.jobs.models import Job
from matches.models import Match
from matches.rules.board import START
from matches.rules.board.ids import position_id
from tests import builders
from tests.matches.files.test_files import THREE_POINTS
from tests.matches.match_page.test_saving import called
from tournaments.models import Amendment, Draw, Tournament

PLAYERS = 8
FEATURES = (
    "tournaments/results/correction",
    "tournaments/participation",
    "matches/rulings",
    "tournaments/paper",
    "matches/files",
)
Click = tuple[str, Callable[[], Any]]
SCRIPT = {"HX-Request": "true"}


def of_a_result(ada: Client, evening: Tournament) -> Iterator[Click]:
    """Type a result at the desk."""
    builders.published_round(evening)
    line = {"line": "1 7 4"}
    url = f"/desk/{evening.slug}/results/"
    yield "result typed at the desk", lambda: ada.post(url, line, headers=SCRIPT)


def of_a_draw(ada: Client, evening: Tournament) -> Iterator[Click]:
    """Draw a round, look at the draft, publish it."""
    desk = f"/desk/{evening.slug}/"
    ada.post(f"{desk}draw/", {"seed": "Νέα", "typed": "on"})
    yield "draw: worker", work
    yield "draw: draft", lambda: ada.get(f"{desk}draw/")
    draft = Draw.objects.get(stage__division__tournament=evening)
    yield "draw: published", lambda: ada.post(f"{desk}draw/{draft.pk}/publish/")


def of_a_report(ada: Client, _evening: Tournament) -> Iterator[Click]:
    """Report a result on one phone, dispute it on another, decide."""
    match = builders.match(reporting="agree")
    phone, other = Client(), Client()
    sheet, page = f"/s/{match.sheet_code}/", f"/m/{match.code}/"
    yield "report: sheet", lambda: phone.get(sheet)
    yield "report: sitting down", lambda: phone.post(sheet, {"side": 1})
    won = {"winner": 1, "points": 5}
    yield "report: reporting", lambda: phone.post(f"{page}final/", won)
    other.post(sheet, {"side": 2})
    answered = f"{page}reports/{match.reports.get().pk}/different/"
    yield "dispute: form", lambda: other.get(answered)
    lost = {"mode": "score", "winner": 2, "points": 5}
    yield "dispute: other version", lambda: other.post(answered, lost)
    ruled = {**lost, "reason": "Both sheets say so."}
    yield "dispute: decided", lambda: ada.post(f"{page}decide/", ruled)


def of_score_sheets(ada: Client, evening: Tournament) -> Iterator[Click]:
    """Ask for the score sheets of a round, and make them."""
    builders.published_round(evening)
    url = f"/desk/{evening.slug}/rounds/1/sheets/"
    yield "score sheets: page", lambda: ada.get(url)
    yield "score sheets: worker", work


def of_a_correction(ada: Client, _evening: Tournament) -> Iterator[Click]:
    """Look at what a correction changes in a cup, apply it, undo it."""
    evening = builders.evening("elimination", PLAYERS)
    match = builders.matches(builders.published_round(evening))[0]
    for _round in range(2):
        builders.play_on(evening)
    url = f"/desk/{evening.slug}/matches/{match.code}/correct/"
    right = {"how": "played", "winner": "2", "points": "1", "reason": "read wrong"}
    shown: list[Any] = []
    looked = right | {"step": "preview"}
    yield "correction: looked at", lambda: shown.append(ada.post(url, looked))
    mark = shown[-1].context["page"].effects.mark
    sent = right | {"step": "apply", "mark": mark, "mode": "replay"}
    yield "correction: done", lambda: ada.post(url, sent)
    made = Amendment.objects.filter(tournament=evening).latest("pk")
    undo = f"/desk/{evening.slug}/changes/{made.pk}/undo/"
    yield "correction: undone", lambda: ada.post(undo)


def of_a_late_entry(ada: Client, evening: Tournament) -> Iterator[Click]:
    """See what a late entry can do, and choose the first of it."""
    builders.published_round(evening)
    builders.entered(evening, ["Ida Juul"])
    yield from options(ada, evening, PLAYERS + 1, "late entry")


def of_a_withdrawal(ada: Client, evening: Tournament) -> Iterator[Click]:
    """See what can become of somebody who leaves, and choose the first of it."""
    builders.published_round(evening)
    yield from options(ada, evening, 1, "withdrawal")


def options(
    ada: Client, evening: Tournament, number: int, name: str
) -> Iterator[Click]:
    url = f"/desk/{evening.slug}/entries/{number}/options/"
    page: list[Any] = []
    yield f"{name}: what can be done", lambda: page.append(ada.get(url))
    choice = page[-1].context["page"].view.choices[0]
    yield f"{name}: done", lambda: ada.post(url, {"choice": choice.value})


def of_a_ruling(ada: Client, _evening: Tournament) -> Iterator[Click]:
    """Ask the ruling desk whether a play is legal."""
    asked = {"id": position_id(START), "die_1": "3", "die_2": "1", "play": "8/5 6/5"}
    yield "ruling desk", lambda: ada.get("/ruling/", asked, follow=True)


def of_a_match_file(ada: Client, _evening: Tournament) -> Iterator[Click]:
    """Add a match file, look at what it says, import its games."""
    match = builders.match(3)
    files = f"/m/{match.code}/files/"

    def send() -> Any:
        content = SimpleUploadedFile("ane.mat", THREE_POINTS)
        return ada.post(files, {"file": content})

    yield "match file: added", send
    url = f"{files}{match.files.get().pk}/"
    yield "match file: compared", lambda: ada.get(url)
    yield (
        "match file: imported",
        lambda: ada.post(url, {"op": match.code, "swapped": 0}),
    )


CLICKS = (
    of_a_result,
    of_a_draw,
    of_a_report,
    of_score_sheets,
    of_a_correction,
    of_a_late_entry,
    of_a_withdrawal,
    of_a_ruling,
    of_a_match_file,
)


def work() -> None:
    """Do what a worker does about the newest job that waits."""
    tasks.run_job(Job.objects.filter(state=Job.State.QUEUED).latest("pk").pk)


def traced(act: Callable[[], Any]) -> set[str]:
    """Return the modules of ours that an act enters. Raises what the act raises."""
    answers: list[Any] = []
    calls = called(lambda: answers.append(act()))
    status = getattr(answers[0], "status_code", 200)
    assert status < 400, (status, getattr(answers[0], "content", b"")[:2000])
    return {module for module, _name in calls}


@pytest.mark.django_db
def test_clicks(capsys: pytest.CaptureFixture[str]) -> None:
    for clicks in CLICKS:
        for last in (False, True):
            ada = builders.signed_in(builders.director(f"Ada{clicks.__name__}{last}"))
            for name, act in clicks(ada, builders.evening("swiss", PLAYERS)):
                modules = traced(act)
                if last:
                    with capsys.disabled():
                        print(line(name, modules))
    assert Match.objects.exists()


def line(name: str, modules: set[str]) -> str:
    """Return what one click enters, and how much of it is of its feature."""
    folders = {PurePosixPath(module).parent for module in modules}
    own = {
        feature: count
        for feature in FEATURES
        if (count := sum(module.startswith(f"{feature}/") for module in modules))
    }
    told = ", ".join(f"{count} of {feature}" for feature, count in own.items())
    return re.sub(r"; $", "", f"  {name}: {len(modules)}, {len(folders)}; {told}")
