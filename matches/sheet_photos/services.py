"""Photos of score sheets: sent to a worker, read there, and their games recorded."""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from typing import Any, Final

from matches.jobs import queue as jobs_queue
from matches.jobs import sent_files
from matches.jobs.models import Job, SentFile
from matches.ledger.book import Recorded
from matches.ledger.models.match import Match
from matches.ledger.recording import as_one_act, record_game
from matches.ledger.reporter import By
from matches.players.codes import normalised
from matches.rules import GameResult
from matches.rules.refusals import Message
from matches.sheet_photos.errors import (
    CORNERS_MISSING,
    GAMES_DIFFER,
    NO_LAYOUT,
    NO_SHEET,
    NOTHING_WRITTEN,
    OLD_CODE,
    OTHER_MATCH,
    SEVERAL_SHEETS,
    TOO_MANY_WAIT,
)
from matches.sheet_photos.layout import layouts_of

KIND: Final = "sheet-photo"
READING: Final = Message("sheet_photo.step_reading", "Reading the score sheet")
_ADDRESS: Final = re.compile(r"/s/([0-9a-z]{1,20})/?$", re.IGNORECASE)


def queue_photo(content: bytes, match: Match | None = None) -> str:
    """Queue a photo to be read; return the key that finds it again.

    Without a `match` the code on the sheet says which one it is. Raises PhotoError and
    TOO_MANY_WAIT.
    """
    from matches.reports.photos import decode  # noqa: PLC0415 - loads Pillow

    picture = decode.read_photo(content)
    about = {"match": match and match.pk}
    key = sha256(repr(about).encode() + picture).hexdigest()
    if sent_files.sent_file(KIND, key) is None and sent_files.is_queue_full(KIND):
        raise TOO_MANY_WAIT()
    sent_files.send_file(KIND, key, content=picture, about=about)
    return key


def photo_sent(key: str, match: Match | None = None) -> SentFile | None:
    """Return a photo that was sent for a match, or was found to be of its sheet."""
    sent = sent_files.sent_file(KIND, key)
    if sent is None or match is None:
        return sent
    is_its = match.pk in {sent.about["match"], sent.found.get("match")}
    return sent if is_its else None


def read_sent(job: Job) -> None:
    """Read the photo of `job`; its rows are what was found.

    Raises LostClaimError, and why the photo is not read.
    """
    from PIL import Image  # noqa: PLC0415 - only workers read

    sent = sent_files.of_job(job)
    jobs_queue.report_step(job, step=1, steps=2, label=READING)
    with Image.open(BytesIO(sent_files.content_of(sent))) as image:
        found = read(image, sent.about["match"])
    sent_files.finish(job, found)


def read(image: Any, wanted: int | None) -> dict[str, object]:
    """Return the match of the sheet in a photo, and its rows down to the last game.

    `wanted` is the match that it should be of, None for any. Raises RuleError.
    """
    from matches.sheet_photos import reading  # noqa: PLC0415 - only workers read

    found, is_sheet = {}, False
    for code in reading.codes_in(image):
        address = _ADDRESS.search(code.text)
        is_sheet = is_sheet or address is not None
        match = address and Match.objects.filter(
            sheet_code=normalised(address[1])
        ).select_related("profile").first()  # fmt: skip
        if match:
            found[match.pk] = (match, code)
    if wanted in found:
        match, code = found[wanted]
    elif not found:
        raise OLD_CODE() if is_sheet else NO_SHEET()
    elif wanted is not None:
        raise OTHER_MATCH()
    elif len(found) > 1:
        raise SEVERAL_SHEETS()
    else:
        [(match, code)] = found.values()
    layouts = layouts_of(match)
    if not layouts:
        raise NO_LAYOUT()
    rows = reading.read_rows(image, code, layouts)
    if rows is None:
        raise CORNERS_MISSING()
    last = max((row.number for row in rows if not row.is_empty), default=0)
    if not last:
        raise NOTHING_WRITTEN()
    return {
        "match": match.pk,
        "on_page": len(rows),
        "rows": [
            {
                "winner": row.winner,
                "cube": row.cube,
                "letter": row.letter,
                "doubts": sorted(row.doubts) if not row.is_empty else ["winner"],
                "picture": b64encode(row.picture).decode(),
            }
            for row in rows[:last]
        ],
    }


def save_games(
    *, match_id: int, before: int, games: Sequence[GameResult], by: By
) -> Recorded:
    """Record the games of a sheet, the first of which follows `before` others.

    Those that are recorded already stay, if they are the same. All are recorded or
    none, and one undo removes them. Raises GAMES_DIFFER, and what `record_game` raises.
    """
    with as_one_act(match_id, by):
        match = Match.objects.get(pk=match_id)
        kept = {game.number: game.result for game in match.games.valid()}
        recorded = Recorded(match, changed=False)
        for number, result in enumerate(games, before + 1):
            if number not in kept:
                recorded = record_game(
                    match_id=match_id, result=result, after=number - 1, by=by
                )
            elif kept[number] != result:
                raise GAMES_DIFFER(number=number)
    return recorded
