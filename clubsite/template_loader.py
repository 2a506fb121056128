"""Loads templates without indentation, and without lines that show nothing.

Parts that depend on the language alone are rendered once.
"""

import re
from threading import Lock
from typing import Final

from django.template import Origin, Template
from django.template.loaders import cached, filesystem

from clubsite.fixed_nodes import join_fixed

INDENTATION: Final = re.compile(r"\s*\n[ \t]*")
LINES_OF_TAGS: Final = re.compile(
    r"(?<=\n)(\{% (?:(?:load|if|elif|else|endif|for|empty|endfor|with|endwith)\b[^%]*"
    r"|[^%]* as \w+ )%\})\n"
)
"""Tags that show nothing themselves, each with the line to itself."""
_JOINED: Final = "crawford_joined"
_JOINING: Final = Lock()


class Loader(filesystem.Loader):
    """Django's loader of files; a line break is all that is left between two lines.

    Nothing is left of a line that holds a tag such as `{% if %}` alone: a page has some
    hundreds of these, and each would be a node to render and an empty line to send.

    Indentation shows people how a template is nested. In HTML it means no more than the
    line break, and in a long list it is a third of what a phone would download. No
    template holds text in which spaces count over several lines.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the source that is compiled."""
        lines = INDENTATION.sub("\n", super().get_contents(origin))
        return LINES_OF_TAGS.sub(r"\1", lines)


class KeepingLoader(cached.Loader):
    """Django's loader that keeps compiled templates, with their fixed parts joined."""

    def get_template(
        self, template_name: str, skip: list[Origin] | None = None
    ) -> Template:
        """Return the compiled template."""
        template: Template = super().get_template(template_name, skip)
        if not getattr(template, _JOINED, False):
            # Another thread may find it in the cache before it is joined, and must
            # neither join the same nodes nor render half of them.
            with _JOINING:
                if not getattr(template, _JOINED, False):
                    join_fixed(template.nodelist)
                    setattr(template, _JOINED, True)
        return template
