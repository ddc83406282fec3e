"""Where a broker is, and how one may talk to it: address, credentials, TLS."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Self
from urllib.parse import unquote, urlsplit

import msgspec

_SCHEMES = {"mqtt": (False, 1883), "mqtts": (True, 8883)}


class BrokerError(ValueError):
    """The broker cannot be used as it was given; the message says why and what to do."""


class BrokerAddress(msgspec.Struct, frozen=True, kw_only=True):
    """A broker.

    Attributes
    ----------
    host : str
    port : int
    tls : bool
    user, password : str
        Empty where it asks for none.
    ca, certificate, key : Path or None
        PEM files: whom to trust (the system's authorities without it), and who we are.
    prefix : str
        First part of all topics.
    """

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = ""
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    prefix: str = "kifuwatch"

    @classmethod
    def parse(
        cls, url: str, *, ca: Path | None = None, certificate: Path | None = None, key: Path | None = None
    ) -> Self:
        """Read `mqtt://[USER:PASSWORD@]HOST[:PORT][/PREFIX]`; `mqtts://` for TLS.

        Raises
        ------
        BrokerError
            Where the address is none, or files of certificates do not fit it.
        """
        try:
            parts = urlsplit(url if "://" in url else f"mqtt://{url}")
            port = parts.port
        except ValueError as error:
            raise BrokerError(f"{url} is no address of a broker: {error}") from None
        if parts.scheme not in _SCHEMES or not parts.hostname or parts.query or parts.fragment:
            raise BrokerError(f"a broker's address is mqtt://HOST:PORT, or mqtts:// for TLS; got {_shown(url)}")
        tls, usual = _SCHEMES[parts.scheme]
        prefix = unquote(parts.path).strip("/") or "kifuwatch"
        if any(sign in prefix for sign in "+#\0"):
            raise BrokerError("a prefix of topics holds no + and no #")
        if not tls and (ca or certificate or key):
            raise BrokerError("certificates need TLS: write the broker's address with mqtts://")
        if (certificate is None) != (key is None):
            raise BrokerError("a certificate and its key belong together: give both")
        for path in (ca, certificate, key):
            if path is not None and not path.is_file():
                raise BrokerError(f"there is no file {path}")
        address = cls(
            host=parts.hostname, port=port or usual, tls=tls, user=unquote(parts.username or ""),
            password=unquote(parts.password or ""), ca=ca, certificate=certificate, key=key, prefix=prefix,
        )  # fmt: skip
        address.context()
        return address

    def context(self) -> ssl.SSLContext | None:
        """What TLS needs; None without TLS.

        Raises
        ------
        BrokerError
            Where a certificate cannot be read.
        """
        if not self.tls:
            return None
        try:
            context = ssl.create_default_context(cafile=self.ca)
            if self.certificate is not None:
                context.load_cert_chain(self.certificate, self.key)
        except (OSError, ssl.SSLError) as error:
            raise BrokerError(f"the certificates cannot be used: {error.strerror or error}") from error
        return context

    def __str__(self) -> str:
        """For people: without user and password."""
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.host}:{self.port}"


def _shown(url: str) -> str:
    """An address without its password."""
    return url.rpartition("@")[2] if "@" in url else url
