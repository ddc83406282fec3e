"""Waiting for what agents answer, and saying as a hall does what comes of it."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future

from recorder.broker.asker import AgentRefused, Unreachable
from recorder.hall.hall import NotRunning, Refused


def _refusal(error: Exception) -> Exception:
    """What a hall says where an agent does not do something."""
    if isinstance(error, AgentRefused):
        return NotRunning(str(error)) if error.code == "not_running" else Refused(str(error), error.code)
    if isinstance(error, Unreachable):
        return NotRunning(str(error))
    return NotRunning("the machine does not answer; look at the board before trying again")


def waited(future: Future[bytes], patience: float) -> bytes:
    """What an agent answers; raises Refused or NotRunning where it does not."""
    try:
        return future.result(patience)
    except (AgentRefused, Unreachable, TimeoutError) as error:
        raise _refusal(error) from error


async def awaited(future: Future[bytes], patience: float) -> bytes:
    """As `waited`, for whoever must not be held up."""
    try:
        return await asyncio.wait_for(asyncio.wrap_future(future), patience)
    except (AgentRefused, Unreachable, TimeoutError) as error:
        raise _refusal(error) from error
