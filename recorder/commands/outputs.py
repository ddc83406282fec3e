"""The files that a recording writes, as the options name them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from recorder.messages import check_calibration, check_events, check_output, check_sgf, refuse


@dataclass(frozen=True)
class Outputs:
    """Where a recording goes.

    Attributes
    ----------
    sgf, log : Path
    events : Path or None
        `-` is standard output.
    overlay, calibration : Path or None
    review : Path or None
        A folder.
    """

    sgf: Path
    log: Path
    events: Path | None = None
    overlay: Path | None = None
    calibration: Path | None = None
    review: Path | None = None

    @property
    def files(self) -> list[Path]:
        """All of them that are files, in full."""
        named = (self.sgf, self.log, self.events, self.overlay, self.calibration)
        return [path.resolve() for path in named if path is not None and str(path) != "-"]

    def check(self, source: str, so_far: Path | None) -> None:
        """End with exit status 2 where one cannot be written, or would take the place of something else.

        Parameters
        ----------
        source : str
            What is recorded.
        so_far : Path or None
            The SGF of the game until now, which stays as it is.
        """
        check_sgf(self.sgf)
        check_output(self.log, "the event log")
        if self.events is not None and str(self.events) != "-":
            check_events(self.events)
        if self.overlay is not None:
            check_output(self.overlay, "the overlay")
        if self.calibration is not None:
            check_calibration(self.calibration)
        files = self.files
        if len(set(files)) < len(files) or Path(source).resolve() in files:
            refuse("the source and the files to be written must all be different files")
        if so_far is not None and so_far.resolve() in files:
            refuse(f"{so_far} is the game so far and stays as it is: name another file to be written")
