"""Settings under test: the product's own, faster, and in a folder of their own.

`CRAWFORD_TEST_DATABASE` is `sqlite` (when unset) or `postgresql`, for which the
first process starts a server that its xdist children then share.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests.servers import start_postgresql


def _own_folder() -> Path:
    """Make a folder that the first process removes, with one in it for each other."""
    if "PYTEST_VERSION" not in os.environ:  # a checker, which needs no data
        return Path(__file__).resolve().parent.parent / "var-checks"
    shared = os.environ.get("CRAWFORD_TEST_FOLDER")
    if shared:
        return Path(tempfile.mkdtemp(dir=shared))
    folder = tempfile.mkdtemp(prefix="crawford-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["CRAWFORD_TEST_FOLDER"] = folder
    return Path(folder)


_folder = _own_folder()
_database = os.environ.get("CRAWFORD_TEST_DATABASE", "sqlite")
_server = os.environ.get("CRAWFORD_TEST_SERVER", "")
if _database == "postgresql" and not _server:
    _server = os.environ["CRAWFORD_TEST_SERVER"] = start_postgresql(_folder / "server")
for _name in list(os.environ):
    if _name.startswith("CRAWFORD_") and not _name.startswith("CRAWFORD_TEST_"):
        del os.environ[_name]
os.environ.pop("REDIS_URL", None)
os.environ["DATABASE_URL"] = _server
# Beside the server's folder, which its own user must be able to reach.
os.environ["CRAWFORD_DATA"] = str(_folder / "data")
os.environ["CRAWFORD_SECRET_KEY"] = "a secret for tests alone, long enough"
os.environ["CRAWFORD_TIME_ZONE"] = "Europe/Copenhagen"

from clubsite.settings import *  # noqa: E402, F403 - the environment comes first
from clubsite.settings import (  # noqa: E402
    CELERY_BROKER_TRANSPORT_OPTIONS,
    DATABASES,
    MIDDLEWARE,
    STATIC_ROOT,
    STORAGES,
)

# Tests ask for pages as they are now; tests/phones.py asks for the kept ones.
PUBLIC_CACHE = "clubsite.public_cache.PublicCache"
MIDDLEWARE = [
    "tests.layout.WithoutLayout",
    *(name for name in MIDDLEWARE if name != PUBLIC_CACHE),
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT.mkdir(exist_ok=True)
STORAGES["staticfiles"]["BACKEND"] = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    **CELERY_BROKER_TRANSPORT_OPTIONS,
    "polling_interval": 0.01,
}
if not _server:
    # A file, so that threads and processes of one test meet as in production,
    # but one that need not survive a power cut.
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;"
    )
    # All tests of a process ask with one connection: far more than 128 statements.
    DATABASES["default"]["OPTIONS"]["cached_statements"] = 2048
