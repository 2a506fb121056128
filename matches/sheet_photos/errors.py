"""Why a photo of a score sheet is not read."""

from matches.rules.refusals import Refusal

NO_SHEET = Refusal(
    "sheet_photo.no_sheet",
    "No score sheet was found in this photo. Take it from above, with the whole sheet "
    "and its square code in the picture, in good light.",
)
OTHER_MATCH = Refusal(
    "sheet_photo.other_match",
    "This is the score sheet of another match. Choose a photo of the sheet with the "
    "code of this match.",
)
OLD_CODE = Refusal(
    "sheet_photo.old_code",
    "No open match has the code on this sheet. It may be a sheet of an earlier "
    "tournament, or a director has replaced the code.",
)
SEVERAL_SHEETS = Refusal(
    "sheet_photo.several_sheets",
    "There are several score sheets in this photo. Take a photo of one sheet at a "
    "time.",
)
CORNERS_MISSING = Refusal(
    "sheet_photo.corners_missing",
    "The sheet is cut off or too crumpled. Lay it flat and take the photo again, with "
    "all four black corner squares in the picture.",
)
NO_LAYOUT = Refusal(
    "sheet_photo.not_readable",
    "The score sheet of this match cannot be read from a photo. Enter its games.",
)
NOTHING_WRITTEN = Refusal(
    "sheet_photo.nothing_written",
    "No games are filled in on this sheet.",
)
TOO_MANY_WAIT = Refusal(
    "sheet_photo.too_many_wait",
    "Several photos are being read. Try again in a minute.",
)
GAMES_DIFFER = Refusal(
    "sheet_photo.games_differ",
    "Game %(number)s has already been entered, and differently. Correct it on the "
    "match page, or leave it as it was entered.",
)
