"""`./run pictures`: all printed documents on one picture, from invented data."""

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from tournaments.models import Round, Season, Stage, Tournament

PICTURES: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
NAME: Final = "papers"
"""The picture in the folder of the pictures."""
DOTS: Final = 100
"""Dots to the inch of a page before it is made small."""
CELL: Final = (214, 252)
PAGE: Final = (164, 164)
ACROSS: Final = 6
COLOURS: Final = 16
LONG: Final = (
    "Maximiliane-Alexandra von Hohenlohe",
    "Nguyễn Thị Phương Thảo",
    "Ελευθερία Κωνσταντινίδου",
    "Şükrü Çağlayangil-Öztürk",
    "Александра Воскресенская",
)
"""Names that are hard to print, among the others."""


def main(folder: Path) -> None:
    """Print every document, and put the first page of each on one picture."""
    with _database():
        pages = [(key, _picture(pdf)) for key, pdf in documents()]
    _sheet(pages).save(folder / f"{NAME}.png", optimize=True)
    print(f"{len(pages)} documents on {folder / NAME}.png")


def documents() -> Iterator[tuple[str, bytes]]:
    """Yield the PDF of each document that a tournament, a stage or a round has."""
    from matches.documents import registry  # noqa: PLC0415 - as above
    from matches.web.shown import public_names  # noqa: PLC0415 - after the set-up

    # The last one has open matches, which keep its players from all others.
    weekend, groups, evening = _weekend(), _groups(), _monrad()
    subjects: dict[str, list[Tournament | Stage | Round]] = {
        "tournament": [weekend[0]],
        "stage": [weekend[1], evening[1], groups[1]],
        "round": [evening[2]],
        "money": [_with_money(weekend[0])],
        "season": [_season()],
    }
    for document in registry.all_documents():
        for subject in subjects.get(document.scope.kind, ()):
            if not document.is_offered(subject):
                continue
            with public_names():
                content = document.build(document.read(subject))
            yield document.key, content
            break


def _weekend() -> "tuple[Tournament, Stage]":
    from tests import builders  # noqa: PLC0415 - after the set-up

    made = builders.weekend(0, name="Øresund Open")
    made.fee, made.contact = "60 EUR", "desk@example.org"
    made.programme = "10:00 Check-in\n11:00 First round\n19:00 Final"
    made.save(update_fields=["fee", "contact", "programme"])
    _enter(made, 16)
    builders.published_round(made)
    for _turn in range(30):
        if not builders.play_on(made):
            break
    return made, builders.stage(made)


def _monrad() -> "tuple[Tournament, Stage, Round]":
    from tests import builders  # noqa: PLC0415 - after the set-up

    made = builders.tournament("monrad", name="Thursday Monrad", rounds=5)
    _enter(made, 14)
    for _turn in range(2):
        builders.played_round(made, loser=4)
    last = builders.published_round(made)
    return made, builders.stage(made), last


def _groups() -> "tuple[Tournament, Stage]":
    from tests import builders  # noqa: PLC0415 - after the set-up

    made = builders.tournament("round_robin", name="League of the club", rounds=7)
    _enter(made, 8)
    for _turn in range(4):
        builders.played_round(made, loser=5)
    return made, builders.stage(made)


def _with_money(of: "Tournament") -> "Tournament":
    from tournaments.models import Tournament  # noqa: PLC0415 - after the set-up
    from tournaments.money import services  # noqa: PLC0415
    from tournaments.money.models import PoolKind  # noqa: PLC0415

    services.keep_money(of, currency="EUR", by=None)
    kept = Tournament.objects.get(pk=of.pk)
    services.make_pool(kept, {"kind": PoolKind.FEES.value, "fee": 2000}, by=None)
    return kept


def _season() -> "Season":
    from tests.printed_worlds import season  # noqa: PLC0415 - after the set-up

    return season("Season 2026")


def _enter(into: "Tournament", count: int) -> None:
    from matches.models import Player  # noqa: PLC0415 - after the set-up
    from tests import builders  # noqa: PLC0415
    from tests.pictures.people import PLAYERS  # noqa: PLC0415
    from tournaments.entries.services import add_entries  # noqa: PLC0415

    people = [line.split("; ") for line in PLAYERS]
    clubs = dict.fromkeys(LONG, "Malmö Backgammonsällskap")
    clubs.update({person[0]: person[1] for person in people})
    known = {str(player.name): player for player in Player.objects.all()}
    for name in list(clubs)[:count]:
        if name not in known:
            known[name] = builders.player(name, club=clubs[name])
    chosen = [known[name] for name in list(clubs)[:count]]
    add_entries(tournament=into, known=chosen, new=(), here=True, by=None)


def _picture(pdf: bytes) -> Image.Image:
    """Return the first page of a PDF."""
    made = subprocess.run(
        ["pdftoppm", "-png", "-r", str(DOTS), "-f", "1", "-singlefile", "-"],
        input=pdf,
        stdout=subprocess.PIPE,
        check=True,
    )
    return Image.open(io.BytesIO(made.stdout)).convert("RGB")


def _sheet(pages: list[tuple[str, Image.Image]]) -> Image.Image:
    rows = -(-len(pages) // ACROSS)
    sheet = Image.new("RGB", (ACROSS * CELL[0], rows * CELL[1]), "#e9ece9")
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(13)
    for place, (key, page) in enumerate(pages):
        row, column = divmod(place, ACROSS)
        left, top = column * CELL[0], row * CELL[1]
        page.thumbnail((PAGE[0], PAGE[1] + 14), Image.Resampling.LANCZOS)
        at = (left + (CELL[0] - page.width) // 2, top + 14)
        draw.rectangle(
            (at[0] - 1, at[1] - 1, at[0] + page.width, at[1] + page.height),
            outline="#9aa5a0",
        )
        sheet.paste(page, at)
        draw.text((left + 14, top + CELL[1] - 26), key, fill="#1d3a33", font=font)
    palette = sheet.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
    return sheet.quantize(palette=palette, dither=Image.Dither.NONE)


@contextmanager
def _database() -> Iterator[None]:
    """Set the product up with an empty database of its own."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubsite.settings"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CRAWFORD_DATA"] = folder
        os.environ["CRAWFORD_SECRET_KEY"] = "k" * 64
        os.environ["CRAWFORD_URL"] = "https://backgammon.example"
        import django  # noqa: PLC0415 - after the environment

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        yield


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else PICTURES)
