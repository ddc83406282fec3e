"""Who may do what: secrets, sessions, and the marks that a request comes from our own pages.

Viewers need nothing. The operator and the referee sign in with a secret that was printed once; only its scrypt
hash is kept. A session is a random token in a cookie that scripts cannot read and other sites do not send; its
hash is kept, so that nobody is signed out by a restart.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from typing import Literal, NamedTuple, get_args

from recorder.hall.store import HallStore

Role = Literal["operator", "referee"]
ROLES: tuple[Role, ...] = get_args(Role)
COOKIE = "kifuwatch"
LIFE, IDLE = 7 * 86400.0, 24 * 3600.0
"""Seconds a session lasts at most, and unused."""
TRIES, WINDOW = 10, 300.0
"""How often a wrong secret may come from one place in how many seconds; ten times as often from all together."""
_N, _R, _P = 2**14, 8, 1


class Session(NamedTuple):
    """Somebody who signed in: what they may do, and the mark their forms must bear."""

    roles: frozenset[Role]
    csrf: str


class TooManyTries(Exception):  # noqa: N818 (said to people, no fault)
    """Wrong secrets came too often; `seconds` until the next try counts."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"too many wrong secrets: try again in {seconds / 60:.0f} minutes")
        self.seconds = seconds


def hash_secret(secret: str, salt: bytes | None = None) -> str:
    """What is kept of a secret: `scrypt$N$r$p$salt$key` (RFC 7914)."""
    salt = salt or secrets.token_bytes(16)
    key = hashlib.scrypt(secret.encode(), salt=salt, n=_N, r=_R, p=_P, dklen=32)
    return "$".join(["scrypt", str(_N), str(_R), str(_P), _text(salt), _text(key)])


def fits(secret: str, kept: str) -> bool:
    """Whether a secret is the one of which `kept` was made."""
    name, n, r, p, salt, key = kept.split("$")
    if name != "scrypt":
        return False
    made = hashlib.scrypt(
        secret.encode(errors="replace"), salt=base64.b64decode(salt), n=int(n), r=int(r), p=int(p), dklen=32
    )
    return hmac.compare_digest(made, base64.b64decode(key))


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def new_secret() -> str:
    """A secret people can copy from paper: 80 bits, in fours, without letters that look alike."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


def _as_printed(secret: str) -> str:
    """A secret as it was printed, whatever capitals, blanks and hyphens a telephone's keyboard made of it."""
    signs = "".join(c for c in secret.lower() if c.isalnum())
    return "-".join(signs[k : k + 4] for k in range(0, 16, 4)) if len(signs) == 16 else secret.strip()


class Access:
    """The door.

    Parameters
    ----------
    store : HallStore
    clock : callable
        Wall time in seconds since 1970: sessions outlast the program.
    tries : int
        Wrong secrets from one place until it has to wait.
    """

    def __init__(self, store: HallStore, clock: Callable[[], float] = time.time, tries: int = TRIES) -> None:
        self._store, self._clock, self._tries = store, clock, tries
        self._lock = threading.Lock()
        self._failed: dict[str, list[float]] = {}
        self._known: dict[str, tuple[Session, float]] = {}

    def make_secrets(self, renew: bool = False) -> dict[Role, str]:
        """Secrets for the roles that have none, or for all; they can be read here and never again."""
        made: dict[Role, str] = {}
        for role in ROLES:
            if renew or self._store.secret(role) is None:
                made[role] = new_secret()
                self._store.set_secret(role, hash_secret(made[role]))
        if renew:
            self._store.drop_sessions_before(float("inf"), float("inf"))
        return made

    def sign_in(self, secret: str, place: str, before: str | None = None) -> str | None:
        """The token of a new session, or None where the secret is none.

        Parameters
        ----------
        secret : str
        place : str
            Where the request comes from; wrong tries are counted by it.
        before : str, optional
            Token of the session so far: its roles are kept.

        Raises
        ------
        TooManyTries
            Where too many wrong secrets came; the secret was not looked at.
        """
        now = self._clock()
        self._check_tries(place, now)
        secret = _as_printed(secret)
        role = next((r for r in ROLES if (kept := self._store.secret(r)) and fits(secret, kept)), None)
        if role is None:
            with self._lock:
                self._failed.setdefault(place, []).append(now)
            return None
        with self._lock:
            self._failed.pop(place, None)
        known = self.session(before)
        roles = (known.roles if known else frozenset()) | {role}
        self.sign_out(before)
        self._store.drop_sessions_before(now - LIFE, now - IDLE)
        token = secrets.token_urlsafe(32)
        self._store.put_session(_token_hash(token), ",".join(sorted(roles)), secrets.token_urlsafe(24), now, now)
        return token

    def _check_tries(self, place: str, now: float) -> None:
        with self._lock:
            for name in list(self._failed):
                recent = [t for t in self._failed[name] if 0 <= now - t < WINDOW]
                if recent:
                    self._failed[name] = recent
                else:
                    del self._failed[name]
            everywhere = sorted(t for tries in self._failed.values() for t in tries)
            for tries, limit in ((self._failed.get(place, []), self._tries), (everywhere, 10 * self._tries)):
                if len(tries) >= limit:
                    raise TooManyTries(max(tries[-limit] + WINDOW - now, 1.0))

    def session(self, token: str | None) -> Session | None:
        """The session of a token; None where there is none, or it has expired."""
        if not token or len(token) > 100:
            return None
        hashed, now = _token_hash(token), self._clock()
        with self._lock:
            known = self._known.get(hashed)
        if known and 0 <= now - known[1] < 60:
            return known[0]
        row = self._store.session(hashed)
        if row is None:
            return None
        roles, csrf, began, used = row
        if now - began > LIFE or now - used > IDLE:
            self.sign_out(token)
            return None
        session = Session(frozenset(r for r in ROLES if r in roles.split(",")), csrf)
        self._store.put_session(hashed, roles, csrf, began, max(now, used))
        with self._lock:
            self._known = {k: v for k, v in self._known.items() if 0 <= now - v[1] < 60} | {hashed: (session, now)}
        return session

    def sign_out(self, token: str | None) -> None:
        """End a session."""
        if token:
            with self._lock:
                self._known.pop(_token_hash(token), None)
            self._store.drop_session(_token_hash(token))


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
