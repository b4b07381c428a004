"""People and their sessions: who is who, kept as documents, looked up in memory. Not what they may do.

A session is an opaque token of which only the hash is kept. It slides: each use puts its end off, written
down now and then rather than every time.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Final

import argon2
import msgspec

from cutcard.games.reason import Refusal
from cutcard.texts import languages
from cutcard.venue.ports import Document, Store
from cutcard.venue.roles import Role
from cutcard.views.names import distinct_name

PERSON: Final = "person"
SESSION: Final = "session"
HOUR_MS: Final = 3_600_000
PASSWORD_MIN: Final = 10  # wrong guesses cost time: no rule about signs is needed beside a length
PASSWORD_MAX: Final = 200  # hashing takes longer the longer it is, and anybody may send one

Password = Annotated[str, msgspec.Meta(min_length=PASSWORD_MIN, max_length=PASSWORD_MAX)]
PersonName = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f ][^\x00-\x1f\x7f]{0,63}$", max_length=64)]

HOUSE: Final = "house"
"""Who did what nobody did: a table opened at the start, a profile read from a folder."""

RESERVED: Final = ("restart", "table", "venue", HOUSE, "card device", "house croupier")
"""Whom the record and the screens name where the product itself did something: nobody else is called so."""

_HASHER: Final = argon2.PasswordHasher()
# Somebody unknown costs as much time as a wrong password, so that nobody learns which names there are.
_NOBODYS: Final = _HASHER.hash(secrets.token_hex(16))


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody. Guests have no password and cannot sign in again once their session is over.

    ``given`` is the play money that a guest began with; guests of earlier versions have none noted.
    """

    id: str
    name: str
    password: str | None = None
    roles: tuple[str, ...] = (Role.PATRON.value,)
    language: str = "en"
    created_ms: int = 0
    disabled: bool = False
    given: int = 0

    @property
    def is_guest(self) -> bool:
        """Whether this is somebody who plays without an account of their own."""
        return self.password is None and self.roles == (Role.PATRON.value,)


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody signed in. ``key`` is the hash of the token; the token itself is nowhere kept."""

    key: str
    person: str
    roles: tuple[str, ...]
    expires_ms: int


def is_reserved(name: str) -> bool:
    """Whether a name is the product's own, however it is written."""
    return " ".join(name.split()).casefold() in RESERVED


def token_key(token: str) -> str:
    """What a token is known by."""
    return hashlib.sha256(token.encode()).hexdigest()


def made_id(key: str) -> str:
    """The id of the account that was asked for under this key, so that it is made once (TB-51)."""
    return "p" + hashlib.sha256(key.encode()).hexdigest()[:16]


def hashed(password: str) -> str:
    """A password as it is kept; takes a while, on purpose."""
    return _HASHER.hash(password)


def verified(kept: str | None, password: str) -> bool:
    """Whether this is the password; takes as long where there is none."""
    try:
        _HASHER.verify(kept or _NOBODYS, password)
    except argon2.exceptions.VerificationError:
        return False
    return kept is not None


def person_document(person: Person) -> Document:
    """A person as they are kept."""
    return Document(PERSON, person.id, msgspec.json.encode(person))


def session_document(session: Session) -> Document:
    """A session as it is kept."""
    return Document(SESSION, session.key, msgspec.json.encode(session))


def language_of(wanted: str | None, otherwise: str = "en") -> str:
    """A language that there is."""
    return wanted if wanted in languages() else otherwise


class People:
    """Everybody the house knows, by id and by name, and everybody who is signed in.

    One thread changes them. Others may ask for a person or a name: each value is replaced whole.
    """

    def __init__(self, now_ms: Callable[[], int], session_hours: int) -> None:
        self._now_ms = now_ms
        self._lasts_ms = session_hours * HOUR_MS
        self._people: dict[str, Person] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self._sessions: dict[str, Session] = {}
        self._guests: dict[str, None] = {}

    def load(self, store: Store) -> None:
        """Everybody the store has."""
        for document in store.documents(PERSON):
            self.put(msgspec.json.decode(document.body or b"", type=Person))
        for document in store.documents(SESSION):
            self.admit(msgspec.json.decode(document.body or b"", type=Session))

    def put(self, person: Person) -> None:
        """Know somebody, or know them anew."""
        self._people[person.id] = person
        name, known = person.name.casefold(), self._namesakes(person)
        self._names[name] = known if person.id in known else (*known, person.id)

    def forget(self, person: Person) -> None:
        """Somebody who was not written down after all: the name is free again."""
        self._people.pop(person.id, None)
        left = tuple(id_ for id_ in self._namesakes(person) if id_ != person.id)
        if left:
            self._names[person.name.casefold()] = left
        else:
            self._names.pop(person.name.casefold(), None)

    def _namesakes(self, person: Person) -> tuple[str, ...]:
        """The ids of everybody with that name."""
        return self._names.get(person.name.casefold(), ())

    def everybody(self) -> Iterable[Person]:
        """All of them."""
        return self._people.values()

    def person(self, id_: str) -> Person | None:
        """Somebody by id."""
        return self._people.get(id_)

    def named(self, name: str) -> Person | None:
        """Somebody by name, however it is written."""
        return self._people.get(self._names.get(name.casefold(), ("",))[-1])

    def name_of(self, id_: str) -> str:
        """What staff call somebody; whoever has no account is called as given."""
        person = self._people.get(id_)
        return id_ if person is None else distinct_name(person.name, id_, self._namesakes(person))

    def new(
        self, name: str, roles: Sequence[str], language: str, password: str | None, key: str | None = None
    ) -> Person | Refusal:
        """A new person, not known yet; ``password`` as it is kept. The same key makes the same account."""
        if name.casefold() in self._names or is_reserved(name):
            return Refusal("name_is_taken", {"name": name})
        return Person(
            id="p" + secrets.token_hex(8) if key is None else made_id(key),
            name=name,
            password=password,
            roles=tuple(roles),
            language=language_of(language),
            created_ms=self._now_ms(),
        )

    def new_guest(self, language: str, given: int = 0) -> Person:
        """Somebody who plays without an account, with so much play money."""
        number = secrets.token_hex(4)
        made = self.new(f"Guest {number}", (Role.PATRON.value,), language, None)
        if isinstance(made, Person):
            return msgspec.structs.replace(made, given=given)
        return self.new_guest(language, given)

    @property
    def guests(self) -> int:
        """How many guests are signed in."""
        return len(self._guests)

    def gone_guests(self) -> list[Person]:
        """Guests whose session is over, so that nobody can be them any more."""
        people = self._people.values()
        return [person for person in people if person.is_guest and person.id not in self._guests]

    def open_session(self, person: Person) -> tuple[str, Session]:
        """A token and its session, not known yet."""
        token = secrets.token_urlsafe(32)
        ends = self._now_ms() + self._lasts_ms
        return token, Session(key=token_key(token), person=person.id, roles=person.roles, expires_ms=ends)

    def admit(self, session: Session) -> None:
        """Know a session."""
        self._sessions[session.key] = session
        person = self._people.get(session.person)
        if person is not None and person.is_guest:
            self._guests[person.id] = None

    def end(self, key: str) -> None:
        """Forget a session. A guest has but one."""
        session = self._sessions.pop(key, None)
        if session is not None:
            self._guests.pop(session.person, None)

    def sessions_of(self, person: str) -> list[Session]:
        """Where somebody is signed in."""
        return [session for session in self._sessions.values() if session.person == person]

    def session(self, token: str) -> Session | None:
        """Whose token this is; None where it is nobody's or its time is over."""
        return self.alive(token_key(token))

    def alive(self, key: str) -> Session | None:
        """The session, if it still lasts and its person is still let in."""
        session = self._sessions.get(key)
        if session is None or session.expires_ms <= self._now_ms():
            return None
        person = self._people.get(session.person)
        return None if person is None or person.disabled else session

    def slid(self, session: Session) -> Session | None:
        """The session with its end put off, where that is worth writing down."""
        ends = self._now_ms() + self._lasts_ms
        if ends - session.expires_ms < min(HOUR_MS, self._lasts_ms // 4):
            return None
        later = msgspec.structs.replace(session, expires_ms=ends)
        self._sessions[session.key] = later
        return later

    def over(self) -> list[Session]:
        """Sessions whose time is over."""
        now = self._now_ms()
        return [session for session in self._sessions.values() if session.expires_ms <= now]
