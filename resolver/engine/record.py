"""`muster.battle/1`: a battle as it can be kept, sent and played again: its armies, mission, seed and choices.

Reading is strict; the bytes are canonical; a replay that goes another way names the first decision that differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from marshmallow import ValidationError, fields

from datasheets.canonical import canonical, digest_of
from datasheets.effects.recognition import VERSION
from datasheets.fields import Choice as Word
from datasheets.fields import Items, Part, Strict, Text, Whole
from datasheets.problems import DocumentError, from_messages
from datasheets.strict_json import normal, read_json
from datasheets.words import Said
from exports.document import RosterDocument, document_from
from resolver.engine.battle import MOST_SEED, Battle, Origin
from resolver.engine.decision import Choice, ChoiceShape, IllegalChoice, Refusal
from resolver.engine.events import Chain
from resolver.engine.prose import Teller
from resolver.rulesets import ruleset as ruleset_of

SCHEMA = "muster.battle/1"
ENGINE = "3"
"""The version of the engine; it changes when the same choices may lead to other events."""
MOST_BYTES = 20_000_000
MOST_CHOICES = 100_000


class NotARecord(DocumentError):
    """This is no battle record that can be used; `problems` says why."""


class ReplayError(ValueError):
    """A record was not played again as it was recorded. `decision` is the number of the first one that differs.

    `alike` is how many choices can be played again as they were recorded, None if the battle already begins otherwise.
    """

    def __init__(self, decision: int, why: str, alike: int) -> None:
        self.decision, self.alike = decision, None if alike < 0 else alike
        super().__init__(Said("refused.replay.differs", {"decision": decision, "why": why}))


@dataclass(frozen=True, slots=True)
class Record:
    """A battle record. `before` holds for each choice a short digest of all events before it.

    `recognition` is the version of the tables by which ability texts were read, "" where none were; `origin` the battle that
    it was forked from.
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
    origin: Origin | None = None

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


class _Choice(ChoiceShape):
    before = Text(required=True, most=80)


class _Origin(Strict):
    battle = Text(required=True, least=0, most=80)
    choices = Whole(required=True, most=MOST_CHOICES)
    events_digest = Text(required=True, most=80)


class RecordSchema(Strict):
    """The shape of a record."""

    schema = Word((SCHEMA,), required=True)
    engine = Text(required=True)
    ruleset = Part(_Ruleset, required=True)
    recognition = Text(load_default="", least=0)
    origin = Part(_Origin, load_default=None)
    mission = Text(required=True)
    seed = Whole(required=True, most=MOST_SEED)
    game = Whole(required=True, most=MOST_SEED)
    players = Items(Text(least=0), required=True, least=2, most=2)
    armies = Items(fields.Raw(), required=True, least=2, most=2)
    choices = Items(Part(_Choice), required=True, most=MOST_CHOICES)
    events_digest = Text(required=True)


def record(battle: Battle) -> Record:
    """Return the record of a battle, over or not.

    Raises:
        ValueError: the battle was played without a log.
    """
    game, chain, before = battle.game, Chain(), list[str]()
    if not game.log:
        raise ValueError("a battle without a log cannot be recorded")
    done = 0
    for happened in battle.happened_before:
        for event in battle.events[done:happened]:
            chain.add(event)
        done = happened
        before.append(chain.short)
    for event in battle.events[done:]:
        chain.add(event)
    return Record(
        armies=game.armies.documents,
        engine=ENGINE,
        ruleset=game.ruleset.id,
        ruleset_version=game.ruleset.version,
        mission=game.mission,
        seed=game.seed,
        game=game.state.game,
        players=battle.players,
        choices=tuple(battle.choices),
        before=tuple(before),
        events_digest=chain.digest,
        origin=battle.origin,
    )


def read_record(data: bytes) -> Record:
    """Read a record from JSON of at most 20 MB.

    Raises:
        NotARecord: it is none; nothing of it is used then.
    """
    try:
        return _made(read_json(data, MOST_BYTES))
    except DocumentError as error:
        raise NotARecord(error.problems) from error


def record_from(data: Mapping[str, object]) -> Record:
    """Make a record from plain data, held to the same rules as one that is read.

    Raises:
        NotARecord: the data are none.
    """
    try:
        return _made(normal(data))
    except DocumentError as error:
        raise NotARecord(error.problems) from error


def _made(data: object) -> Record:
    try:
        row: dict[str, Any] = RecordSchema().load(data)  # type: ignore[arg-type]
    except ValidationError as error:
        raise DocumentError(tuple(from_messages(error.messages))) from error
    first, second = (document_from(army) for army in row["armies"])
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
        origin=Origin(**row["origin"]) if row["origin"] else None,
    )


def _why(record: Record, code: str, **values: object) -> Said:
    """Return what differs, and what else has changed since the record was made, where anything has."""
    versions = (
        ("engine", record.engine, ENGINE),
        ("rules", record.ruleset_version, _rules(record)),
        ("recognition" if record.recognition else "no-recognition", record.recognition, VERSION),
    )
    changes = [Said(f"refused.replay.{what}", {"then": then, "now": now}) for what, then, now in versions if then != now]
    return reduce(_joined, changes, Said(f"refused.replay.{code}", values))


def _joined(first: Said, then: Said) -> Said:
    return Said("refused.replay.joined", {"first": first, "then": then})


def _rules(record: Record) -> str:
    return ruleset_of(record.ruleset).version


def _refused(record: Record, battle: Battle, refusal: Refusal) -> Said:
    code = "choice-by" if refusal.rule else "choice"
    return _why(record, code, rule=refusal.rule, reason=Teller(battle.armies).refused(refusal))


def replay(record: Record, choices: int | None = None) -> Battle:
    """Play a record again, or only its first `choices`.

    Raises:
        ReplayError: it goes another way: a choice is illegal, or the events differ.
        ValueError: there are not so many choices.
        NotPlayable, KeyError: the battle cannot be begun with these armies, ruleset or mission.
    """
    most = len(record.choices) if choices is None else choices
    if not 0 <= most <= len(record.choices):
        raise ValueError(f"the record has {len(record.choices)} choices, not {most}")
    battle = Battle.start(
        record.armies, record.ruleset, record.mission, record.seed, game=record.game, players=record.players
    )
    battle.origin = record.origin
    chain, done = Chain(), 0
    for number, before in enumerate((*record.before, "")[: most + 1]):
        for event in battle.events[done:]:
            chain.add(event)
        done = len(battle.events)
        if before and chain.short != before:
            raise ReplayError(number, _why(record, "before"), number - 1)
        if number == most:
            break
        try:
            battle.choose(record.choices[number])
        except IllegalChoice as error:
            raise ReplayError(number, _refused(record, battle, error.refusal), number) from error
    if most == len(record.choices) and chain.digest != record.events_digest:
        raise ReplayError(most, _why(record, "after"), most - 1)
    return battle
