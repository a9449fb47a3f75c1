"""A battle as lines: everything that happened, was asked, was offered, would have been refused, and was chosen.

A line begins with what it is: `*` an event (all of it), `?` a decision, `|` an option that was offered (a long one by its
digest), `!` a choice that was tampered with and what became of it (legal, or the rule and code of the refusal), `>` what was
chosen. The lines up to a choice are one `Block`; the last block ends with the decision that nobody answers any more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from hashlib import sha256
from typing import Any

from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Decision, Refusal
from resolver.engine.prose import LogWriter
from resolver.players import Player

Block = list[str]
"""The lines that belong to one decision."""
LONG = 120
"""Options of more letters are told by their digest."""
TAMPERED = 8
"""So many choices that nobody offered are tried at each decision that has no end of answers."""
PLACES = 6


def canonical(data: object) -> str:
    """Data as JSON text with sorted keys."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def play(battle: Battle, players: tuple[Player, Player], most: int, until: str = "") -> list[Choice]:
    """Let two programs play `most` choices, or until a step begins; return their choices."""
    rules, made = battle.game.ruleset, list[Choice]()
    while battle.decision is not None and len(made) < most:
        if until and rules.steps[battle.game.state.phase].name == until:
            break
        player = players[battle.decision.player]
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
        made.append(battle.choices[-1])
    return made


def log_battle(battle: Battle, choices: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    """Make these choices and yield what happens, a block for each decision, up to the first choice that is refused."""
    done, teller = 0, LogWriter(battle.armies, battle.game.ruleset)
    for number in range(len(choices) + 1):
        block = [f"* {canonical(event)}" for event in battle.events[done:]]
        done, decision = len(battle.events), battle.decision
        if decision is None:
            yield block
            return
        block.append(f"? {canonical(decision.to_json())}")
        block += [f"| {short(option.data)}{' is refused' if battle.check(option) else ''}" for option in battle.options()]
        if number == len(choices):
            yield block
            return
        data = choices[number]
        block += _tamper(battle, decision, data, teller)
        block.append(f"> {canonical(data)}")
        choice = Choice(decision.id, decision.kind, data)
        if refused := battle.check(choice):
            yield [*block, f"The recorded choice is refused: {refused}"]
            return
        yield block
        battle.choose(choice)


def _tamper(battle: Battle, decision: Decision, data: Mapping[str, Any], teller: LogWriter) -> Iterator[str]:
    for other in _tampered_answers(decision, data, battle):
        refusal = battle.check(Choice(decision.id, decision.kind, other))
        yield f"! {short(other)} {_outcome(refusal)}"
        if refusal is not None:
            teller.refusal(refusal)  # it can be said


def _outcome(refusal: Refusal | None) -> str:
    if refusal is None:
        return "legal"
    return refusal.code if refusal.code == "shape" else f"{refusal.rule} {refusal.code} {short(refusal.values)}"


def round_all(values: Sequence[float]) -> list[float]:
    """Round numbers so that every machine says the same."""
    return [round(float(value), PLACES) + 0.0 for value in values]


def short(data: object) -> str:
    """Data as text; a long one is shortened, with its digest."""
    text = canonical(_plain(data))
    if len(text) <= LONG:
        return text
    return f"{text[: LONG // 3]}... {len(text)} {sha256(text.encode()).hexdigest()[:12]}"


def _plain(data: object) -> object:
    return json.loads(json.dumps(data, default=float))


def _tampered_answers(decision: Decision, data: Mapping[str, Any], battle: Battle) -> list[dict[str, Any]]:
    """Return answers that are a little different from the one chosen: numbers, lists and units changed."""
    if battle.game.ruleset.decisions[decision.kind].finite:
        return []
    units = [unit.key for unit in battle.armies.units]
    found = []
    for place, (path, value) in enumerate(_leaves(data)):
        for other in _others(value, units, place + decision.id):
            changed = deepcopy(dict(data))
            inner: Any = changed
            for step in path[:-1]:
                inner = inner[step]
            inner[path[-1]] = other
            found.append(changed)
    step = max(1, len(found) // TAMPERED)
    return found[decision.id % step :: step][:TAMPERED]


def _leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if path:
        yield path, data
    rows = sorted(data.items()) if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
    for key, value in rows:
        yield from _leaves(value, (*path, key))


def _others(value: Any, units: Sequence[str], turn: int) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return _from(turn, [value + 1, value - 1, value + 2, value + 8])
    if isinstance(value, float):
        return _from(turn, [value + 1, value - 1, value + 0.25, value + 8, value - 20, -value])
    if isinstance(value, list) and value and not isinstance(value[0], int | float | list):
        return _from(turn, [value[:-1], [*value, value[0]], [], value[::-1]])
    if isinstance(value, str) and value in units:
        return _from(turn, [key for key in units if key != value])
    return []


def _from(turn: int, values: list[Any]) -> list[Any]:
    """Two of these, others at each turn."""
    return [values[turn % len(values)], values[(turn + 1) % len(values)]]
