"""A connection to a broker that is tried for ever, and never holds anybody up.

paho's own loop waits by `select`, which fails in a process with a thousand open connections, and a hub has those:
its viewers. So the waiting is done here.
"""

from __future__ import annotations

import logging
import secrets
import selectors
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from recorder.broker.address import BrokerAddress
from recorder.broker.messages import QOS

logger = logging.getLogger(__name__)

KEEPALIVE = 10
"""Seconds between signs of life; after half as long again without one the broker tells the last will."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""Seconds before the connection is tried again."""
LOOK_ROUND = 1.0
"""Seconds from one look at what is due to the next, where nothing comes."""
PARTING = 8.0
"""Seconds the connection has to end; a try to connect may be under way."""
LARGEST = 16 * 2**20
"""Bytes of a message; a larger one is passed over."""

Take = Callable[[str, bytes], None]


class Will(NamedTuple):
    """What the broker tells (retained) when we are gone without a word."""

    topic: str
    payload: bytes


class Link(threading.Thread):
    """Talks to a broker.

    Parameters
    ----------
    address : BrokerAddress
    take : callable
        Gets topic and payload of every message, in the link's own thread.
    up : callable
        Called in that thread whenever the connection is there (again); what it publishes goes first.
    down : callable
        Called with the reason when the connection is lost or cannot be made; once for each time.
    topics : sequence of str
        What to listen to.
    will : Will or None

    Attributes
    ----------
    connected : threading.Event
    """

    def __init__(
        self,
        address: BrokerAddress,
        *,
        take: Take,
        up: Callable[[], None],
        down: Callable[[str], None],
        topics: tuple[str, ...] = (),
        will: Will | None = None,
    ) -> None:
        super().__init__(name="broker", daemon=True)
        self.address = address
        self.connected = threading.Event()
        self._take, self._up, self._down, self._topics = take, up, down, topics
        self._told_down = self._was_up = False
        self._closing = threading.Event()
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._woken.setblocking(False)
        self._client = client = paho.Client(
            CallbackAPIVersion.VERSION2,
            # A name of its own: two of one name would throw each other out for ever.
            client_id=f"kifuwatch-{secrets.token_hex(8)}",
            protocol=MQTTProtocolVersion.MQTTv311,
            clean_session=True,
        )
        client.suppress_exceptions = True
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_socket_register_write = lambda *_: self._ring()
        if address.user:
            client.username_pw_set(address.user, address.password or None)
        if (context := address.context()) is not None:
            client.tls_set_context(context)
        if will is not None:
            client.will_set(will.topic, will.payload, qos=QOS, retain=True)

    def run(self) -> None:
        """Connect, and again whenever the connection is lost, until closed."""
        wait = FIRST_WAIT
        while not self._closing.is_set():
            try:
                self._client.connect(self.address.host, self.address.port, keepalive=KEEPALIVE)
            except (OSError, ValueError) as error:
                logger.debug("%s: %s", self.address, error)
                self._lose(f"the broker {self.address} cannot be reached; I try again")
            else:
                self._was_up = False
                self._talk()
                if self._was_up:
                    wait = FIRST_WAIT
            self._closing.wait(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    def _talk(self) -> None:
        """Read and write until the connection ends."""
        client, ours = self._client, self._client.socket()
        if ours is None:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(ours, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while client.socket() is ours:
                wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.want_write() else 0)
                selector.modify(ours, wanted)
                # TLS may have read more than was asked for: then nothing more comes from below.
                waiting = getattr(ours, "pending", lambda: 0)()
                ready = {key.fileobj: events for key, events in selector.select(0 if waiting else LOOK_ROUND)}
                if self._woken in ready:
                    with suppress(BlockingIOError):
                        self._woken.recv(4096)
                if waiting or ready.get(ours, 0) & selectors.EVENT_READ:
                    client.loop_read()
                if client.socket() is ours and client.want_write():
                    client.loop_write()
                client.loop_misc()

    def _ring(self) -> None:
        """Something is to be written: from whichever thread."""
        with suppress(OSError):
            self._wake.send(b"1")

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, qos: int = QOS) -> bool:
        """Send a message if the connection is there.

        Returns
        -------
        bool
            Whether it went out. What did not is not kept: the logs are, and are asked for.
        """
        if not self.connected.is_set():
            return False
        return self._client.publish(topic, payload, qos=qos, retain=retain).rc == paho.MQTT_ERR_SUCCESS

    def close(self, last: tuple[str, bytes] | None = None) -> None:
        """End in good order; `last` is published (retained) before."""
        if self.connected.is_set() and last is not None:
            told = self._client.publish(last[0], last[1], qos=QOS, retain=True)
            try:
                told.wait_for_publish(2.0)
            except (RuntimeError, ValueError) as error:
                logger.debug("the farewell did not go out: %s", error)
        self._closing.set()
        self._client.disconnect()
        self._ring()
        if self.is_alive():
            self.join(PARTING)
        self.connected.clear()
        self._wake.close()
        self._woken.close()

    def _on_connect(
        self, client: paho.Client, _data: Any, _flags: Mapping[str, Any], reason: Any, _properties: Any
    ) -> None:
        if reason.is_failure:
            self._lose(f"the broker {self.address} refuses us: {reason}")
            return
        for topic in self._topics:
            client.subscribe(topic, qos=QOS)
        self._told_down, self._was_up = False, True
        self.connected.set()
        self._up()

    def _on_disconnect(self, _client: paho.Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self.connected.clear()
        if reason.is_failure:
            self._lose(f"the connection to the broker {self.address} is lost; I try again")

    def _lose(self, why: str) -> None:
        if not self._told_down:
            self._told_down = True
            self._down(why)

    def _on_message(self, _client: paho.Client, _data: Any, message: paho.MQTTMessage) -> None:
        if len(message.payload) > LARGEST:
            logger.warning("a message of %d bytes on %s is passed over", len(message.payload), message.topic)
            return
        try:
            self._take(message.topic, bytes(message.payload))
        except Exception:  # whatever somebody publishes, the connection goes on
            logger.exception("a message on %s could not be used", message.topic)
