"""Where the static files are: under names with a hash, and compressed."""

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
