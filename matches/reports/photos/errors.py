"""Why a picture is refused, and the one that is too many."""

from typing import Final

from matches.rules.refusals import Refusal, RuleError

MAX_FILE_MEGABYTES: Final = 10


class PhotoError(RuleError):
    """A file that cannot become the photo of a score sheet."""


PHOTO_KIND_UNKNOWN = Refusal(
    "photo.kind_unknown",
    "This file cannot be shown. Choose a PNG, JPEG or WebP image.",
    PhotoError,
)
HEIC_PHOTO = Refusal(
    "photo.heic_photo",
    # Translators: “Most Compatible” is what the setting of an iPhone is called.
    "Most browsers cannot show HEIC photos. Set your camera to “Most Compatible”, or "
    "take the photo from this page.",
    PhotoError,
)
PHOTO_FILE_TOO_LARGE = Refusal(
    "photo.file_too_large",
    # Translators: MB is short for megabytes.
    "This file is larger than %(limit)s MB. Choose a smaller one.",
    PhotoError,
)
PHOTO_TOO_MANY_PIXELS = Refusal(
    "photo.too_many_pixels",
    # Translators: MP is short for megapixels.
    "This picture (%(width)s × %(height)s pixels) is larger than the limit of "
    "%(limit)s megapixels. Choose a smaller copy, or take the photo again at a lower "
    "resolution.",
    PhotoError,
)
PHOTO_DAMAGED = Refusal(
    "photo.damaged",
    "This picture is damaged or incomplete. Choose another copy of it, or take the "
    "photo again.",
    PhotoError,
)
TOO_MANY_PHOTOS = Refusal(
    "photo.too_many_photos",
    "This match already has %(most)s score-sheet photos. Remove one before adding "
    "another.",
)
