"""Where the site may listen, and how others reach it."""

import ipaddress
import socket

import pytest

from clubsite.run import network
from clubsite.run.network import Bind


@pytest.mark.parametrize(
    ("text", "bind"),
    [
        ("127.0.0.1:9000", Bind("127.0.0.1", 9000)),
        (":9000", Bind("127.0.0.1", 9000)),
        ("9000", Bind("127.0.0.1", 9000)),
        ("club.example", Bind("club.example", 8000)),
        ("0.0.0.0:0", Bind("0.0.0.0", 0)),
        ("[::1]:9000", Bind("::1", 9000)),
        ("[::1]", Bind("::1", 8000)),
        ("::1", Bind("::1", 8000)),
    ],
)
def test_bind(text, bind):
    assert network.parse_bind(text) == bind


@pytest.mark.parametrize("text", ["127.0.0.1:port", "host:70000", "host:-1", ":1:x]:y"])
def test_bind_refused(text):
    with pytest.raises(ValueError, match=r".*"):
        network.parse_bind(text)


def test_bind_is_written_as_in_an_address():
    assert str(Bind("::1", 80)) == "[::1]:80"
    assert str(Bind("192.0.2.7", 80)) == "192.0.2.7:80"
    assert Bind("0.0.0.0").is_everywhere
    assert not Bind().is_everywhere


def test_a_taken_port_is_named_with_a_way_out():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(network.BindError) as raised:
            network.listen(Bind("127.0.0.1", port))
    assert f"127.0.0.1:{port}" in str(raised.value)
    assert f"./run --bind 127.0.0.1:{port + 1}" in str(raised.value)


def test_an_unknown_host_is_refused():
    with pytest.raises(network.BindError, match="Cannot listen on"):
        network.listen(Bind("host.invalid", 0))


def test_the_machine_knows_itself():
    for address in network.machine_addresses():
        assert not ipaddress.ip_address(address).is_loopback
    assert all(network.machine_names())
