"""`python -m tests.grundregelwerk.broken [NUMBER ...]`: rules of the game broken by hand, each with the test that fails.

How it is done says `tests.breaking`.
"""

from __future__ import annotations

import sys

from tests.breaking import Break, Game, main

GAME = Game("grundregelwerk", "resolver/rulesets/grundregelwerk", "tests/grundregelwerk", "tests.grundregelwerk.stage")
BREAKS = (
    Break("GRW-ACTION-01", "allowed", "len(done) >= 2", "len(done) >= 3", "test_refusals.py"),
    Break("GRW-ACTION-01", "allowed", 'if done and ACTIONS[action].length == "long"', "if False", "test_actions.py"),
    Break("GRW-ACTION-02", "allowed", "    if action in done:\n", "    if False:\n", "test_actions.py"),
    Break("GRW-Q-29", "allowed", 'if action == "rally" and states', "if False and states", "test_refusals.py"),
    Break("GRW-Q-29", "allowed", 'if "flee" in done:', "if False:", "test_actions.py"),
    Break(
        "GRW-FLEE-02",
        "allowed",
        'due = states.is_fleeing(game, unit) and "flee" not in done',
        "due = False",
        "test_refusals.py",
    ),
    Break(
        "GRW-PINNED-01", "allowed", "if row[state] != YES:", 'if row[state] != YES and state != "pinned":', "test_actions.py"
    ),
    Break(
        "GRW-Q-33",
        "allowed",
        '("move", "shoot", "close-combat")',
        '("move", "shoot", "close-combat", "sprint")',
        "test_refusals.py",
    ),
    Break("GRW-SECURE-01", "reactions", '    if not game.count(unit, "reaction"):', "    if False:", "test_refusals.py"),
    Break("GRW-SECURE-01", "reactions", 'if game.count(foe, "reaction") and', "if", "test_refusals.py"),
    Break("GRW-Q-33", "reactions", "answers(game, among)", "answers(game, witnesses(game, unit))", "test_refusals.py"),
    Break("GRW-SECURE-01", "activation", 'counts={"reaction": 1}, rules', "rules", "test_refusals.py"),
    Break("GRW-SECURE-05", "reactions", ' and not game.has_mark(unit, "reacted")\n', "\n", "test_refusals.py"),
    Break("GRW-SECURE-05", "reactions", 'marks=["reacted"]', "marks=[]", "test_refusals.py"),
    Break("GRW-Q-35", "allowed", "if not states.in_combat(game, foe)]", "]", "test_refusals.py"),
    Break("GRW-Q-82", "combat", "states.is_pinned(game, unit) or", "", "test_fighting.py"),
    Break("GRW-Q-82", "combat", "or states.is_fleeing(game, unit) or not len", "or not len", "test_fighting.py"),
    Break(
        "GRW-SECURE-02",
        "reactions",
        "    if not seen and not (game",
        "    if False and not (game",
        "test_refusals.py",
    ),
    Break(
        "GRW-SPECIAL-10", "activation", "if game.player_count(decision.player, WAAAAAGH):", "if False:", "test_refusals.py"
    ),
    Break("GRW-SPECIAL-10", "activation", "player_counts={WAAAAAGH: 1}", "player_counts={}", "test_refusals.py"),
    Break(
        "GRW-FLEE-04", "activation", "if states.is_fleeing(game, unit)] or waiting", "if False] or waiting", "test_moving.py"
    ),
    Break("GRW-COVERACT-01", "activation", 'marks=["covered"]', "marks=[]", "test_moving.py"),
    Break(
        "GRW-TERRAIN-09",
        "sight",
        "_counts_inside(piece, own) or _counts_inside",
        "_counts_inside(piece, own) and _counts_inside",
        "test_shooting.py",
    ),
    Break("GRW-Q-52", "field", "blocks_sight=feature.name not in LOW", "blocks_sight=True", "test_scenarios.py"),
    Break("GRW-RANGED-05", "checks", "max(skill + harder, LEAST)", "max(skill, LEAST)", "test_shooting.py"),
    Break("GRW-SUPPRESS-02", "checks", "SUPPRESSION = 6", "SUPPRESSION = 5", "test_shooting.py"),
    Break("GRW-VEHICLE-01", "checks", "None if fp < armour.ignores else", "", "test_shooting.py"),
    Break("GRW-VEHICLE-02", "traits", "Armour(4, 3,", "Armour(3, 3,", "test_shooting.py"),
    Break("GRW-VEHICLE-03", "traits", "Armour(5, 4,", "Armour(5, 3,", "test_shooting.py"),
    Break("GRW-RANGED-06", "checks", "rw + fp - cover", "rw - cover", "test_shooting.py"),
    Break("GRW-TERRAIN-02", "checks", "rw + fp - cover", "rw + fp", "test_shooting.py"),
    Break("GRW-RANGED-08", "checks", "rw is not None and fp > rw", "rw is not None and fp >= rw", "test_shooting.py"),
    Break("GRW-SPECIAL-09", "checks", "return not eternal and", "return", "test_shooting.py"),
    Break("GRW-Q-20", "checks", "LEAST = 2", "LEAST = 1", "test_shooting.py"),
    Break(
        "GRW-RANGED-03",
        "shooting",
        "near = [model for model in models if gaps[model] <= arms.reach + TOUCH]",
        "near = models",
        "test_shooting.py",
    ),
    Break("GRW-ACTSHOOT-01", "shooting", "(not every or slot", "(slot", "test_shooting.py"),
    Break("GRW-Q-68", "shooting", "if len(targets) > 1:", "if False:", "test_shooting.py"),
    Break("GRW-SUPPRESS-03", "hits", 'return self.cause != "suppression"', "return True", "test_shooting.py"),
    Break("GRW-SPECIAL-06", "hits", "game.owner(hits.by) if hits.sniper else", "", "test_shooting.py"),
    Break("GRW-SPECIAL-07", "weapons", "rate * twice", "rate", "test_shooting.py"),
    Break(
        "GRW-SPECIAL-12",
        "volley",
        "throw=1) if check.again[face - 1] else face",
        "throw=1) if False else face",
        "test_shooting.py",
    ),
    Break("GRW-RANGED-09", "toll", "QUARTER * self.shot[unit] >= self", "2 * self.shot[unit] >= self", "test_shooting.py"),
    Break(
        "GRW-RANGED-10",
        "morale",
        '_nerve_losses(game, unit, {"pinned": 1})',
        "_nerve_losses(game, unit, {})",
        "test_shooting.py",
    ),
    Break("GRW-PINNED-02", "morale", "    if states.is_pinned(game, unit):", "    if False:", "test_moving.py"),
    Break(
        "GRW-MORALE-05",
        "morale",
        "need, face = profiles.morale(game, unit),",
        "need, face = profiles.morale(game, unit) + 1,",
        "test_moving.py",
    ),
    Break(
        "GRW-SPECIAL-13", "morale", "sure, need = traits.has(game, unit, FEARLESS),", "sure, need = False,", "test_moving.py"
    ),
    Break("GRW-MELEE-13", "combat", "if dealt > taken else", "if dealt >= taken else", "test_fighting.py"),
    Break("GRW-SPECIAL-08", "combat", "FURY if attacking and", "FURY if", "test_fighting.py"),
    Break("GRW-MELEE-03", "combat", "        if gaps[model] <= arms.reach + TOUCH:", "        if True:", "test_fighting.py"),
    Break("GRW-MELEE-19", "fleeing", "roll >= fled and", "roll > fled and", "test_fighting.py"),
    Break("GRW-Q-77", "combat", "unit)) - {loser}", "unit))", "test_fleeing.py"),
    Break("GRW-MELEE-01", "allowed", "if row[state] == NO_CONTACT and", "if False and", "test_fleeing.py"),
    Break("GRW-Q-78", "combat", "foes) and _can_touch", "foes) and False and _can_touch", "test_fleeing.py"),
    Break("GRW-Q-71", "ground", "if on_way and flies", "if False and flies", "test_fleeing.py"),
    Break("GRW-Q-81", "detours", "return all(_gap", "return True or all(_gap", "test_fleeing.py"),
    Break("GRW-Q-73", "marching", "toll = toll or ActionToll", "toll = ActionToll", "test_moving.py"),
    Break("GRW-TTEST-01", "ground", '"reaction-move", "vanguard"', '"reaction-move"', "test_moving.py"),
    Break("GRW-FLEE-07", "fleeing", "    if reached:\n", "    if False:\n", "test_moving.py"),
    Break("GRW-VEHICLE-12", "damage", "BLAST = 6.0", "BLAST = 5.0", "test_fighting.py"),
    Break("GRW-VEHICLE-14", "mishaps", "    if again:\n", "    if False:\n", "test_fighting.py"),
    Break("GRW-VEHICLE-13", "mishaps", "and not weapons)", "and False)", "test_fighting.py"),
    Break("GRW-Q-46", "damage", "    loss.toll.blasts += [", "    _ = [", "test_fighting.py"),
    Break("GRW-SPRINT-01", "ground", "2 if twice else 1", "1", "test_moving.py"),
    Break("GRW-TERRAIN-06", "marching", 'entered.code == "move.barred"', 'entered.code == ""', "test_refusals.py"),
    Break("GRW-TTEST-01", "ground", "].test and not is_at_home", "].test and is_at_home", "test_moving.py"),
    Break("GRW-ROUND-02", "rounds", "units[player] < units[1 - player] else 0", "False else 0", "test_moving.py"),
    Break("GRW-ROUND-03", "rounds", "winner = 1 - game.state.first", "winner = game.state.first", "test_moving.py"),
    Break(
        "GRW-SCEN-07",
        "scenarios",
        "not game.on_table(unit) or states.is_fleeing(game, unit) for",
        "not game.on_table(unit) for",
        "test_scenarios.py",
    ),
    Break("GRW-SCEN-08", "scenarios", 'int(dead[0]), "general"', 'int(dead[1]), "general"', "test_scenarios.py"),
    Break(
        "GRW-SCEN-03",
        "scenarios",
        '    if name == "round-end" and any',
        '    if scenario(game).id == "secret-loot":\n        yield from _values(game)\n    if name == "round-end" and any',
        "test_hidden.py",
    ),
    Break("GRW-SCEN-05", "set_up", "face + int(more or 0)", "face", "test_scenarios.py"),
    Break("GRW-PINNED-02", "morale", "or unit in toll.struck_by_enemy", "or True", "test_fighting.py"),
    Break("GRW-PINNED-02", "morale", 'reason == "suppression" or unit', "unit", "test_shooting.py"),
    Break("GRW-Q-26", "damage", "if loss.toll.source != game.owner(unit):", "if False:", "test_fighting.py"),
    Break("GRW-Q-41", "weapons", "return 0 if idle else attacks", "return attacks", "test_fighting.py"),
    Break("GRW-Q-38", "combat", ', game.model_count(model, "broken")', ", 0", "test_fighting.py"),
    Break("GRW-Q-78", "combat", " or length > float(np.hypot(*way)) + CORNER", "", "test_fleeing.py"),
    Break("GRW-Q-84", "set_up", "go = who_is_first(game) if done else 1 - player", "go = 1 - player", "test_scenarios.py"),
    Break("GRW-Q-53", "edition", ", group=False)", ")", "test_shooting.py"),
)

if __name__ == "__main__":
    sys.exit(main(GAME, BREAKS, sys.argv[1:]))
