"""`kifuwatch agent`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from recorder.broker.address import BrokerAddress
    from recorder.hall.store import HallStore

_BROKER = "The broker"

BrokerUrl = typer.Option(
    envvar="KIFUWATCH_BROKER",
    metavar="URL",
    help="MQTT broker: mqtt://[USER:PASSWORD@]HOST[:PORT], mqtts:// with TLS. Better in the environment than here, "
    "where all of the machine can read it.",
    rich_help_panel=_BROKER,
)
BrokerCa = typer.Option(help="Authority to trust (PEM), where it is none of the system's.", rich_help_panel=_BROKER)
BrokerCert = typer.Option(help="Certificate that says who we are (PEM).", rich_help_panel=_BROKER)
BrokerKey = typer.Option(help="Its key (PEM).", rich_help_panel=_BROKER)


def agent(
    broker: Annotated[str, BrokerUrl],
    name: Annotated[
        str | None, typer.Option(help="This machine's name among the agents; its network name without it.")
    ] = None,
    board: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=SOURCE", help="A board and its camera; kept, so it is given once. May be repeated."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where games are kept; the user's data folder without it.")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="A sample film plays as if it were a camera.")] = False,
    broker_ca: Annotated[Path | None, BrokerCa] = None,
    broker_cert: Annotated[Path | None, BrokerCert] = None,
    broker_key: Annotated[Path | None, BrokerKey] = None,
) -> None:
    """Record this machine's cameras and publish them to a broker, for `kifuwatch serve --broker`.

    What is recorded lies on this machine first. Without the broker it records on; what the others missed they get
    when it is back.

    Who may read at the broker sees games without delay; who may write under kifuwatch/agents/NAME/ask gives orders.
    Give it passwords, TLS, and an access list: agents write kifuwatch/agents/NAME/# and kifuwatch/hubs/#, hubs
    write kifuwatch/agents/+/ask, and both read kifuwatch/#.

    Exit status: 0 ended by Ctrl-C, 2 unusable arguments.
    """
    import logging
    import re
    import signal
    import socket
    import threading

    from recorder.commands.serve import default_folder
    from recorder.hall.open_files import allow_many_open_files
    from recorder.hall.store import HallStore, StoreError
    from recorder.messages import refuse, say

    address = find_broker(broker, broker_ca, broker_cert, broker_key)
    from recorder.broker.address import BrokerError
    from recorder.broker.station import Station

    name = name or re.sub(r"[^a-z0-9]+", "-", socket.gethostname().partition(".")[0].casefold()).strip("-") or "agent"
    folder = data or default_folder() / ("agent-demo" if demo else "agent")
    try:
        store = HallStore(folder)
        station = Station(store, address, name, say)
    except (StoreError, BrokerError) as error:
        refuse(error)
    if store.mended:
        say(store.mended)
    if demo:
        from recorder.hall.demo import set_up

        set_up(store)
    for words in board or ():
        _set_up(store, words)
    if not store.boards():
        say("there are no boards here yet: give --board NAME=SOURCE, or add them on the operator's page of a hub")
    allow_many_open_files()
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", level=logging.INFO)
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stopping.set())
    station.start()
    say(f"{name} records into {folder}; Ctrl-C ends")
    stopping.wait()
    station.close()
    say("ended; games that were not over go on with the next start")


def _set_up(store: HallStore, words: str) -> None:
    """A board as the command line has it."""
    import msgspec

    from recorder.hall.board import BoardConfig, free_id
    from recorder.messages import refuse

    name, mark, source = words.partition("=")
    if not mark or not name.strip() or not source.strip():
        refuse(f'a board is NAME=SOURCE, such as "Table 3=0"; got {words!r}')
    boards = {board.name: board for board in store.boards()}
    known = boards.get(name.strip())
    if known is not None:
        store.put(msgspec.structs.replace(known, source=source.strip()))
    else:
        identity = free_id(name, {board.id for board in boards.values()})
        store.put(BoardConfig(id=identity, name=name.strip(), source=source.strip()))


def find_broker(url: str, ca: Path | None, certificate: Path | None, key: Path | None) -> BrokerAddress:
    """The broker that was given; ends with exit status 2 where it is none."""
    from recorder.broker.address import BrokerAddress, BrokerError
    from recorder.messages import refuse

    try:
        import paho.mqtt.client  # noqa: F401 (an extra that may not be there)
    except ImportError:
        refuse("a broker needs one more package: pip install 'kifuwatch[mqtt]'")
    try:
        return BrokerAddress.parse(url, ca=ca, certificate=certificate, key=key)
    except BrokerError as error:
        refuse(error)
