"""Loads templates without the indentation of their lines."""

import re
from typing import Final

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION: Final = re.compile(r"\s*\n[ \t]*")


class Loader(filesystem.Loader):
    """Django's loader of files; a line break is all that is left between two lines.

    Indentation shows people how a template is nested. In HTML it means no more than the
    line break, and in a long list it is a third of what a phone would download. No
    template holds text in which spaces count over several lines.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the source that is compiled."""
        return INDENTATION.sub("\n", super().get_contents(origin))
