"""Templates to pages. Everything put into one is escaped, but for drawings, which are made by our own program."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from recorder.web.languages import LANGUAGES, TAGS


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("recorder.web"),
        autoescape=True,
        undefined=StrictUndefined,  # a name that is misspelt must not become an empty place
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(languages=LANGUAGES, tags=TAGS)
    return made


def render(template: str, **values: object) -> str:
    """The text of a page."""
    return _environment().get_template(template).render(**values)
