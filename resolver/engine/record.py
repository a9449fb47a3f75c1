"""`muster.battle/1`: a battle as it can be kept, sent and played again: its armies, mission, seed and choices.

Reading is strict; the bytes are canonical. `replay` plays it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError, fields

from datasheets.canonical import canonical, digest_of
from datasheets.effects.recognition.recognise import VERSION
from datasheets.fields import Choice as Word
from datasheets.fields import Items, Part, Strict, Text, Whole
from datasheets.problems import DocumentError, Problem, from_messages
from datasheets.strict_json import normal, read_json
from datasheets.words import Message
from exports.document import RosterDocument, document_from
from resolver.engine.decision import Choice, ChoiceShape

SCHEMA = "muster.battle/1"
ENGINE = "4"
"""The version of the engine; it changes when the same choices may lead to other events."""
MOST_BYTES = 20_000_000
MOST_CHOICES = 100_000
MOST_SALT = 80
MOST_SEED = 2**63 - 1
MOST_DRAWS = 100
"""How often a seed may have been drawn anew."""


class NotARecord(DocumentError):
    """This is no battle record that can be used; `problems` says why."""


@dataclass(frozen=True, slots=True)
class ForkOrigin:
    """The battle that another one was forked from: its name, how many choices were taken over, a digest of its events."""

    battle: str
    choices: int
    events_digest: str

    def to_json(self) -> dict[str, Any]:
        """Return the origin as a JSON object."""
        return {"battle": self.battle, "choices": self.choices, "events_digest": self.events_digest}


@dataclass(frozen=True, slots=True)
class Draw:
    """What the dice of a battle came from until so many choices were made, when another seed was drawn."""

    choices: int
    seed: int
    salt: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"choices": self.choices, "seed": self.seed, "salt": self.salt}


@dataclass(frozen=True, slots=True)
class Record:
    """A battle record. `before` holds for each choice a short digest of all events before it.

    `recognition` is the version of the tables by which ability texts were read, "" where none were; `origin` the battle that
    it was forked from, `salt` what its seed was committed to with, `earlier` the seeds that it had before.
    """

    armies: tuple[RosterDocument, RosterDocument]
    engine: str
    ruleset: str
    ruleset_version: str
    mission: str
    seed: int
    game: int
    players: tuple[str, str]
    choices: tuple[Choice, ...]
    before: tuple[str, ...]
    events_digest: str
    recognition: str = VERSION
    origin: ForkOrigin | None = None
    salt: str = ""
    earlier: tuple[Draw, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON data."""
        return {
            "schema": SCHEMA,
            "engine": self.engine,
            "ruleset": {"id": self.ruleset, "version": self.ruleset_version},
            **({"recognition": self.recognition} if self.recognition else {}),
            **({"origin": self.origin.to_json()} if self.origin else {}),
            "mission": self.mission,
            "seed": self.seed,
            **({"salt": self.salt} if self.salt else {}),
            **({"earlier": [draw.to_json() for draw in self.earlier]} if self.earlier else {}),
            "game": self.game,
            "players": list(self.players),
            "armies": [army.data for army in self.armies],
            "choices": [
                {**choice.to_json(), "before": before} for choice, before in zip(self.choices, self.before, strict=True)
            ],
            "events_digest": self.events_digest,
        }

    def to_bytes(self) -> bytes:
        """Return the record's one byte form."""
        return canonical(self.to_json())

    @property
    def digest(self) -> str:
        """`sha256:` and the hex digest of the canonical bytes."""
        return digest_of(self.to_json())


class _Ruleset(Strict):
    id = Text(required=True)
    version = Text(required=True)


class _RecordedChoice(ChoiceShape):
    before = Text(required=True, most=80)


class _Origin(Strict):
    battle = Text(required=True, least=0, most=80)
    choices = Whole(required=True, most=MOST_CHOICES)
    events_digest = Text(required=True, most=80)


class _Draw(Strict):
    choices = Whole(required=True, most=MOST_CHOICES)
    seed = Whole(required=True, most=MOST_SEED)
    salt = Text(load_default="", least=0, most=MOST_SALT)


class RecordSchema(Strict):
    """The shape of a record."""

    schema = Word((SCHEMA,), required=True)
    engine = Text(required=True)
    ruleset = Part(_Ruleset, required=True)
    recognition = Text(load_default="", least=0)
    origin = Part(_Origin, load_default=None)
    mission = Text(required=True)
    seed = Whole(required=True, most=MOST_SEED)
    salt = Text(load_default="", least=0, most=MOST_SALT)
    earlier = Items(Part(_Draw), load_default=(), most=MOST_DRAWS)
    game = Whole(required=True, most=MOST_SEED)
    players = Items(Text(least=0), required=True, least=2, most=2)
    armies = Items(fields.Raw(), required=True, least=2, most=2)
    choices = Items(Part(_RecordedChoice), required=True, most=MOST_CHOICES)
    events_digest = Text(required=True)


def read_record(data: bytes) -> Record:
    """Read a record from JSON of at most 20 MB.

    Raises:
        NotARecord: it is none; nothing of it is used then.
    """
    try:
        return _build(read_json(data, MOST_BYTES))
    except DocumentError as error:
        raise NotARecord(error.problems) from error


def record_from(data: Mapping[str, object]) -> Record:
    """Make a record from plain data, held to the same rules as one that is read.

    Raises:
        NotARecord: the data are none.
    """
    try:
        return _build(normal(data))
    except DocumentError as error:
        raise NotARecord(error.problems) from error


def _army(place: int, data: Any) -> RosterDocument:
    try:
        return document_from(data)
    except DocumentError as error:
        raise error.inside(f"/armies/{place}") from error


def _build(data: object) -> Record:
    try:
        row: dict[str, Any] = RecordSchema().load(data)  # type: ignore[arg-type]
    except ValidationError as error:
        raise DocumentError(tuple(from_messages(error.messages))) from error
    earlier = tuple(Draw(each["choices"], each["seed"], each["salt"]) for each in row["earlier"])
    until = [0, *(draw.choices for draw in earlier), len(row["choices"])]
    if until != sorted(until):
        raise DocumentError((Problem("/earlier", Message("refused.record.earlier")),))
    first, second = (_army(place, army) for place, army in enumerate(row["armies"]))
    return Record(
        armies=(first, second),
        engine=row["engine"],
        ruleset=row["ruleset"]["id"],
        ruleset_version=row["ruleset"]["version"],
        mission=row["mission"],
        seed=row["seed"],
        game=row["game"],
        players=(row["players"][0], row["players"][1]),
        choices=tuple(Choice(c["decision"], c["kind"], c["data"], c["standing"]) for c in row["choices"]),
        before=tuple(c["before"] for c in row["choices"]),
        events_digest=row["events_digest"],
        recognition=row["recognition"],
        origin=ForkOrigin(**row["origin"]) if row["origin"] else None,
        salt=row["salt"],
        earlier=earlier,
    )
