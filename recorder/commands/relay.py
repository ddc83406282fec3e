"""`kifuwatch relay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def relay(
    console: Annotated[str, typer.Argument(metavar="CONSOLE", help="Address of the console: http://127.0.0.1:8361")],
    board: Annotated[str, typer.Argument(help="The board's id, as in the address of its page.")],
    review: Annotated[int, typer.Option("--ogs-review", min=1, help="Number of the OGS review or demo board.")],
    token: Annotated[
        Path, typer.Option("--ogs-token", help="File with the account's token (user_jwt of /api/v1/ui/config).")
    ],
    server: Annotated[str, typer.Option(help="Address of the OGS socket.")] = "wss://online-go.com",
) -> None:
    """Show a board of a console on an OGS review, move by move, until Ctrl-C. Never yet tried on the real server.

    What is shown is what the public sees: as late as the board's delay, without alerts.
    """
    import threading

    from recorder.messages import refuse, say
    from recorder.publish.ogs import OgsRelay
    from recorder.publish.onlooker import Onlooker
    from recorder.publish.relay import RelayError

    try:
        jwt = token.read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        refuse(f"the token {token} cannot be read: {error}")
    if not server.startswith(("ws://", "wss://")):
        refuse(f"the server's address begins with wss://, got {server!r}")
    stopping = threading.Event()
    try:
        onlooker = Onlooker(console, board)
        shown = OgsRelay(review, jwt, server, say)
    except (RelayError, ValueError) as error:
        refuse(error)
    try:
        onlooker.follow(shown.show, say, stopping)
    except LookupError as error:
        refuse(error)
    except KeyboardInterrupt:
        pass
    finally:
        shown.close()
    say("ended")
