"""`kifuwatch read`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from recorder.photo import Photo

Side = Literal["left", "right", "top", "bottom"]


def read(
    pictures: Annotated[list[str], typer.Argument(metavar="PICTURE", help="JPEG, PNG or WebP files.")],
    size: Annotated[
        int | None,
        typer.Option(min=5, max=25, help="Lines of the board; found out by itself where it is 9, 13 or 19."),
    ] = None,
    top: Annotated[
        Side | None,
        typer.Option(help="Side of the picture that becomes the top of the record."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a line instead of a diagram.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="SGF with the position; for several pictures a folder."),
    ] = None,
    overlay: Annotated[
        Path | None,
        typer.Option(help="Picture with the grid and the reading drawn on it; for several a folder."),
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(help='The outermost crossings by hand, "x,y x,y x,y x,y" in pixels; needs --size.'),
    ] = None,
) -> None:
    """Read the position in photographs.

    Exit status: 0 a board found in every one, 1 not in every one, 2 unusable arguments or files.
    """
    from calibration.manual import parse_corners
    from recorder.atomic import write_atomically
    from recorder.messages import check_output, check_sgf, refuse, say, shown
    from recorder.photo import PhotoReader, Position, position_sgf
    from vision.source import SourceError

    for path, ending in ((output, ".sgf"), (overlay, ".jpg")):
        if path is not None and len(pictures) > 1 and not path.is_dir():
            refuse(f"{path} is no folder; several pictures need one, for NAME{ending} each")
    try:
        photos = PhotoReader(size, top, parse_corners(corners) if corners else None)
    except (ValueError, FileNotFoundError) as error:
        refuse(error)

    def place(path: Path, picture: str, ending: str) -> Path:
        return path / Path(picture).with_suffix(ending).name if path.is_dir() else path

    for picture in pictures:
        if output is not None:
            check_sgf(place(output, picture, ".sgf"))
        if overlay is not None:
            target = place(overlay, picture, ".jpg")
            check_output(target, "the overlay")
            if target.exists() and Path(picture).exists() and target.samefile(picture):
                refuse(f"{target} is the picture itself; choose another place for the overlay")
    status = 0
    for picture in pictures:
        try:
            photo = photos.read(picture)
        except (SourceError, ValueError) as error:
            reason = str(error).removeprefix(f"{picture} ").removeprefix(f"{picture}: ")
            say(f"{picture}: {reason}")
            status = 2
            if json:
                _print_json(Position(file=shown(picture), found=False, reason=shown(reason)))
            continue
        status = status or int(not photo.position.found)
        if json:
            _print_json(photo.position)
        else:
            _print_diagram(photo, several=len(pictures) > 1)
        try:
            if output is not None and photo.position.found:
                write_atomically(place(output, picture, ".sgf"), position_sgf(photo.position))
            if overlay is not None:
                _write_picture(place(overlay, picture, ".jpg"), photo)
        except OSError as error:
            say(f"{error.filename or picture}: cannot be written: {error.strerror or error}")
            status = 2
    raise typer.Exit(status)


def _print_json(position: object) -> None:
    import msgspec

    print(msgspec.json.encode(position).decode(), flush=True)


def _print_diagram(photo: Photo, several: bool) -> None:
    from recorder.diagram import diagram, summary

    position = photo.position
    if several:
        print(f"{position.file}:")
    if position.rows is None:
        print(f"no board found: {position.reason}", flush=True)
        return
    doubtful = {(ord(v[1]) - 97, ord(v[0]) - 97) for v in position.unsure}
    print(diagram(position.rows, doubtful))
    print(f"{summary(position.rows, doubtful)}; read in {position.ms:.0f} ms", flush=True)


def _write_picture(path: Path, photo: Photo) -> None:
    import cv2

    from recorder.atomic import write_atomically

    ending = path.suffix if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp") else ".jpg"
    write_atomically(path, cv2.imencode(ending, photo.overlay())[1].tobytes())
