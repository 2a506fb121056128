"""Static files for browsers: without comments and indentation, and compressed."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, Final

import rcssmin
import rjsmin
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.utils.functional import cached_property
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from clubsite.run.joined_scripts import joined

_INSIDE: Final = re.compile(r"""(?<=[\w)\]*])\s+:(?=[a-z])""")
"""A space before a pseudo-class, which means "descendant": `tr :is(td, th)`."""

_SHEET: Final = re.compile(r'@import "(?P<name>[^"]+)"(?: (?P<media>[^;]+))?;')
"""The import of another style sheet, by the name of its file."""

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


def joined_css(text: str, sheets: Mapping[str, str]) -> str:
    """Return a style sheet with the text of all that it imports in their place.

    A browser would request each of them only after it has read this one.
    """

    def imported(found: re.Match[str]) -> str:
        media, inside = found["media"], sheets[found["name"]]
        return f"@media {media} {{\n{inside}}}" if media else inside

    return _SHEET.sub(imported, text)


SHORTENED: Final[dict[str, Callable[[str], str]]] = {
    ".css": short_css,
    ".js": rjsmin.jsmin,
}


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # untyped
    """Serves the static files, without those that only the server reads."""

    def add_file_to_dictionary(
        self, url: str, path: str, stat_cache: object = None
    ) -> None:
        """Leave out files whose name begins with a dot."""
        if not Path(path).name.startswith("."):
            super().add_file_to_dictionary(url, path, stat_cache=stat_cache)


class ShortStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Removes comments and indentation from style sheets and scripts as it saves them.

    This makes them about a quarter smaller, for slow wireless networks at tournaments.
    A script imports its neighbours by the names that hold their hashes. Django's own
    replacement would also change the scripts of packages, which import nothing here.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((_IMPORT, '%(import)s"%(url)s"'),)),
    )

    @cached_property
    def _addresses(self) -> dict[str, str]:
        return {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file; it is cached for the life of the process."""
        known = self._addresses.get(name)
        if known is None:
            known = self._addresses[name] = super().url(name, force)
        return known

    def post_process(
        self, paths: Mapping[str, tuple[object, str]], **options: object
    ) -> Iterator[object]:
        """Join what every page loads to one file of each kind; then go on as Django."""
        scripts, sheets = _texts(paths, "js"), _texts(paths, "css")
        changed = {f"js/{name}": text for name, text in joined(scripts).items()} | {
            f"css/{name}": joined_css(text, sheets)
            for name, text in sheets.items()
            if _SHEET.search(text)
        }
        memory, others = InMemoryStorage(), dict(paths)
        for name, text in changed.items():
            path = memory.save(name, ContentFile(text.encode()))
            others[path] = memory, path
        yield from super().post_process(others, **options)

    def _save(self, name: str, content: Any) -> str:
        shorten = SHORTENED.get(PurePath(name).suffix)
        if shorten is not None and ".min." not in name:
            content.seek(0)  # the manifest storage has already read it for its hash
            content = ContentFile(shorten(content.read().decode()).encode())
        saved: str = super()._save(name, content)
        return saved


def _texts(paths: Mapping[str, tuple[Any, str]], kind: str) -> dict[str, str]:
    """Return our own scripts or style sheets by the names of their files."""
    found = {}
    for path, (storage, name) in paths.items():
        if PurePath(path).parent == PurePath(kind) and path.endswith(f".{kind}"):
            with storage.open(name) as file:
                found[PurePath(path).name] = file.read().decode()
    return found
