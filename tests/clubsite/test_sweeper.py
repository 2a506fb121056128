"""The sweep goes on whatever fails."""

import pytest
from django.db import OperationalError as DatabaseDown
from kombu.exceptions import OperationalError as BrokerDown

from clubsite import sweeper

pytestmark = pytest.mark.django_db


def test_every_job_found_is_sent():
    sent = []
    sweeper.sweep_once(lambda: [3, 5], sent.append)
    assert sent == [3, 5]


def test_a_database_that_is_down_is_no_end(caplog):
    def broken():
        raise DatabaseDown("down")

    sweeper.sweep_once(broken, print)
    assert "could not read its jobs" in caplog.text


@pytest.mark.parametrize("error", [BrokerDown("down"), ConnectionRefusedError("down")])
def test_a_broker_that_is_down_is_no_end(caplog, error):
    def broken(_job_id):
        raise error

    sweeper.sweep_once(lambda: [3], broken)
    assert "could not reach the broker: down" in caplog.text
