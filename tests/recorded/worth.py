"""What the options of a battle are worth to the programs that weigh them: their numbers, and what planners propose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Decision
from resolver.engine.view import View
from resolver.players.assignment import assign_goals
from tests.recorded.log import Block, round_all, short


def weigh_battle(
    battle: Battle, choices: Sequence[Mapping[str, Any]], part: int = 0, parts: int = 1
) -> Iterator[tuple[int, Block]]:
    """Make these choices and yield the number of each decision, or of each of a part, and what its options are worth."""
    for number, data in enumerate(choices):
        decision = battle.decision
        assert decision is not None
        if number % parts == part:
            options = [option.data for option in battle.options()]
            yield number, list(_worth(battle.view(decision.player), decision, options))
        battle.choose(Choice(decision.id, decision.kind, data))


def _worth(view: View, decision: Decision, options: list[dict[str, Any]]) -> Iterator[str]:
    game, kind = view.game, decision.kind
    rules, known = game.ruleset, game.ruleset.decisions[kind]
    if known.worth:
        yield f"{decision.id} {kind} greedy {round_all(known.worth(game, decision, options))}"
    if rules.prospects is None or known.plan is None:
        return
    goals = {}
    if known.plan.led:
        prospects = rules.prospects(game, decision.player)
        goals = assign_goals(prospects)
        rows = [[game.key(unit), *round_all(row)] for unit, row in zip(prospects.units, prospects.worth, strict=True)]
        yield f"{decision.id} {kind} prospects {rows} shares {round_all(prospects.shares)} goals {goals}"
    own = list(known.plan.proposals(game, decision, goals)) if known.plan.proposals else []
    for offer in own:
        yield f"{decision.id} {kind} proposes {short(offer)}"
    yield f"{decision.id} {kind} planning {round_all(known.plan.worth(game, decision, options, goals))}"
