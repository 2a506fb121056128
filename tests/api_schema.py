"""The HTTP API, asked by schemathesis: `python -m tests.api_schema [OPTIONS]`.

schemathesis invents requests from the schema and looks for answers that the schema does
not allow. It is heavy and used by nothing else, so it has an environment of its own in
`.pytest_cache`, made at the first run. It asks a demonstration, with a token that may
enter players, games and results. Not as a stranger: it would invent tokens, and whoever
guesses them is slowed.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import django

VERSION: Final = "4.32.5"
ROOT: Final = Path(__file__).resolve().parent.parent
HOME: Final = ROOT / ".pytest_cache" / f"schemathesis-{VERSION}"
API: Final = "/api/v1/"
LEFT_OUT: Final = "positive_data_acceptance"
"""It wants every request of the right shape to be accepted; 0–0 has it, and is none."""
TOKEN: Final = """
from datetime import timedelta
from django.utils import timezone
from matches.accounts.models import User
from matches.accounts.roles import Role
from matches.api.models import ApiToken
from matches.api.tokens import make_token
owner = User.objects.create_user(username="Schema", role=Role.OWNER)
ends_at = timezone.now() + timedelta(days=1)
plan = ApiToken(name="Schema", role=Role.DESK, ends_at=ends_at, created_by=owner)
print("TOKEN", make_token(plan))
"""


def main(arguments: Sequence[str]) -> int:
    """Ask a demonstration, print what is wrong, and return 1 if anything is."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.live import Live, start_live  # noqa: PLC0415 - Django is set up by now

    program = _program()
    with (
        tempfile.TemporaryDirectory() as folder,
        start_live(Path(folder) / "var", "--demo") as live,
    ):
        assert isinstance(live, Live)
        config = Path(folder) / "schemathesis.toml"
        config.write_text(_config(_values(live.url)), encoding="utf-8")
        token = live.manage("shell", "-c", TOKEN).split("TOKEN ")[1].strip()
        asked = (program, "--config-file", str(config), "run", *arguments)
        asked += (f"{live.url}{API}openapi.json", "--exclude-checks", LEFT_OUT)
        asked += ("--generation-database", "none")
        asked += ("--header", f"Authorization: Bearer {token}")
        done = subprocess.run(asked, cwd=folder, check=False)
        broken = [line for line in live.lines if "Traceback" in line]
        print("".join(broken), end="")
    return int(bool(done.returncode or broken))


def _program() -> str:
    """Return schemathesis, installed where the last run left it."""
    program = HOME / "bin" / "schemathesis"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", HOME], check=True)
        wanted = f"schemathesis=={VERSION}"
        pip = (HOME / "bin" / "python", "-m", "pip", "install", "--quiet", wanted)
        subprocess.run(pip, check=True)
    return str(program)


def _values(site: str) -> dict[str, Any]:
    """Return real values for the parts of addresses: invented ones are all unknown."""
    evening = next(_running(site))
    stage = f"tournaments/{evening['id']}/stages/1/"
    matches = _read(site, f"tournaments/{evening['id']}/matches/")["items"]
    return {
        "slug": evening["id"],
        "stage": 1,
        "number": 1,
        "code": next(one["match"] for one in matches if one["match"]),
        "pk": _read(site, f"{stage}draws/")["draws"][0]["id"],
        "key": _read(site, "players/")["items"][0]["key"],
    }


def _running(site: str) -> Iterator[dict[str, Any]]:
    """Yield the tournaments with a match."""
    for one in _read(site, "tournaments/")["items"]:
        if _read(site, f"tournaments/{one['id']}/matches/")["items"]:
            yield one


def _read(site: str, path: str) -> Any:
    with urllib.request.urlopen(f"{site}{API}{path}", timeout=10) as answer:
        return json.load(answer)


def _config(values: dict[str, Any]) -> str:
    rows = [f"{name} = {json.dumps(value)}" for name, value in values.items()]
    return "\n".join(["[parameters]", *rows, ""])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
