"""What the print centre refuses."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

NOTHING_NEW = Refusal(
    "print_centre.nothing_new",
    gettext_noop(
        "There is nothing new to print: all of it was printed already. To print it "
        "once more, choose Print all."
    ),
    status=HTTPStatus.CONFLICT,
)
"""New or changed sheets were asked for, and there are none, perhaps any more."""

NO_SUCH_PAPER = Refusal(
    "print_centre.no_such_paper",
    gettext_noop("This paper does not exist any more. Choose one from the page."),
    status=HTTPStatus.CONFLICT,
)
"""The document, its round or its match is not there, perhaps any more."""
