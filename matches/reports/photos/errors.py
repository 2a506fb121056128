"""Why a picture is refused, and the one that is too many."""

from typing import Final

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop

MAX_FILE_MEGABYTES: Final = 10


class PhotoError(RuleError):
    """A file that cannot become the photo of a score sheet."""


PHOTO_KIND_UNKNOWN = Refusal(
    "photo.kind_unknown",
    gettext_noop("This photo cannot be shown: choose a JPEG, PNG or WebP picture."),
    PhotoError,
)

HEIC_PHOTO = Refusal(
    "photo.heic_photo",
    gettext_noop(
        # Translators: “Most Compatible” is what the setting of an iPhone is called.
        "This is a HEIC picture, which most browsers cannot show. Set the camera to "
        "“Most Compatible”, or take the photo from this page."
    ),
    PhotoError,
)

PHOTO_FILE_TOO_LARGE = Refusal(
    "photo.file_too_large",
    gettext_noop(
        # Translators: MB is short for megabytes.
        "This file is larger than %(limit)s MB. Choose a smaller copy of the picture, "
        "or take the photo again with a lower resolution."
    ),
    PhotoError,
)

PHOTO_TOO_MANY_PIXELS = Refusal(
    "photo.too_many_pixels",
    gettext_noop(
        # Translators: MP is short for megapixels.
        "This picture of %(width)s × %(height)s pixels is too large: at most "
        "%(limit)s MP can be read. Choose a smaller copy of the picture, or take the "
        "photo again with a lower resolution."
    ),
    PhotoError,
)

PHOTO_DAMAGED = Refusal(
    "photo.damaged",
    gettext_noop(
        "This picture is damaged or incomplete. Choose another copy of it, or take "
        "the photo again."
    ),
    PhotoError,
)

TOO_MANY_PHOTOS = Refusal(
    "photo.too_many_photos",
    gettext_noop(
        "This match has %(most)s photos of its sheet already. Remove one before you "
        "add another."
    ),
)
"""The match has the largest number of photos already."""
