"""`kifuwatch publish`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def publish(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="LOG_OR_FOLDER...", help="Event logs (.kifulog), SGF files, or folders of them."),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="SITE", help="Folder of the pages.")],
    title: Annotated[str, typer.Option(help="The event's name; what most games say without it.")] = "",
    address: Annotated[
        str, typer.Option(help="Address at which the folder will be served; link previews need it.")
    ] = "",
    delay: Annotated[
        float, typer.Option(min=0, max=3600, help="Seconds by which what is shown is older than what happened.")
    ] = 0.0,
    language: Annotated[str, typer.Option(help="Language of the pages: en, zh_hans, zh_hant, ja, ko.")] = "en",
) -> None:
    """Write an event's pages as a folder that any web server can serve: every game to step through, SGF, JSON.

    Run it again to bring the pages up to date. Alerts and rulings are left out.
    """
    import time

    from recorder.log import LogError
    from recorder.messages import refuse, say
    from recorder.publish.game import delayed, gather
    from recorder.publish.site import write_site
    from recorder.publish.site_folder import SiteError
    from recorder.web.languages import Texts

    if address and not address.startswith(("http://", "https://")):
        refuse(f"an address begins with https://, got {address!r}")
    try:
        games = delayed(gather(sources), delay, time.time())
        count = write_site(games, output, Texts(language), title=title, address=address)
    except (LogError, SiteError, ValueError) as error:
        refuse(error)
    except OSError as error:
        refuse(f"the pages in {output} cannot be written: {error.strerror or error}")
    say(f"{count} game{'s' if count != 1 else ''} published in {output}: serve it with any web server")
