"""The settings of the product, with a language from right to left besides."""

import os
from pathlib import Path

from clubsite.settings import *  # noqa: F403 - settings are read as a module
from clubsite.settings import LANGUAGES as PRODUCT
from clubsite.settings import LOCALE_PATHS as PATHS
from tests import pseudo

LANGUAGES = [*PRODUCT, (pseudo.CODE, pseudo.NAME)]
LANGUAGES_BIDI = [pseudo.CODE]
LOCALE_PATHS = [*PATHS, Path(os.environ["PSEUDO_LOCALE"])]
