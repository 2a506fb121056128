"""Refusals of lines of a pasted list of players."""

from matches.rules.refusals import Refusal

TOO_MANY_NAMES = Refusal(
    "roster.too_many_names", "This list is too long. Paste it in parts."
)
LINE_TOO_LONG = Refusal(
    "roster.line_too_long",
    "This line has %(length)s characters; the limit is %(limit)s. Put each player on a "
    "separate line.",
)
TOO_MANY_COLUMNS = Refusal(
    "roster.too_many_columns",
    "This line has more than three columns. Use: Name; Club; Rating.",
)
COMMAS_BETWEEN_FIELDS = Refusal(
    "roster.commas_between_fields",
    "With commas only, it is unclear where the name ends. Use semicolons: Name; Club; "
    "Rating.",
)
LOOKS_LIKE_HEADING = Refusal(
    "roster.looks_like_heading", "This looks like a heading, not a player."
)
FORMULA = Refusal(
    "roster.formula",
    "This line contains a formula. Save the list with its values, or type the name.",
)
RATING_UNREADABLE = Refusal(
    "roster.rating_unreadable",
    "“%(rating)s” is not a valid rating. Enter a number from 0 to 9999 with up to two "
    "decimals, or leave it empty.",
)
