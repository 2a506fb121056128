"""Clubs with tables but without data, copied from one that was migrated once."""

import secrets
import shutil
from collections.abc import Callable
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.clubsite.backup.clubs import Club
from tests.live import fill_folder
from tests.servers import create_database

NewClub = Callable[[str], Club]


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory):
    """A database file with all tables."""
    club = Club(tmp_path_factory.mktemp("migrated") / "var")
    fill_folder(club.data)
    club.prepare()
    return club.file


@pytest.fixture(scope="session")
def migrated_server(postgresql_server, tmp_path_factory):
    """A database of PostgreSQL with all tables."""
    address = create_database(postgresql_server, f"migrated_{secrets.token_hex(4)}")
    Club(tmp_path_factory.mktemp("migrated") / "var", address).prepare()
    return address


@pytest.fixture
def new_club(tmp_path, request):
    """Make a club with tables on SQLite or PostgreSQL, in a folder of its own."""

    def make(engine):
        data = tmp_path / f"var of {engine}"  # a shell takes it for three names
        if engine == "sqlite":
            club = Club(data)
            club.make_folder()
            shutil.copy(request.getfixturevalue("migrated_file"), club.file)
            return club
        template = request.getfixturevalue("migrated_server")
        name = f"club_{secrets.token_hex(6)}"
        with psycopg.connect(
            request.getfixturevalue("postgresql_server"), autocommit=True
        ) as server:
            server.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                    sql.Identifier(name),
                    sql.Identifier(urlsplit(template).path.removeprefix("/")),
                )
            )
        club = Club(data, urlsplit(template)._replace(path=f"/{name}").geturl())
        club.make_folder()
        return club

    return make
