"""Refusals of a logo, apart from Pillow: every process knows their codes."""

from matches.rules.refusals import Refusal

LOGO_KIND_UNKNOWN = Refusal(
    "club.logo_kind_unknown",
    "This file cannot be shown. Choose a PNG, JPEG or WebP image.",
)
LOGO_TOO_LARGE = Refusal(
    "club.logo_too_large",
    "This file is larger than %(limit)s MB. Choose a smaller one.",
)
