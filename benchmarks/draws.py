"""Draws made again by strangers: by the script of the pages, on Node, and by one file.

F1: a browser takes at most a second for 512 entrants, in every format and round.
"""

import json
import sys
from collections.abc import Iterator
from time import process_time

from benchmarks.measure import Line, Row, at, note
from tests.scripts.node import SCRIPTS, run_node
from tests.tournaments.engine.record.documents import bound, later, mixed_field, stage
from tournaments.engine import Branch, Entrant, Options, StageState

ENTRANTS = at(512, smallest=8)
MILLISECONDS = 1000.0
WISHES = Options(apart=("club", "country"), apart_rounds=0, forbidden=((1, 2), (3, 4)))
EXAMINE = """
return given.map((text) => {
  const begun = performance.now();
  const { outcome } = examineText(text);
  return [outcome, performance.now() - begun];
});
"""


def run() -> Iterator[Line]:
    """Yield a row for each format: milliseconds in a browser, and in one file."""
    sys.path.insert(0, str(SCRIPTS.parent))
    import verify_draw  # noqa: PLC0415 - a file that is downloaded, in no package

    yield f"Draws of {ENTRANTS} made again by strangers (ms)"
    texts = {name: json.dumps(bound(state)) for name, state in _stages()}
    answers = run_node(EXAMINE, list(texts.values()), module=SCRIPTS / "draw-record.js")
    for (name, text), (outcome, taken) in zip(texts.items(), answers, strict=True):
        assert outcome == "same"
        what = f"browser / a second: {name}"
        yield Row(goal="F1", what=what, ours=taken, peer=MILLISECONDS, most=1.0)
        begun = process_time()
        assert verify_draw.check(json.loads(text))[0] == verify_draw.PROVEN
        ours = (process_time() - begun) * 1000
        yield Row(
            what=f"verify_draw.py / a second: {name}", ours=ours, peer=MILLISECONDS
        )
    yield note("The first row of the browser includes what Node takes to begin.")


def _stages() -> Iterator[tuple[str, StageState]]:
    def field(key: str, options: Options) -> StageState:
        entrants = mixed_field(ENTRANTS)
        return stage(key, ENTRANTS, rounds=9, options=options, entrants=entrants)

    for key, rounds in (("swiss", 1), ("swiss", 6), ("monrad", 5), ("danish", 5)):
        yield f"{key}, round {rounds + 1}", later(field(key, Options()), rounds)
    yield "swiss with wishes, round 5", later(field("swiss", WISHES), 4)
    crowd = tuple(
        Entrant(number, club="Old Mill" if number % 3 else "Harbour")
        for number in range(1, ENTRANTS + 1)
    )
    clubs = stage("swiss", ENTRANTS, rounds=9, options=WISHES, entrants=crowd)
    yield "swiss, most of one club, round 5", later(clubs, 4)
    yield "lives, round 5", later(field("lives", Options(lives=6)), 4)
    yield "night, draw 3", later(field("night", Options()), 2)
    yield (
        "round robin in 64 groups",
        field("round_robin", Options(groups=ENTRANTS // 8)),
    )
    branches = (Branch(), Branch(section="last", of="consolation"))
    yield (
        "knock-out, two losers' brackets",
        field("elimination", Options(branches=branches)),
    )
    yield "double elimination", field("double_elimination", Options())
