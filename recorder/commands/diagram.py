"""`kifuwatch diagram`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def diagram(
    game: Annotated[Path, typer.Argument(metavar="GAME", help="Event log (.kifulog) or SGF of a game.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="File to write; its ending says what: .svg, .png or .pdf.")
    ],
    moves: Annotated[
        str | None, typer.Option(help="Moves that bear numbers, as 1-100 or 37; all of them without it.")
    ] = None,
    position: Annotated[
        int | None, typer.Option(min=0, help="Show the position after this move instead, without numbers.")
    ] = None,
    ident: Annotated[
        str | None, typer.Option("--game", help="Identity of the game where a log holds several; else the last.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language of the words: en, zh_hans, zh_hant, ja, ko.")] = "en",
    coordinates: Annotated[bool, typer.Option(help="Letters and numbers round the board.")] = True,
    heading: Annotated[bool, typer.Option(help="Names, event and date above the board.")] = True,
    width: Annotated[int, typer.Option(min=50, max=6000, help="Pixels of a PNG's width.")] = 1000,
) -> None:
    """Write a diagram of a game with numbered moves, as SVG, PNG or PDF."""
    from xml.etree import ElementTree as ET

    from recorder.atomic import write_atomically
    from recorder.log import LogError
    from recorder.messages import check_output, refuse, say
    from recorder.publish import figure
    from recorder.publish.game import load, pick
    from recorder.publish.sheet import sheet
    from recorder.web.languages import Texts

    ending = output.suffix.lower()
    if ending not in (".svg", ".png", ".pdf"):
        refuse(f"{output} must end in .svg, .png or .pdf: that says what is written")
    if moves is not None and position is not None:
        refuse("give either --moves or --position")
    check_output(output, "the diagram")
    try:
        texts = Texts(language)
        chosen = pick(load(game), ident)
        if position is not None:
            drawn = figure.position(chosen.record, position)
        else:
            drawn = figure.numbered(chosen.record, *figure.parse_range(moves or ""))
        drawing = sheet(drawn, chosen.facts, texts, coordinates, heading)
        if ending == ".svg":
            content = ET.tostring(drawing, encoding="utf-8", xml_declaration=True)
        elif ending == ".png":
            from recorder.publish.png import to_png

            content = to_png(drawing, width)
        else:
            from recorder.publish.pdf import to_pdf

            content = to_pdf(drawing, chosen.title)
        write_atomically(output, content)
    except (LogError, ValueError) as error:
        refuse(error)
    except OSError as error:
        refuse(f"{output} cannot be written: {error.strerror or error}")
    named = chosen.facts.black or chosen.facts.white
    say(f"{chosen.title if named else game.name} drawn in {output}")
