"""The browser of the tests and of the pictures: where it may be, how it starts."""

CHROMIUM_PATHS = (
    "/usr/bin/chromium-headless-shell",  # draws the same in two thirds of the time
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
)
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No process in reserve for the next page: a fifth of the time of a new window.
    "--renderer-process-limit=1",
)
