"""The log tells what happened and gives nothing away."""

import logging

from clubsite.run.logs import PlainFormatter


def logged(message, *arguments):
    record = logging.LogRecord("t", logging.INFO, "", 0, message, arguments, None)
    return PlainFormatter().format(record)


def test_a_set_up_link_is_hidden():
    line = logged("Not Found: %s", "/setup/s3cr3t-token/")
    assert "s3cr3t" not in line
    assert "/setup/…" in line


def test_a_visitor_cannot_write_lines_of_the_log():
    line = logged("Not Found: %s", "/x\n2026-01-01 INFO forged\x1b[2J\r\u2028y")
    assert "\n" not in line
    assert "\\n2026" in line
    assert "\\x1b[2J\\x0d\\x2028y" in line


def test_a_stranger_with_a_wrong_name_costs_one_line():
    logger = logging.getLogger("django.security.DisallowedHost")
    record = logger.makeRecord(
        logger.name, logging.ERROR, "", 0, "Invalid host", (), (ValueError,) * 3
    )
    assert logger.filter(record)
    assert PlainFormatter().format(record).endswith("DisallowedHost: Invalid host")


def test_a_traceback_keeps_its_lines():
    try:
        raise ValueError("/setup/s3cr3t/")
    except ValueError as error:
        exc_info = (type(error), error, error.__traceback__)
        record = logging.LogRecord("t", logging.ERROR, "", 0, "broke", (), exc_info)
    text = PlainFormatter().format(record)
    assert "\nTraceback" in text
    assert "s3cr3t" not in text
