"""A viewer who takes nothing is given up: else its connection and what waits for it would stay for ever."""

from __future__ import annotations

import asyncio
import socket
import sys

import pytest

from recorder.commands import serve


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason=f"{sys.platform} has no such limit")
def test_a_connection_whose_other_end_reads_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "STALLED_MS", 1000)

    async def play() -> None:
        ended = asyncio.Event()

        class Console(asyncio.Protocol):
            """Sends more than the other end takes, and then wants to end, as the console does with a slow viewer."""

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                assert isinstance(transport, asyncio.WriteTransport)
                transport.write(b"x" * 8_000_000)
                transport.close()

            def connection_lost(self, _error: Exception | None) -> None:
                ended.set()

        listening = serve.take_port("127.0.0.1", 0)
        server = await asyncio.get_running_loop().create_server(Console, sock=listening)
        viewer = socket.socket()
        viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        viewer.connect(listening.getsockname())
        try:
            await asyncio.wait_for(ended.wait(), 30)
        finally:
            viewer.close()
            server.close()
            await server.wait_closed()

    asyncio.run(play())
