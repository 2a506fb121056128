"""The settings. They are safe by default; only environment variables change them."""

import secrets
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from clubsite.environment import (
    data_folder,
    env_bool,
    env_choice,
    env_count,
    env_database,
    env_hsts,
    env_list,
    env_mail,
    env_networks,
    env_secret,
    env_sites,
    env_text,
    env_url,
    env_zone,
)

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = data_folder(BASE_DIR)
BACKUP_DIR = DATA_DIR / "backups"
_second = env_text("CRAWFORD_BACKUP_FOLDER")
BACKUP_SECOND_DIR = Path(_second) if _second else None
DEBUG = env_bool("CRAWFORD_DEBUG")
DEMO = env_bool("CRAWFORD_DEMO")

# Secrets -------------------------------------------------------------------

try:
    SECRET_KEY = env_secret("CRAWFORD_SECRET_KEY", DATA_DIR / "secret_key")
except ImproperlyConfigured:
    if not DEBUG:
        raise
    SECRET_KEY = secrets.token_urlsafe(48)  # valid for this process only
SECRET_KEY_FALLBACKS = env_list("CRAWFORD_SECRET_KEY_FALLBACKS")

# Address -------------------------------------------------------------------

_address = urlsplit(env_url("CRAWFORD_URL") or "http://127.0.0.1:8000")
SITE_URL = f"{_address.scheme}://{_address.netloc}"
# Of a site at https://club.example/backgammon: `reverse` begins with it, and requests
# come with it. What clients say of it counts for nothing (clubsite.server).
SITE_PATH = _address.path
FORCE_SCRIPT_NAME = SITE_PATH or None
HTTPS = _address.scheme == "https"
_host = _address.hostname or ""
ALLOWED_HOSTS = sorted(
    {"localhost", "127.0.0.1", "[::1]", f"[{_host}]" if ":" in _host else _host}
    | set(env_list("CRAWFORD_HOSTS"))
)
CSRF_TRUSTED_ORIGINS = [SITE_URL]
EMBED_SITES = env_sites("CRAWFORD_EMBED_SITES")
WEBHOOK_NETWORKS = env_networks("CRAWFORD_WEBHOOK_NETWORKS")
TRUSTED_PROXIES = env_count("CRAWFORD_PROXY")  # one behind the other
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Transport and cookies -----------------------------------------------------

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [rf"^{SITE_PATH[1:]}/?(healthz|readyz)$"]
_hsts = env_hsts("CRAWFORD_HSTS")
SECURE_HSTS_SECONDS = _hsts.seconds if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and _hsts.subdomains
SECURE_HSTS_PRELOAD = HTTPS and _hsts.preload
# The HSTS warnings about subdomains and preload: a club decides, with CRAWFORD_HSTS.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# A browser shares cookies between all ports of one host. Without a separate name
# the demonstration would log the director out of the club's real site.
# Under a path of a site they are for this path alone, which `__Host-` does not allow.
_secure = ("__Secure-" if SITE_PATH else "__Host-") if HTTPS else ""
_cookie = _secure + ("crawford_demo" if DEMO else "crawford")
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = LANGUAGE_COOKIE_PATH = f"{SITE_PATH}/"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_NAME = f"{_cookie}_session"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 24 * 60 * 60  # slides while used: matches.accounts.middleware
MESSAGE_STORAGE = "matches.web.told.Storage"
MESSAGES_COOKIE_NAME = f"{_cookie}_messages"
KNOWN_BROWSER_COOKIE_NAME = f"{_cookie}_known"  # matches.web.throttle
CSRF_COOKIE_NAME = f"{_cookie}_csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# What a request may carry: 5,000 pasted lines of long names in any script.
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
DATA_UPLOAD_MAX_NUMBER_FILES = 20
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
# Larger files are dropped while they arrive and never touch the disk.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# Application ---------------------------------------------------------------

INSTALLED_APPS = [
    "clubsite.apps.ClubsiteConfig",
    "tournaments",
    "matches",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "csp",
]
MIDDLEWARE = [
    # Kept pages go out as they were made: compressed, with the headers of those below.
    "clubsite.public_cache.PublicCache",
    # Before the rest, so that redirects and refusals of those below carry the headers
    # too.
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "matches.accounts.middleware.private_answers",
    # Compress pages for phones on a slow network; static files are compressed already.
    # The secrets in a page are masked differently in each response, and the length of a
    # response varies at random, so that its size reveals no secret.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "matches.web.club_language.club_language",
    "django.middleware.common.CommonMiddleware",
    "matches.web.bidi.isolating_names",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "matches.accounts.middleware.names_for_viewer",
    "matches.accounts.middleware.sliding_session",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "matches.web.middleware.SignInMiddleware",
    "matches.api.core.api_answers",
]
ROOT_URLCONF = "clubsite.urls"
WSGI_APPLICATION = "clubsite.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "matches.templatetags.components",
                "tournaments.templatetags.tournament_tags",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "matches.accounts.access.for_templates",
                "matches.web.context.site",
                "matches.web.club.for_templates",
                "matches.reports.you.for_templates",
            ],
        },
    }
]

# People --------------------------------------------------------------------

AUTH_USER_MODEL = "matches.User"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.NumericPasswordValidator"},
    {"NAME": "matches.accounts.passwords.KnownWordsValidator"},
]
# Logging in, the second factor and the list of sessions are django-allauth's.
ACCOUNT_ADAPTER = "matches.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_SIGNUP_ENABLED = False  # only by links: matches.accounts.services
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_LOGIN_TIMEOUT = ACCOUNT_REAUTHENTICATION_TIMEOUT = 10 * 60
ACCOUNT_FORMS = {"login": "matches.accounts.forms.LoginForm"}
ACCOUNT_REAUTHENTICATION_METHODS = {"password"}
# Passwords are limited by address, then by name, and by browser where the name is known
# (matches.accounts.adapter). `login_failed` limits codes, which follow the right
# password, by account.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "reauthenticate": None,
    "login_failed": "10/5m/key",
    "password": "20/5m/key",
    "password_of_name": "100/5m/key",
}
MFA_ADAPTER = "matches.accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1  # a phone may be half a minute off
MFA_FORMS = {
    "authenticate": "matches.accounts.forms.CodeForm",
    "authenticate_webauthn": "matches.accounts.forms.PasskeyForm",
    "add_webauthn": "matches.accounts.forms.NewPasskeyForm",
    "edit_webauthn": "matches.accounts.forms.PasskeyNameForm",
    "activate_totp": "matches.accounts.forms.FirstCodeForm",
}

# Database ------------------------------------------------------------------

DATABASES = {
    "default": env_database("DATABASE_URL", f"sqlite:///{DATA_DIR}/crawford.sqlite3")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A recorded result must survive a power cut (synchronous=FULL). IMMEDIATE takes the
    # write lock at the start of a transaction: a writer waits there, up to `timeout`.
    # Without it, a transaction that first reads and then writes fails at once if
    # another one has written meanwhile.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL;"
            "PRAGMA synchronous=FULL;"
            "PRAGMA journal_size_limit=16777216;"
        ),
    }
else:
    # By this name a restore knows whether another copy of the product is connected.
    # A server that is cut off is given up after some seconds.
    DATABASES["default"]["OPTIONS"] = {
        "application_name": "crawford",
        "connect_timeout": 3,
        "tcp_user_timeout": 5_000,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
        **DATABASES["default"].get("OPTIONS", {}),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Cache and queue -----------------------------------------------------------

REDIS_URL = env_text("REDIS_URL")
REDIS_SECONDS = 0.5
"""How long a page waits for one answer of Redis."""


def _cache(kept: str, most: int) -> dict[str, object]:
    """Return the settings of a cache; `most` is how many values memory holds."""
    if not REDIS_URL:
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": kept,
            "OPTIONS": {"MAX_ENTRIES": most},
        }
    return {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": kept,
        "OPTIONS": {
            # A Redis that is away, full or hung is a cache that has nothing.
            "IGNORE_EXCEPTIONS": True,
            "SOCKET_TIMEOUT": REDIS_SECONDS,
            "SOCKET_CONNECT_TIMEOUT": REDIS_SECONDS,
            "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 0)},
        },
    }


# django-allauth counts attempts, and notes codes that were used, in the default cache.
# It is the memory of each process: logging in does not wait for a Redis that is away.
_DEFAULT = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "OPTIONS": {"MAX_ENTRIES": 50_000},
}
# Guesses have a cache of their own: in a shared one, many cached pages would evict the
# counters. Nor do pages that a stranger asks for evict what they are made from.
CACHES = {
    "default": _DEFAULT,
    "kept": _cache("crawford", 300),
    "pages": _cache("crawford-pages", 500),
    "asked": _cache("crawford-asked", 500),
    "counters": _cache("crawford-counters", 50_000),
}
# Without Redis no message passes between processes: the worker finds the rows of new
# jobs by itself (matches.jobs.tasks.tick).
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
# The job row decides and the sweep sends messages again, so a page need not wait for a
# broker that is away or hung.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = (
    {
        "global_keyprefix": "crawford:",
        "socket_timeout": REDIS_SECONDS,
        "socket_connect_timeout": REDIS_SECONDS,
        "max_retries": 0,
    }
    if REDIS_URL
    else {"polling_interval": 0.1}
)
CELERY_BROKER_CONNECTION_TIMEOUT = REDIS_SECONDS
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Without end: a worker whose Redis is away for a night goes on by itself.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# One process below the worker does the jobs, and is replaced after one that made it
# large (kilobytes): papers need much memory.
CELERY_WORKER_CONCURRENCY = 1
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 300_000
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

# E-mail --------------------------------------------------------------------

_mail = env_mail("CRAWFORD_SMTP", "CRAWFORD_MAIL_FROM")
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.starts_tls, _mail.is_tls
EMAIL_TIMEOUT = 10  # a server that says nothing for so long is given up
DEFAULT_FROM_EMAIL = _mail.sender

# Language and time ---------------------------------------------------------

# By their own names, which are not translated. One more: docs/how-to/add-a-language.md
LANGUAGES = [
    ("en", "English"),
    ("da", "Dansk"),
    ("sv", "Svenska"),
    ("nb", "Norsk (bokmål)"),
    ("nl", "Nederlands"),
]
LANGUAGES_BIDI: list[str] = []  # None of these is written from right to left.
# Browsers of Norwegians ask for these.
for _code in ("no", "no-no", "nn", "nn-no"):
    LANG_INFO.setdefault(_code, {})["fallback"] = ["nb"]
LANGUAGE_CODE = env_choice(
    "CRAWFORD_LANGUAGE", tuple(code for code, _name in LANGUAGES), "en"
)
FORMAT_MODULE_PATH = ["clubsite.formats"]
LOCALE_PATHS = [BASE_DIR / "clubsite" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = CELERY_TIMEZONE = env_zone("CRAWFORD_TIME_ZONE")

# Static files --------------------------------------------------------------

STATIC_URL = f"{SITE_PATH}/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "clubsite" / "static"]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "clubsite.storage.StaticFilesStorage"
        )
    },
}

# Log -----------------------------------------------------------------------

LOG_LEVEL = env_choice(
    "CRAWFORD_LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR"), "INFO"
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"brief": {"()": "clubsite.run.logs.WithoutTraceback"}},
    "formatters": {"plain": {"()": "clubsite.run.logs.PlainFormatter"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "plain"},
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Requests with a wrong host name come from outside and need no action.
        "django.security.DisallowedHost": {"filters": ["brief"]},
        # It warns of every request that is not HTTP, which needs no action.
        "uvicorn.error": {"level": "ERROR"},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
        "fontTools": {"level": "WARNING"},
        "fido2": {"level": "WARNING"},
    },
}
