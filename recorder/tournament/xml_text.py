"""XML that is read to be changed in a few cells only: all else stays byte for byte as it was.

A tree that is written anew loses comments, spacing and the way its program writes things. Here each element
keeps where it stands in the text, and a change replaces that piece alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.sax.saxutils import escape, quoteattr

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from recorder.tournament.event import TournamentError
from recorder.tournament.text_file import by_bom

_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_ATTRIBUTE = re.compile(rb"""\s+([^\s=>/]+)\s*=\s*("[^"]*"|'[^']*')""")
_NAME = re.compile(rb"<[^\s/>]+")
_LARGEST = 64 * 2**20  # bytes; the largest tournaments have a few megabytes


class Element:
    """An element of the text, and where it stands in it (`begin` and `close` of its tags, in bytes of UTF-8)."""

    def __init__(self, tag: str, attributes: Mapping[str, str], begin: int, parent: Element | None) -> None:
        self.tag, self.attributes, self.begin, self.parent = tag, dict(attributes), begin, parent
        self.close, self.text = begin, ""
        self.children: list[Element] = []

    def each(self, tag: str) -> Iterator[Element]:
        """All elements of that name below this one, in the order of the text."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.each(tag)

    def child(self, tag: str) -> Element | None:
        """The first child of that name."""
        return next((child for child in self.children if child.tag == tag), None)

    def value(self, tag: str, otherwise: str = "") -> str:
        """Text of the first child of that name."""
        child = self.child(tag)
        return otherwise if child is None else child.text.strip()


class _Builder:
    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []
        self._expat: Any = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, self._expat.CurrentByteIndex, self._open[-1] if self._open else None)
        if self._open:
            self._open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self._open.append(element)

    def end(self, _tag: str) -> None:
        self._open.pop().close = self._expat.CurrentByteIndex

    def data(self, text: str) -> None:
        if self._open:
            self._open[-1].text += text

    def close(self) -> Element | None:
        return self.root

    def watch(self, expat: Any) -> None:
        self._expat = expat


class XmlText:
    """A document, its root, and the changes wanted in it.

    Raises
    ------
    TournamentError
        Where it is no XML, or holds what could be used against its reader (entities, outside references).
    """

    root: Element

    def __init__(self, data: bytes) -> None:
        if len(data) > _LARGEST:
            raise TournamentError("is far larger than any tournament")
        self.encoding, self._bom = by_bom(data) or ("", b"")
        body = data[len(self._bom) :]
        if not self.encoding:
            declared = _DECLARED.match(body)
            self.encoding = declared[1].decode() if declared else "utf-8"
        try:
            self._bytes = body.decode(self.encoding).encode()
        except (UnicodeDecodeError, LookupError):
            raise TournamentError(f"says that it is in {self.encoding}, and is not") from None
        builder = _Builder()
        parser = DefusedXMLParser(target=builder, encoding="utf-8")
        builder.watch(parser.parser)
        try:
            parser.feed(self._bytes)
            root = parser.close()
        except ParseError as error:
            raise TournamentError(f"is no whole XML: {error}") from None
        except DefusedXmlException as error:
            raise TournamentError(f"holds XML that is not read for safety: {type(error).__name__}") from None
        self.root = root
        self._changes: dict[tuple[int, int], bytes] = {}

    def set_attribute(self, element: Element, name: str, value: str) -> None:
        """Set one attribute; it is added where the element does not have it."""
        place = self._after_name(element)
        while found := _ATTRIBUTE.match(self._bytes, place):
            if found[1].decode() == name:
                self._changes[found.span(2)] = quoteattr(value).encode()
                return
            place = found.end()
        self._changes[place, place] = f" {name}={quoteattr(value)}".encode()

    def set_child(self, element: Element, tag: str, value: str) -> None:
        """Set the text of an element's child; the child is added at the end where there is none."""
        whole = f"<{tag}>{escape(value)}</{tag}>".encode()
        child = element.child(tag)
        if child is None:
            if self._is_empty(element):
                raise TournamentError(f"an empty {element.tag} where {tag} should be")
            self._changes[element.close, element.close] = whole
        elif self._is_empty(child):
            self._changes[child.begin, self._bytes.index(b">", child.begin) + 1] = whole
        else:
            self._changes[self._content(child), child.close] = escape(value).encode()

    def changed(self) -> bytes:
        """The document with all changes, in the encoding it was in."""
        pieces, place = [], 0
        for (begin, end), new in sorted(self._changes.items()):
            pieces += [self._bytes[place:begin], new]
            place = end
        text = b"".join([*pieces, self._bytes[place:]]).decode()
        return self._bom + text.encode(self.encoding, errors="xmlcharrefreplace")

    def _after_name(self, element: Element) -> int:
        name = _NAME.match(self._bytes, element.begin)
        assert name is not None, "an element begins with its name"
        return name.end()

    def _content(self, element: Element) -> int:
        """Where the start tag ends. A `>` may stand in an attribute."""
        place = self._after_name(element)
        while found := _ATTRIBUTE.match(self._bytes, place):
            place = found.end()
        return self._bytes.index(b">", place) + 1

    def _is_empty(self, element: Element) -> bool:
        """Whether it is written as one tag: `<Result/>`."""
        return (
            element.close == element.begin or self._bytes[self._content(element) - 2 : self._content(element)] == b"/>"
        )
