"""A record is played again, and every event compared by its digest with what was recorded."""

from __future__ import annotations

from functools import reduce

from datasheets.effects.recognition.recognise import VERSION
from datasheets.words import Message
from resolver.engine.battle import Battle
from resolver.engine.decision import IllegalChoice, Refusal
from resolver.engine.events import Chain
from resolver.engine.prose import LogWriter
from resolver.engine.record import ENGINE, Draw, Record
from resolver.engine.registry import ruleset as ruleset_of
from resolver.table.dice import RedrawnDice


class ReplayError(ValueError):
    """A record was not played again as it was recorded. `decision` is the number of the first one that differs.

    `alike` is how many choices can be played again as they were recorded, None if the battle already begins otherwise.
    """

    def __init__(self, decision: int, why: str, alike: int) -> None:
        self.decision, self.alike = decision, None if alike < 0 else alike
        super().__init__(Message("refused.replay.differs", {"decision": decision, "why": why}))


def replay(record: Record, choices: int | None = None, anew: tuple[int, str] | None = None) -> Battle:
    """Play a record again, or only its first `choices`; with a seed and salt `anew`, all dice to come are from these.

    Raises:
        ReplayError: it goes another way: a choice is illegal, or the events differ.
        ValueError: there are not so many choices.
        NotPlayable, KeyError: the battle cannot be begun with these armies, ruleset or mission.
    """
    most = len(record.choices) if choices is None else choices
    if not 0 <= most <= len(record.choices):
        raise ValueError(f"the record has {len(record.choices)} choices, not {most}")
    draws = [draw for draw in _draws(record) if draw.choices <= most]
    draws += [Draw(most, *anew)] if anew else []
    seed, salt, names = draws[0].seed, draws[0].salt, record.players
    dice = RedrawnDice(seed) if len(draws) > 1 else None
    battle = Battle.start(
        record.armies, record.ruleset, record.mission, seed, salt=salt, game=record.game, players=names, dice=dice
    )
    battle.origin = record.origin
    chain, done = Chain(), 0
    for number, before in enumerate((*record.before, "")[: most + 1]):
        for event in battle.events[done:]:
            chain.add(event)
        done = len(battle.events)
        if before and chain.short != before:
            raise ReplayError(number, _why(record, "before"), number - 1)
        for draw in draws[1:]:
            if draw.choices == number and battle.decision:
                battle.redraw(draw.seed, draw.salt)
        if number == most:
            break
        try:
            battle.choose(record.choices[number])
        except IllegalChoice as error:
            raise ReplayError(number, _explain_refusal(record, battle, error.refusal), number) from error
    if most == len(record.choices) and chain.digest != record.events_digest:
        raise ReplayError(most, _why(record, "after"), most - 1)
    return battle


def _why(record: Record, code: str, **values: object) -> Message:
    """Return what differs, and what else has changed since the record was made, where anything has."""
    versions = (
        ("engine", record.engine, ENGINE),
        ("rules", record.ruleset_version, _rules(record)),
        ("recognition" if record.recognition else "no-recognition", record.recognition, VERSION),
    )
    changes = [Message(f"refused.replay.{what}", {"then": then, "now": now}) for what, then, now in versions if then != now]
    return reduce(_join, changes, Message(f"refused.replay.{code}", values))


def _join(first: Message, then: Message) -> Message:
    return Message("refused.replay.joined", {"first": first, "then": then})


def _rules(record: Record) -> str:
    return ruleset_of(record.ruleset).version


def _explain_refusal(record: Record, battle: Battle, refusal: Refusal) -> Message:
    code = "choice-by" if refusal.rule else "choice"
    return _why(
        record, code, rule=refusal.rule, reason=LogWriter(battle.armies, battle.game.ruleset).explain_refusal(refusal)
    )


def _draws(record: Record) -> list[Draw]:
    """Return each seed of a battle with the number of choices after which it was drawn."""
    seeds = [*((draw.seed, draw.salt) for draw in record.earlier), (record.seed, record.salt)]
    return [Draw(since, *seed) for since, seed in zip((0, *(draw.choices for draw in record.earlier)), seeds, strict=True)]
