"""The settings in each profile, with their languages, headers and summary."""

import json
import re
import subprocess
import sys

import pytest

from clubsite.environment import VARIABLES
from tests import commands
from tests.live import ROOT, environment

SECRET = "kX3-for-tests-only-9fQz7LwR2vB8nM4cD6sH1jT5gY0pA-uE_iOo"
SHOW = """
from django.utils.functional import Promise

def shown(value):
    return repr(value) if isinstance(value, Promise) else str(value)

import json
from clubsite import settings
names = [name for name in dir(settings) if name.isupper()]
# What is translated later, once Django is set up, is nothing that is asked here.
print(json.dumps({name: getattr(settings, name) for name in names}, default=shown))
"""


def run(tmp_path, *arguments, **environ):
    environ = environment(
        tmp_path / "var", DJANGO_SETTINGS_MODULE="clubsite.settings", **environ
    )
    if arguments[0] == "manage.py":
        return commands.run(*arguments[1:], environ=environ)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


def load(tmp_path, **environ):
    done = run(tmp_path, "-c", SHOW, **{"CRAWFORD_SECRET_KEY": SECRET, **environ})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def deploy(tmp_path, **environ):
    return run(
        tmp_path,
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        CRAWFORD_SECRET_KEY=SECRET,
        **environ,
    )


@pytest.mark.parametrize("start", [("manage.py", "check"), ("-m", "clubsite.wsgi")])
def test_no_start_without_a_secret(tmp_path, start):
    done = run(tmp_path, *start)
    assert done.returncode != 0
    assert "No secret key" in done.stderr


def test_a_developer_needs_no_secret(tmp_path):
    assert run(tmp_path, "manage.py", "check", CRAWFORD_DEBUG="1").returncode == 0


def test_deploy_check_is_clean_over_https(tmp_path):
    done = deploy(tmp_path, CRAWFORD_URL="https://club.example")
    assert done.returncode == 0, done.stderr


def test_deploy_check_over_http_misses_encryption_only(tmp_path):
    done = deploy(tmp_path, CRAWFORD_URL="http://192.0.2.7:8000")
    named = {part for part in ("W004", "W008", "W012", "W016") if part in done.stderr}
    assert named == {"W004", "W008", "W012", "W016"}
    assert done.stderr.count("(security.W") == len(named)


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """The settings without any variable but the secret, and their data folder."""
    folder = tmp_path_factory.mktemp("usual")
    return load(folder), folder / "var"


def test_safe_by_default(usual):
    found, _data = usual
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["127.0.0.1", "[::1]", "localhost"]
    assert found["SECURE_SSL_REDIRECT"] is False
    assert found["SESSION_COOKIE_NAME"] == "crawford_session"
    assert "SECURE_PROXY_SSL_HEADER" not in found
    policy = json.dumps(found["CONTENT_SECURITY_POLICY"])
    for weak in ("unsafe", "nonce", "http", "*", "blob"):
        assert weak not in policy


def test_sqlite_is_durable_and_writers_wait(usual):
    found, data = usual
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(data / "crawford.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]


def test_without_redis_messages_stay_within_the_worker(usual):
    assert usual[0]["CELERY_BROKER_URL"] == "memory://localhost/"


def test_five_thousand_long_names_fit_into_a_request(usual):
    line = 200 * len("%E7%8E%8B") + len("%0D%0A")  # 200 Chinese letters in a form
    assert usual[0]["DATA_UPLOAD_MAX_MEMORY_SIZE"] > 5_000 * line


def test_https_switches_on_all_that_belongs_to_it(tmp_path):
    found = load(
        tmp_path,
        CRAWFORD_URL="https://club.example",
        CRAWFORD_HOSTS="www.club.example",
        CRAWFORD_PROXY="1",
    )
    secure = [name for name in found if name.endswith("_COOKIE_SECURE")]
    assert len(secure) >= 3
    assert all(found[name] for name in secure)
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] == 3600
    assert not found["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    assert found["SESSION_COOKIE_NAME"] == "__Host-crawford_session"
    assert found["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://club.example"]
    assert {"club.example", "www.club.example"} <= set(found["ALLOWED_HOSTS"])


def test_an_ipv6_address_is_allowed(tmp_path):
    found = load(tmp_path, CRAWFORD_URL="http://[2001:db8::7]:8000")
    assert "[2001:db8::7]" in found["ALLOWED_HOSTS"]


def test_a_worker_of_its_own_finds_the_settings(tmp_path):
    """As in the README: celery -A clubsite.celery worker."""
    done = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "clubsite.celery", "report"],
        cwd=ROOT,
        env=environment(tmp_path / "var", CRAWFORD_SECRET_KEY=SECRET),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "memory://localhost/" in done.stdout


def test_larger_set_up(tmp_path):
    found = load(
        tmp_path,
        DATABASE_URL="postgresql://club:secret@db.example:5433/club?connect_timeout=9",
        REDIS_URL="redis://redis.example:6379/1",
    )
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"]) == ("db.example", 5433)
    assert database["CONN_HEALTH_CHECKS"] is True
    assert database["CONN_MAX_AGE"] == 600
    options = database["OPTIONS"]
    assert options["application_name"] == "crawford"
    assert options["tcp_user_timeout"] == 5_000
    assert int(options["connect_timeout"]) == 9  # the address has the last word
    assert found["CELERY_BROKER_URL"] == "redis://redis.example:6379/1"
    cache = found["CACHES"]["kept"]
    assert cache["BACKEND"] == "django_redis.cache.RedisCache"
    assert cache["OPTIONS"]["IGNORE_EXCEPTIONS"]


def test_the_demonstration_has_cookies_of_its_own(tmp_path):
    assert load(tmp_path, CRAWFORD_DEMO="1")["SESSION_COOKIE_NAME"] == (
        "crawford_demo_session"
    )


def test_processes_load_no_library_before_somebody_needs_it(tmp_path):
    """Each takes 3 to 20 MB of every process that has loaded it."""
    code = (
        "import sys, django; django.setup()\n"
        "from django.urls import get_resolver; get_resolver().url_patterns\n"
        "from clubsite.wsgi import application\n"
        "seldom = {'PIL', 'fontTools', 'icalendar', 'pypdf', 'weasyprint'}\n"
        "print(sorted(seldom & sys.modules.keys()), 'matches.urls' in sys.modules)"
    )
    environ = {"CRAWFORD_SECRET_KEY": SECRET, "CRAWFORD_LOG_LEVEL": "ERROR"}
    done = run(tmp_path, "-c", code, **environ)
    assert (done.returncode, done.stdout) == (0, "[] True\n"), done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CRAWFORD_DEBUG", "perhaps"),
        ("CRAWFORD_URL", "club.example"),
        ("CRAWFORD_LANGUAGE", "tlh"),
        ("CRAWFORD_LOG_LEVEL", "LOUD"),
        ("CRAWFORD_TIME_ZONE", "Mars/Olympus"),
    ],
)
def test_nonsense_stops_the_start(tmp_path, name, value):
    done = run(tmp_path, "-c", SHOW, CRAWFORD_SECRET_KEY=SECRET, **{name: value})
    assert done.returncode != 0
    assert f"{name} is '{value}'" in done.stderr


def test_every_variable_is_printed_without_secrets(tmp_path):
    given = {
        "CRAWFORD_SECRET_KEY": SECRET,
        "CRAWFORD_HOSTS": "www.club.example",
        "DATABASE_URL": "postgresql://club:pass-word@db.example/club",
    }
    done = run(tmp_path, "manage.py", "settings", **given)
    for variable in VARIABLES:
        assert f"{variable.name}\n    {variable.meaning}\n" in done.stdout
    assert "    now: www.club.example\n" in done.stdout
    assert "    now: postgresql://…@db.example/club\n" in done.stdout
    assert SECRET not in done.stdout
    assert "pass-word" not in done.stdout


def test_variables_are_printed_before_there_is_a_secret(tmp_path):
    done = run(tmp_path, "manage.py", "settings", CRAWFORD_LANGUAGE="da")
    assert done.returncode == 0, done.stderr
    assert "    now: da\n" in done.stdout
    for block in re.split(r"\n(?=\S)", done.stdout):
        if block.startswith("CRAWFORD_SECRET_KEY\n"):
            assert "now:" not in block
            return
    raise AssertionError(done.stdout)


POLICY = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


@pytest.mark.parametrize("path", ["/healthz", "/", "/login/", "/no/such/page/"])
def test_headers(client, db, path):
    headers = client.get(path).headers
    assert set(headers["Content-Security-Policy"].split("; ")) == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_request_under_a_wrong_name_is_refused(client):
    answer = client.get("/healthz", headers={"Host": "evil.example"})
    assert answer.status_code == 400


def test_only_reading_is_allowed_at_the_sign_of_life(client):
    assert client.post("/healthz").status_code == 405


def test_a_large_upload_never_reaches_the_disk(client, db, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    content = b"x" * 12_000_000
    (tmp_path / "large.csv").write_bytes(content)
    with (tmp_path / "large.csv").open("rb") as upload:
        answer = client.post("/login/", {"login": "ada", "file": upload})
    assert answer.status_code < 500
    assert answer.wsgi_request.FILES == {}
    assert [file.name for file in tmp_path.iterdir()] == ["large.csv"]


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("no", "nb"),
        ("no-NO,no;q=0.9,en;q=0.8", "nb"),
        ("nn-NO", "nb"),
        ("nn", "nb"),
        ("nb-NO", "nb"),
        ("nl-BE", "nl"),
        ("sv-FI", "sv"),
        ("fi", "en"),
    ],
)
def test_the_language_of_a_first_visit(client, asked, language):
    page = client.get("/help/", headers={"Accept-Language": asked})
    assert page["Content-Language"] == language
