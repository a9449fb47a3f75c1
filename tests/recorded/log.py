"""A recorded battle as text: everything that happened, was asked, was offered, would have been refused, and was chosen.

A line begins with what it is: `*` an event (all of it), `?` a decision, `|` an option that was offered (a long one by its
digest), `!` a choice that was tampered with and what became of it (legal, or the rule and code of the refusal), `>` what was
chosen. `worth` lines, in a file of their own, say what the options are worth to the programs that play.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from typing import Any

from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Decision, Refusal
from resolver.engine.prose import Teller
from resolver.engine.view import View
from resolver.players import Player
from resolver.players.assignment import assigned

FOLDER = Path(__file__).parents[1] / "golden" / "battles"
AGAIN = "After a change that was meant: make recorded, and read the diff."
LONG = 120
"""Options of more letters are told by their digest."""
TAMPERED = 8
"""So many choices that nobody offered are tried at each decision that has no end of answers."""
PLACES = 6
SHOWN = 40


def canonical(data: object) -> str:
    """Data as JSON text with sorted keys."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def played(battle: Battle, players: tuple[Player, Player], most: int, until: str = "") -> list[Choice]:
    """Let two programs play `most` choices, or until a step begins; return their choices."""
    rules, made = battle.game.ruleset, list[Choice]()
    while battle.decision is not None and len(made) < most:
        if until and rules.steps[battle.game.state.phase].name == until:
            break
        player = players[battle.decision.player]
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
        made.append(battle.choices[-1])
    return made


def told(battle: Battle, choices: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Make these choices and yield the lines of what happens, up to the first one that is refused."""
    done, teller = 0, Teller(battle.armies, battle.game.ruleset)
    for number in range(len(choices) + 1):
        for event in battle.events[done:]:
            yield f"* {canonical(event)}"
        done, decision = len(battle.events), battle.decision
        if decision is None:
            return
        yield f"? {canonical(decision.to_json())}"
        for option in battle.options():
            yield f"| {short(option.data)}{' is refused' if battle.check(option) else ''}"
        if number == len(choices):
            return
        data = choices[number]
        for other in _tampered(decision, data, battle):
            refusal = battle.check(Choice(decision.id, decision.kind, other))
            yield f"! {short(other)} {_outcome(refusal)}"
            if refusal is not None:
                teller.refusal(refusal)  # it can be said
        yield f"> {canonical(data)}"
        if refused := battle.check(Choice(decision.id, decision.kind, data)):
            yield f"The recorded choice is refused: {refused}"
            return
        battle.choose(Choice(decision.id, decision.kind, data))


def weighed(battle: Battle, choices: Sequence[Mapping[str, Any]], part: int = 0, parts: int = 1) -> Iterator[str]:
    """Make these choices and yield what options are worth to the programs that weigh them: of every decision, or a part."""
    for data in choices:
        decision = battle.decision
        assert decision is not None
        if decision.id % parts == part:
            yield from _worth(battle.view(decision.player), decision, [option.data for option in battle.options()])
        battle.choose(Choice(decision.id, decision.kind, data))


def _worth(view: View, decision: Decision, options: list[dict[str, Any]]) -> Iterator[str]:
    game, kind = view.game, decision.kind
    rules, known = game.ruleset, game.ruleset.decisions[kind]
    if known.worth:
        yield f"{decision.id} {kind} greedy {rounded(known.worth(game, decision, options))}"
    if rules.prospects is None or known.plan is None:
        return
    goals = {}
    if known.plan.led:
        prospects = rules.prospects(game, decision.player)
        goals = assigned(prospects)
        rows = [[game.key(unit), *rounded(row)] for unit, row in zip(prospects.units, prospects.worth, strict=True)]
        yield f"{decision.id} {kind} prospects {rows} shares {rounded(prospects.shares)} goals {goals}"
    own = list(known.plan.proposals(game, decision, goals)) if known.plan.proposals else []
    for offer in own:
        yield f"{decision.id} {kind} proposes {short(offer)}"
    yield f"{decision.id} {kind} planning {rounded(known.plan.worth(game, decision, options, goals))}"


def _outcome(refusal: Refusal | None) -> str:
    if refusal is None:
        return "legal"
    return refusal.code if refusal.code == "shape" else f"{refusal.rule} {refusal.code} {short(refusal.values)}"


def rounded(values: Sequence[float]) -> list[float]:
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


def _tampered(decision: Decision, data: Mapping[str, Any], battle: Battle) -> list[dict[str, Any]]:
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


def read(name: str) -> list[str]:
    """The recorded lines of a battle."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def choices(lines: Sequence[str]) -> list[dict[str, Any]]:
    """The choices that were recorded."""
    return [json.loads(line[2:]) for line in lines if line.startswith("> ")]


def compare(name: str, recorded: Sequence[str], now: Sequence[str]) -> None:
    """Hold that nothing has changed; say what has, as a diff."""
    if list(recorded) == list(now):
        return
    rows = list(unified_diff(recorded, now, f"{name} as recorded", f"{name} now", lineterm="", n=1))
    more = [f"... {len(rows) - SHOWN} more lines"] if len(rows) > SHOWN else []
    raise AssertionError("\n".join([f"{name} is no longer as it was recorded. {AGAIN}", *rows[:SHOWN], *more]))
