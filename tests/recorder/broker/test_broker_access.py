"""Credentials, TLS, and addresses of brokers."""

from __future__ import annotations

import resource
import socket
import subprocess
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from recorder.broker.address import BrokerAddress, BrokerError
from recorder.broker.link import Link

if TYPE_CHECKING:
    from tests.conftest import Broker
    from tests.recorder.broker.conftest import Gathering

    Until = Callable[[str, Callable[[], bool]], None]


class Heard:
    """A link, and what it heard."""

    def __init__(self, address: BrokerAddress) -> None:
        self.messages: list[tuple[str, bytes]] = []
        self.ups = 0
        self.downs: list[str] = []
        self.link = Link(
            address,
            take=lambda topic, payload: self.messages.append((topic, payload)),
            up=self._up,
            down=self.downs.append,
            topics=("x/#",),
        )
        self.link.start()

    def _up(self) -> None:
        self.ups += 1


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("mqtt://broker", ("broker", 1883, False, "", "kifuwatch")),
        ("broker.example:99", ("broker.example", 99, False, "", "kifuwatch")),
        ("mqtts://us%40er:p%2Fw@[::1]/go/2026", ("::1", 8883, True, "us@er", "go/2026")),
    ],
)
def test_addresses(url: str, expected: tuple[str, int, bool, str, str]) -> None:
    address = BrokerAddress.parse(url)
    assert (address.host, address.port, address.tls, address.user, address.prefix) == expected
    assert "p/w" not in str(address)
    assert "us@er" not in str(address)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://broker", "mqtt://HOST:PORT"),
        ("mqtt://", "mqtt://HOST:PORT"),
        ("mqtt://b:port", "no address"),
        ("mqtt://b/a%23b", "no #"),
    ],
)
def test_addresses_that_are_none(url: str, told: str) -> None:
    with pytest.raises(BrokerError, match=told):
        BrokerAddress.parse(url)


def test_passwords_are_not_repeated_in_what_is_told() -> None:
    with pytest.raises(BrokerError) as told:
        BrokerAddress.parse("ftp://me:secret@b")
    assert "secret" not in str(told.value)


def test_certificates_are_looked_at_before_anything_is_done(tmp_path: Path) -> None:
    broken = tmp_path / "ca.pem"
    broken.write_text("no certificate")
    with pytest.raises(BrokerError, match="need TLS"):
        BrokerAddress.parse("mqtt://b", ca=broken)
    with pytest.raises(BrokerError, match="there is no file"):
        BrokerAddress.parse("mqtts://b", ca=tmp_path / "gone.pem")
    with pytest.raises(BrokerError, match="belong together"):
        BrokerAddress.parse("mqtts://b", certificate=broken)
    with pytest.raises(BrokerError, match="certificates cannot be used"):
        BrokerAddress.parse("mqtts://b", ca=broken)


def test_a_password_is_asked_for_and_a_wrong_one_told_once(broker: Broker, tmp_path: Path, until: Until) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "hall", "gö/1"], check=True, capture_output=True)
    broker.options = ["allow_anonymous false", f"password_file {passwords}"]
    broker.start()
    right = Heard(BrokerAddress.parse(f"mqtt://hall:g%C3%B6%2F1@127.0.0.1:{broker.port}"))
    wrong = Heard(BrokerAddress.parse(f"mqtt://hall:no@127.0.0.1:{broker.port}"))
    until("the right one is let in", lambda: right.ups == 1)
    until("the wrong one is told", lambda: bool(wrong.downs))
    assert "refuses us" in wrong.downs[0]
    assert not wrong.link.publish("x/a", b"1")
    assert right.link.publish("x/a", b"2")
    until("it comes back", lambda: right.messages == [("x/a", b"2")])
    for heard in (right, wrong):
        heard.link.close()
    assert len(wrong.downs) == 1


def test_the_access_list_that_the_help_names_lets_everything_through_that_is_needed_and_no_orders_of_others(
    broker: Broker, play: Callable[..., object], gathering: Callable[..., Gathering], tmp_path: Path, until: Until
) -> None:
    passwords, access = tmp_path / "passwords", tmp_path / "access"
    for number, user in enumerate(("machine", "hub", "viewer")):
        create = [] if number else ["-c"]
        subprocess.run(["mosquitto_passwd", "-b", *create, passwords, user, "1"], check=True, capture_output=True)
    reads = "topic read kifuwatch/#"
    access.write_text(
        f"user machine\n{reads}\ntopic write kifuwatch/agents/hall-a/#\ntopic write kifuwatch/hubs/#\n"
        f"user hub\n{reads}\ntopic write kifuwatch/agents/+/ask\nuser viewer\n{reads}\n"
    )
    broker.options = ["allow_anonymous false", f"password_file {passwords}", f"acl_file {access}"]
    broker.start()
    at = f"127.0.0.1:{broker.port}"
    broker.url = f"mqtt://machine:1@{at}"
    play("hall-a", 1, 5)
    hub, viewer = (gathering(f"mqtt://{user}:1@{at}", user) for user in ("hub", "viewer"))
    until("the hub has the game", lambda: len(hub.lines("hall-a-table-1")) == 5)

    def order(who: Gathering) -> Future[bytes]:
        return who.collector.ask("hall-a", "order", "table-1", content=b"an order")

    assert order(hub).result(5) == b"table-1 1 an order"
    until("the viewer sees who is there", lambda: viewer.collector.agents() == ["hall-a"])
    order(viewer)
    assert order(hub).result(5) == b"table-1 2 an order", "a viewer gives none"


@pytest.mark.filterwarnings("ignore:Exception ignored in. <ssl.SSLSocket")  # paho leaves a refused one open
def test_tls_with_an_authority_of_ones_own(broker: Broker, tmp_path: Path, until: Until) -> None:
    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=tmp_path)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Hall", "-days", "2")
    openssl("req", *key, "-keyout", "b.key", "-out", "b.csr", "-subj", "/CN=localhost")
    (tmp_path / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost")
    openssl("x509", "-req", "-in", "b.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "b.pem",
            "-days", "2", "-extfile", "names")  # fmt: skip
    broker.options = ["allow_anonymous true", f"certfile {tmp_path / 'b.pem'}", f"keyfile {tmp_path / 'b.key'}"]
    broker.start()
    trusting = Heard(BrokerAddress.parse(f"mqtts://127.0.0.1:{broker.port}", ca=tmp_path / "ca.pem"))
    until("it is connected", lambda: trusting.ups == 1)
    assert trusting.link.publish("x/geheim", "柯洁".encode())
    until("it comes back", lambda: trusting.messages == [("x/geheim", "柯洁".encode())])
    stranger = Heard(BrokerAddress.parse(f"mqtts://127.0.0.1:{broker.port}"))
    until("a broker nobody vouches for is not talked to", lambda: bool(stranger.downs))
    assert stranger.ups == 0
    for heard in (trusting, stranger):
        heard.link.close()


def test_a_process_with_a_thousand_open_connections_still_talks_to_the_broker(broker: Broker, until: Until) -> None:
    """A hub has so many viewers, and the broker may have to be connected to anew meanwhile."""
    broker.start()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as held:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
        held.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(600):
            for end in socket.socketpair():
                held.enter_context(end)
        heard = Heard(BrokerAddress.parse(broker.url))
        until("it is connected", lambda: heard.ups == 1)
        assert heard.link.publish("x/a", b"1" * 1_000_000)
        until("it comes back", lambda: len(heard.messages) == 1)
        heard.link.close()


def test_the_connection_is_tried_until_it_is_there_and_again_when_it_is_lost(broker: Broker, until: Until) -> None:
    heard = Heard(BrokerAddress.parse(broker.url))
    until("it is said that there is none", lambda: len(heard.downs) == 1)
    broker.start()
    until("it is there", lambda: heard.ups == 1)
    broker.stop()
    until("it is said again", lambda: len(heard.downs) == 2)
    broker.start()
    until("it is back", lambda: heard.ups == 2)
    heard.link.close()
