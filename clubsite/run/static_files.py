"""Static files for browsers: without comments and indentation, and compressed."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final

import rcssmin
import rjsmin
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from clubsite.run.joined_scripts import joined

_INSIDE: Final = re.compile(r"""(?<=[\w)\]*])\s+:(?=[a-z])""")
"""A space before a pseudo-class, which means "descendant": `tr :is(td, th)`."""

_IMPORT: Final = r"""(?m)^(?P<matched>(?P<import>import [^"]*)"(?P<url>\./[^"]+)")"""
"""The import of another script of the same folder, at the beginning of a line."""


def short_css(text: str) -> str:
    """Return a style sheet without comments and indentation.

    rcssmin 1.3 does not know `@layer` and `@container`: it treats the selectors in them
    as declarations and changes `tr :is(td, th)` to `tr:is(td, th)`, which matches no
    element. `tr *:is(td, th)` means the same and is not changed.
    """
    shortened: str = rcssmin.cssmin(_INSIDE.sub(" *:", text))
    return shortened


SHORTENED: Final[dict[str, Callable[[str], str]]] = {
    ".css": short_css,
    ".js": rjsmin.jsmin,
}


class ShortStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Removes comments and indentation from style sheets and scripts as it saves them.

    This makes them about a quarter smaller, for slow wireless networks at tournaments.
    A script imports its neighbours by the names that hold their hashes. What Django
    has for that would also change the scripts of packages, which import nothing here.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((_IMPORT, '%(import)s"%(url)s"'),)),
    )

    def post_process(
        self, paths: Mapping[str, tuple[Any, str]], **options: Any
    ) -> Iterator[Any]:
        """Give out the scripts of every page as one file; then go on as usual."""
        sources = {}
        for path in paths:
            if PurePath(path).match("js/*.js"):
                storage, name = paths[path]
                with storage.open(name) as file:
                    sources[PurePath(path).name] = file.read().decode()
        memory, others = InMemoryStorage(), dict(paths)
        for name, text in joined(sources).items():
            path = memory.save(f"js/{name}", ContentFile(text.encode()))
            others[path] = memory, path
        yield from super().post_process(others, **options)

    def _save(self, name: str, content: Any) -> str:
        shorten = SHORTENED.get(PurePath(name).suffix)
        if shorten is not None and ".min." not in name:
            content.seek(0)  # the manifest storage has already read it for its hash
            content = ContentFile(shorten(content.read().decode()).encode())
        saved: str = super()._save(name, content)
        return saved
