"""The command `kifuwatch`. What only one command needs is imported where it runs."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from recorder.commands.agent import agent
from recorder.commands.diagram import diagram
from recorder.commands.explain import explain
from recorder.commands.export import export
from recorder.commands.forget import forget
from recorder.commands.publish import publish
from recorder.commands.read import read
from recorder.commands.record import record
from recorder.commands.relay import relay
from recorder.commands.replay import replay
from recorder.commands.report import report
from recorder.commands.serve import serve
from recorder.commands.tournament_results import tournament
from vision.quiet import silence_libraries

app = typer.Typer(
    help="A camera looks at a real Go board and writes the game record.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(record)
app.command()(read)
app.command()(export)
app.command()(explain)
app.command()(diagram)
app.command()(report)
app.command()(publish)
app.command()(relay)
app.command()(serve)
app.command()(replay)
app.command()(forget)
app.command()(agent)
app.add_typer(tournament, name="tournament")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"kifuwatch {version('kifuwatch')}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and end."),
    ] = False,
) -> None: ...


def main() -> None:
    """Run the command line; a fault of the program itself is one line, not a traceback."""
    silence_libraries()
    try:
        app()
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`).
        _silence_output()
        sys.exit(1)
    except OSError as error:
        # Commands answer for the files they write themselves: what is left is their output (a full disk).
        _silence_output()
        print(
            f"kifuwatch: {error.filename or 'standard output'} cannot be used: {error.strerror or error}",
            file=sys.stderr,
        )
        sys.exit(2)
    except Exception as error:
        if os.environ.get("KIFUWATCH_DEBUG"):
            raise
        print(
            f"kifuwatch: unexpected {type(error).__name__}: {error}\n"
            "This is a fault of the program. KIFUWATCH_DEBUG=1 shows where it happened; please report it.",
            file=sys.stderr,
        )
        sys.exit(2)


def _silence_output() -> None:
    """Nothing may be written to standard output at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
