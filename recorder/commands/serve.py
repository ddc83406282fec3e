"""`kifuwatch serve`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recorder.commands.agent import BrokerCa, BrokerCert, BrokerKey, BrokerUrl, find_broker

if TYPE_CHECKING:
    import socket

    from recorder.hall.hall import Hall
    from recorder.web.access import Access, Role


STALLED_MS = 20_000
"""Milliseconds after which a connection is given up whose other end takes nothing (Linux)."""


def serve(
    demo: Annotated[
        bool, typer.Option("--demo", help="Sample films play as if they were cameras: to try all of it.")
    ] = False,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where it can be reached: 0.0.0.0 for all the network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8361,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where games are kept; the user's data folder without it.")
    ] = None,
    new_secrets: Annotated[
        bool, typer.Option("--new-secrets", help="Make new secrets for operator and referee; the old ones are void.")
    ] = False,
    broker: Annotated[str | None, BrokerUrl] = None,
    broker_ca: Annotated[Path | None, BrokerCa] = None,
    broker_cert: Annotated[Path | None, BrokerCert] = None,
    broker_key: Annotated[Path | None, BrokerKey] = None,
) -> None:
    """Run the live console: pages for the operator, the referee and the public.

    With --broker it also shows the boards of all machines that publish there (`kifuwatch agent`).

    Exit status: 0 ended by Ctrl-C, 2 unusable arguments.
    """
    from recorder.hall.hall import Hall
    from recorder.hall.store import HallStore, StoreError
    from recorder.messages import refuse, say
    from recorder.web.access import Access

    if broker is not None:
        address = find_broker(broker, broker_ca, broker_cert, broker_key)
    if demo and data is None:
        data = default_folder() / "demo"
    try:
        store = HallStore(data or default_folder())
    except StoreError as error:
        refuse(error)
    if store.mended:
        say(store.mended)
    listening = take_port(host, port)
    access = Access(store)
    secrets = access.make_secrets(new_secrets)
    if broker is None:
        hall = Hall(store)
    else:
        from recorder.broker.far_hall import FarHall

        hall = FarHall(store, address, say)
    if demo:
        from recorder.hall.demo import set_up

        set_up(store)
    _run(hall, access, listening, host, secrets)


def default_folder() -> Path:
    """Where data are kept unless said otherwise."""
    import os
    import sys

    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kifuwatch"


def take_port(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done, so that it answers as soon as it is printed."""
    import socket

    from recorder.messages import refuse

    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        refuse(f"{host} is no address of this machine: leave --host out, or give 0.0.0.0 for all the network")
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A viewer who takes nothing is given up; without it the connection would wait for ever to send the rest.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
    try:
        listening.bind(address)
        listening.listen(256)
    except OSError as error:
        listening.close()
        refuse(f"port {port} at {host} cannot be used: {error.strerror}. Give another with --port")
    return listening


def _run(hall: Hall, access: Access, listening: socket.socket, host: str, secrets: Mapping[Role, str]) -> None:
    import contextlib
    import ipaddress
    import logging

    import uvicorn

    from recorder.hall.open_files import allow_many_open_files
    from recorder.messages import say
    from recorder.web.app import LOCAL, make_app

    allow_many_open_files()
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", level=logging.INFO)
    try:
        local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    # A viewer who takes nothing any more is dropped: that is as it should be.
    logging.getLogger("uvicorn.error").addFilter(lambda told: "without completing response" not in told.getMessage())
    config = uvicorn.Config(
        make_app(hall, access, LOCAL if local else ["*"]),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=64 * 1024,
        lifespan="on",
    )

    class Server(uvicorn.Server):
        """Says where it is once it answers."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                _greet(listening, host, secrets)

    with contextlib.suppress(KeyboardInterrupt):  # raised again when all has ended in good order
        Server(config).run(sockets=[listening])
    say("ended; games that were not over go on with the next start")


def _greet(listening: socket.socket, host: str, secrets: Mapping[Role, str]) -> None:
    port = listening.getsockname()[1]
    name = {"0.0.0.0": _own_name(), "::": _own_name()}.get(host, host)
    address = f"http://{f'[{name}]' if ':' in name else name}:{port}"
    print(f"kifuwatch: the console is at {address}/", flush=True)
    for role, secret in secrets.items():
        print(f"kifuwatch: secret of the {role}: {secret}   (sign in at {address}/sign-in)", flush=True)
    if secrets:
        print("kifuwatch: write the secrets down: they are not shown again (--new-secrets makes others)", flush=True)


def _own_name() -> str:
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: asks which of our addresses would be used
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
