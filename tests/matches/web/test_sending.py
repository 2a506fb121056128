"""To which addresses messages go, whatever a name resolves to."""

import socket
from ipaddress import ip_network

import pytest

from matches.web import sending
from tests.refusals import raises

PUBLIC = ("9.9.9.9", "2620:fe::9", "::ffff:9.9.9.9", "64:ff9b::9.9.9.9")
PRIVATE = (
    *("127.0.0.1", "10.0.0.5", "172.17.0.1", "192.168.1.20", "100.64.0.1"),
    *("169.254.169.254", "198.18.0.1", "192.0.2.1", "0.0.0.0", "255.255.255.255"),
    *("224.0.0.1", "::", "::1", "::7f00:1", "fd00::1", "fe80::1", "fec0::1"),
    *("ff02::1", "2001:db8::1", "::ffff:10.0.0.5", "::ffff:169.254.169.254"),
    *("64:ff9b::127.0.0.1", "64:ff9b::10.0.0.5", "64:ff9b:1::9.9.9.9"),
    *("2002:7f00:1::", "2002:a00:5::1", "2001:0:7f00:1::", "2001:0:909:909::f5ff:fffa"),
)


class Network:
    """Names and machines that are not there: what was connected to is kept."""

    def __init__(self, *numbers):
        self.numbers = numbers
        self.reached: list[tuple[str, int]] = []

    def getaddrinfo(self, _name, port, **_more):
        kind = socket.SOCK_STREAM
        return [(0, kind, 6, "", (number, port)) for number in self.numbers]

    def create_connection(self, to, **_more):
        self.reached.append(to)
        here, self.there = socket.socketpair()
        found = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n"
        self.there.sendall(found)
        return here


@pytest.fixture
def network(monkeypatch):
    made = Network("9.9.9.9")
    for name in ("getaddrinfo", "create_connection"):
        monkeypatch.setattr(sending.socket, name, getattr(made, name))
    yield made
    if made.reached:
        made.there.close()


@pytest.mark.parametrize("number", PUBLIC)
def test_public_addresses_are_reached(network, number):
    network.numbers = (number, "9.9.9.10")
    sending.check_address("http://board.example/")
    status = sending.post("http://board.example/news", b"{}", {})
    assert status == 302  # and it is not followed
    assert network.reached == [(number, 80)]
    sent = network.there.recv(10_000).decode()
    assert sent.startswith("POST /news HTTP/1.1\r\nHost: board.example\r\n")


@pytest.mark.parametrize("number", PRIVATE)
def test_private_addresses_are_not(network, number):
    for numbers in ((number,), ("9.9.9.9", number)):
        network.numbers = numbers
        with raises(sending.NOT_PUBLIC):
            sending.check_address("https://board.example/")
        sent = sending.post("https://board.example/", b"{}", {})
        assert (sent, network.reached) == (None, [])


def test_networks_that_the_administrator_names_are(network, settings):
    settings.WEBHOOK_NETWORKS = [ip_network("192.168.1.0/24"), ip_network("fd00::/8")]
    allowed = ("192.168.1.20", "::ffff:192.168.1.20", "64:ff9b::c0a8:114", "fd00::1")
    assert all(map(sending.is_allowed, allowed))
    assert not any(map(sending.is_allowed, ("192.168.2.1", "127.0.0.1", "::1")))
    network.numbers = ("192.168.1.20",)
    assert sending.post("http://board:8080/", b"{}", {}) == 302
    assert network.reached == [("192.168.1.20", 8080)]


@pytest.mark.parametrize("port", [1, 22, 25, 53, 445, 1023, 65_536, 99_999])
def test_ports_of_other_services_are_refused(network, port):
    with raises(sending.NOT_PUBLIC):
        sending.check_address(f"http://board.example:{port}/")
    assert sending.post(f"http://a.example:{port}/", b"{}", {}) is None
    assert network.reached == []


@pytest.mark.parametrize("port", [80, 443, 1024, 65_535])
def test_ports_of_web_servers_are_not(network, port):
    sending.check_address(f"http://board.example:{port}/")
    assert sending.post(f"http://a.example:{port}/", b"{}", {}) == 302
    assert network.reached == [("9.9.9.9", port)]


def test_a_name_that_moves_after_the_look_is_not_followed(network):
    """The look-up that is checked is the one whose answer is connected to."""
    answers = [("9.9.9.9",), ("127.0.0.1",)]

    def moves(name, port, **more):
        network.numbers = answers.pop(0)
        return Network.getaddrinfo(network, name, port, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sending.socket, "getaddrinfo", moves)
        assert sending.post("http://a.example/", b"{}", {}) == 302
    assert network.reached == [("9.9.9.9", 80)]
    assert answers == [("127.0.0.1",)]


@pytest.mark.parametrize("name", ["nobody.invalid", f"{'a' * 70}.example"])
def test_a_name_that_nobody_knows_may_be_known_later(monkeypatch, name):
    def unknown(host, *_given, **_more):
        host.encode("idna")
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(sending.socket, "getaddrinfo", unknown)
    sending.check_address(f"http://{name}/")
    assert sending.post(f"http://{name}/", b"{}", {}) is None
