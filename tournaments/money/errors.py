"""Refusals of the money of a tournament."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

NOTED_MEANWHILE = Refusal(
    "money.noted_meanwhile",
    "Someone else has just recorded money for %(name)s, so nothing was recorded. Check "
    "the balance, then record it again.",
    status=HTTPStatus.CONFLICT,
)
"""The page is outdated, so that the same payment might be recorded twice."""

CURRENCY_IN_USE = Refusal(
    "money.currency_in_use",
    "Amounts are already recorded, and %(currency)s uses a different number of "
    "decimals. Cancel them first, or keep the currency.",
    status=HTTPStatus.CONFLICT,
)
"""The new currency has other decimals."""

BACK_TOO_MUCH = Refusal(
    "money.back_too_much",
    "%(name)s has only paid %(amount)s. Enter at most that amount.",
)
"""The refund is larger than the payments."""

LESS_TOO_MUCH = Refusal(
    "money.less_too_much",
    "%(name)s owes only %(amount)s here. Enter at most that amount.",
)
"""The waived amount is larger than the fee."""

ALREADY_SOLD = Refusal(
    "money.already_sold",
    "%(name)s has already been sold. Cancel that sale first.",
    status=HTTPStatus.CONFLICT,
)
"""An entry was sold already in this auction."""

POOL_GONE = Refusal(
    "money.pool_gone",
    "This pool has been removed, so nothing was recorded.",
    status=HTTPStatus.CONFLICT,
)
"""The pool was removed."""

MONEY_NOT_KEPT = Refusal(
    "money.not_kept",
    "Money is turned off for this tournament. Turn it on first.",
    status=HTTPStatus.CONFLICT,
)
"""The money of this tournament is switched off."""

TOO_MANY_POOLS = Refusal(
    "money.too_many_pools",
    "There are already %(count)s pools. Remove one first.",
)
"""The tournament has the largest number of pools."""

BANK_FILE_UNREADABLE = Refusal(
    "money.bank_file_unreadable",
    "This is no statement in CAMT.053, MT940 or CSV. Download it from the bank again.",
)
"""Nothing in the file can be read as payments."""

OTHER_ACCOUNT = Refusal(
    "money.other_account",
    "This statement is of the account %(account)s, not of the one under Ways to pay.",
)
"""The bank says another account than the club."""
