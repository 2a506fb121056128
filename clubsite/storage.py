"""Where the static files are: under names with a hash, and compressed."""

from functools import cache
from typing import Final

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT: Final = r"""(?m)^(?P<matched>(?P<import>import [^"]*)"(?P<url>\./[^"]+)")"""


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """WhiteNoise's own; our scripts import one another under these names, too.

    Django's `support_js_module_import_aggregation` would read those of packages, which
    have examples of imports in their comments.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((_IMPORT, '%(import)s"%(url)s"'),)),
    )

    @cache  # noqa: B019 - the storage lives as long as its process
    def url(self, name: str | None, *, force: bool = False) -> str:
        """Return the address of a file, which never changes while the product runs."""
        return str(super().url(name, force))
