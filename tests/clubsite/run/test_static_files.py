"""Style sheets and scripts as they are served: shorter, and all there."""

from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.management import call_command
from django.test import override_settings

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "clubsite.run.static_files.ShortStaticFilesStorage"},
}


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """The folder that the web server hands out."""
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_every_file_is_served_shorter_under_its_hashed_name(served: Path) -> None:
    for suffix in ("css", "js"):
        for plain in (served / suffix).glob(f"*.{suffix}"):
            if plain.stem.count("."):
                continue
            (hashed,) = (served / suffix).glob(f"{plain.stem}.*.{suffix}")
            source = find(f"{suffix}/{plain.name}")
            assert source is not None
            assert 0 < hashed.stat().st_size < Path(source).stat().st_size
            assert hashed.with_name(f"{hashed.name}.gz").is_file()


def test_comments_go_and_rules_stay(served: Path) -> None:
    (tokens,) = (served / "css").glob("tokens.*.css")
    text = tokens.read_text()
    assert "/*" not in text
    assert "light-dark(" in text
