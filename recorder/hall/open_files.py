"""How many files and connections this process may have open."""

from __future__ import annotations

import sys

ENOUGH = 65536
"""A hub of 200 boards has some 1,500 files open, and a connection a viewer."""


def allow_many_open_files() -> int:
    """Raise the limit of open files as far as the system lets us: many begin with 256 or 1,024.

    Returns
    -------
    int
        The limit from now on; 0 where the system knows none.
    """
    if sys.platform == "win32":
        return 0
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (ENOUGH, 10240):  # macOS says that there is no limit, and takes no more than this
        limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < limit:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            except (OSError, ValueError):
                continue
            return limit
    return soft
