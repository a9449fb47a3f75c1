"""`python -m tests.aos_1e.broken [NUMBER ...]`: rules of Age of Sigmar broken by hand, each with the test that fails.

How it is done says `tests.breaking`.
"""

from __future__ import annotations

import sys

from tests.breaking import Break, Game, main

GAME = Game("aos-1e", "resolver/rulesets/aos_1e", "tests/aos_1e", "tests.aos_1e.field")
ATTACKS, HERO, MISSION, MOVES = "test_attacks.py", "test_hero.py", "test_mission.py", "test_moves.py"
REFUSALS = "test_refusals.py"
BREAKS = (
    Break("AOS-MOVEPH-03", "movement", 'if not game.has_mark(unit, "acted") and', "if", MOVES),
    Break("AOS-MOVE-01", "movement", "0.0 if span is None else span[1]", "0.0 if span is None else span[1] + 1.0", MOVES),
    Break(
        "AOS-ENEMY-01",
        "movement",
        'NORMAL = Manner("AOS-MOVE-01", near="AOS-ENEMY-01", end="AOS-ENEMY-01")',
        'NORMAL = Manner("AOS-MOVE-01")',
        MOVES,
    ),
    Break("AOS-ENEMY-03", "movement", 'STAY, "retreat" if near', 'STAY, "retreat" if False', MOVES),
    Break("AOS-ENEMY-04", "movement", 'enemies="leave", near="AOS-ENEMY-04", end="AOS-ENEMY-04"', 'enemies="free"', MOVES),
    Break("AOS-ENEMY-05", "movement", '(("ran", "advance"), ("retreated", "fall-back"))', '(("ran", "advance"),)', MOVES),
    Break(
        "AOS-RUN-03", "movement", '(("ran", "advance"), ("retreated", "fall-back"))', '(("retreated", "fall-back"),)', MOVES
    ),
    Break(
        "AOS-RUN-02",
        "movement",
        'limits(game, unit, said["rolled"], said["extra"])',
        'limits(game, unit, said["rolled"])',
        MOVES,
    ),
    Break("AOS-FLY-01", "movement", 'return engagement.has_keyword(game, unit, "FLY")', "return False", MOVES),
    Break("AOS-FLY-02", "movement", 'if found and found.rule == "AOS-ENEMY-01" and mover.flies:', "if False:", MOVES),
    Break("AOS-SCENTAB-09", "movement", 'and not lasting.has(game, unit, "befuddled") and can_move', "and can_move", HERO),
    Break("AOS-CHARGE-01", "charging", "NEAR, REACHED = 12.0, 0.5", "NEAR, REACHED = 13.0, 0.5", MOVES),
    Break("AOS-CHARGE-02", "charging", 'if not movement.may_shoot_or_charge(game, unit, "charge") or', "if", MOVES),
    Break(
        "AOS-CHARGE-03",
        "charging",
        "<= NEAR + EPSILON and not engagement.is_engaged(game, unit)",
        "<= NEAR + EPSILON",
        MOVES,
    ),
    Break("AOS-CHARGE-04", "charging", 'roll_test(game, "charge", unit, 2)', 'roll_test(game, "charge", unit, 3)', MOVES),
    Break("AOS-CHARGE-05", "charging", "    if gap <= REACHED + EPSILON:\n", "    if True:\n", MOVES),
    Break("AOS-CHARGE-07", "charging", 'if not game.has_mark(unit, "acted") and', "if", MOVES),
    Break("AOS-COMBAT-01", "fighting", 'game.has_mark(unit, "charged") or engagement', "engagement", ATTACKS),
    Break(
        "AOS-COMBAT-02", "fighting", "game.go if begun else game.active", "game.go if begun else 1 - game.active", ATTACKS
    ),
    Break(
        "AOS-COMBAT-03",
        "fighting",
        "(player, units) if units else (1 - player, eligible(game, 1 - player))",
        "(player, units)",
        ATTACKS,
    ),
    Break("AOS-COMBAT-04", "fighting", "go=1 - player", "go=player", ATTACKS),
    Break("AOS-COMBAT-05", "fighting", "optional=False", "optional=True", ATTACKS),
    Break("AOS-COMBAT-06", "fighting", "yield from piling_in.pile_in(game, unit)", "pass", ATTACKS),
    Break("AOS-SHOOT-02", "fighting", '        and movement.may_shoot_or_charge(game, unit, "shoot")\n', "", MOVES),
    Break("AOS-COMBAT-07", "piling_in", "INCHES = 3.0", "INCHES = 4.0", MOVES),
    Break(
        "AOS-COMBAT-07", "piling_in", "moving.refusal(mover, data) or _closer(mover)", "moving.refusal(mover, data)", MOVES
    ),
    Break("AOS-TARGET-01", "declaring", "if closest > most + EPSILON:", "if closest > most + 1.0:", ATTACKS),
    Break("AOS-TARGET-02", "declaring", "if seen > most + EPSILON:", "if False:", ATTACKS),
    Break(
        "AOS-ATTACK-01",
        "declaring",
        "done))\n    yield from harm.inflict(game, unit, done)",
        "done))\n        yield from harm.inflict(game, unit, done)\n        done = harm.Harm()",
        ATTACKS,
    ),
    Break("AOS-ATTACK-05", "declaring", "if number != wanted:", "if False:", ATTACKS),
    Break("AOS-SHOOT-03", "declaring", "if (model, slot) not in said:", "if False:", ATTACKS),
    Break("AOS-ATTACK-03", "weapons", "if arm.ranged is ranged:", "if True:", ATTACKS),
    Break("AOS-Q-30", "weapons", "left = max(bearer.wounds - suffered, 1)", "left = bearer.wounds", ATTACKS),
    Break(
        "AOS-MAKE-04",
        "reader",
        "return min(apply_changes(printed, changes), 0) if changes else printed",
        "return 0",
        ATTACKS,
    ),
    Break(
        "AOS-MAKE-05",
        "reader",
        "max(counts, key=lambda found: (counts[found], _chance(found))",
        "min(counts, key=lambda found: (counts[found], _chance(found))",
        ATTACKS,
    ),
    Break("AOS-COVER-01", "reader", ", *scenery.cover(game, unit)]", "]", ATTACKS),
    Break("AOS-TRITAB-03", "reader", 'if roll == "hit" and game', "if False and game", HERO),
    Break("AOS-SCENTAB-10", "reader", 'if roll == "wound" and lasting', 'if roll == "hit" and lasting', ATTACKS),
    Break("AOS-MORTAL-02", "harm", "[False] * wounds + [True] * mortal", "[False] * wounds", ATTACKS),
    Break("AOS-DAMAGE-05", "harm", 'counts={"lost": 1}', "counts={}", ATTACKS),
    Break("AOS-VICTORY-07", "harm", 'player_counts={"removed": 1}', "player_counts={}", ATTACKS),
    Break("AOS-COVER-01", "scenery", "overlaps(bodies).all()", "overlaps(bodies).any()", ATTACKS),
    Break("AOS-COVER-02", "scenery", "if not charged and in_cover", "if in_cover", ATTACKS),
    Break("AOS-SCENTAB-02", "scenery", "if not made >> feature & 1:", "if True:", HERO),
    Break("AOS-SCENTAB-03", "scenery", 'Dice.parse("D3")', 'Dice.parse("D6")', HERO),
    Break(
        "AOS-SCENTAB-04",
        "scenery",
        'return (Change("add", 1, Origin(rule="AOS-SCENTAB-04")),) if made else ()',
        "return ()",
        HERO,
    ),
    Break("AOS-SCENTAB-05", "scenery", "for _ in near]", "for _ in near[:0]]", HERO),
    Break("AOS-SCENTAB-06", "scenery", 'in find(game, "inspiring"):', "in ():", HERO),
    Break("AOS-SCENTAB-07", "scenery", "slain = face <= SLAYS", "slain = face < SLAYS", HERO),
    Break("AOS-SCENTAB-08", "scenery", "befuddled = face <= BEFUDDLES", "befuddled = False", HERO),
    Break("AOS-SCENTAB-11", "scenery", 'in find(game, "sinister"):', "in ():", HERO),
    Break("AOS-SCENTAB-12", "scenery", 'Change("subtract", 1', 'Change("add", 1', HERO),
    Break("AOS-BSHOCK-01", "battleshock", 'if game.count(unit, "lost") and', "if", HERO),
    Break(
        "AOS-BSHOCK-02",
        "battleshock",
        "player = game.active if to_test(game, game.active) else 1 - game.active",
        "player = 1 - game.active if to_test(game, 1 - game.active) else game.active",
        HERO,
    ),
    Break("AOS-BSHOCK-03", "battleshock", "total = result.total + slain", "total = result.total", HERO),
    Break("AOS-BSHOCK-04", "battleshock", "max(total - value, 0)", "max(total - value + 1, 0)", HERO),
    Break("AOS-BSHOCK-05", "battleshock", "MODELS_FOR_ONE = 10", "MODELS_FOR_ONE = 9", HERO),
    Break(
        "AOS-BSHOCK-06", "battleshock", 'game.ask("flee", game.owner(unit)', 'game.ask("flee", 1 - game.owner(unit)', HERO
    ),
    Break("AOS-Q-18", "battleshock", "return max(total, 0), ", "return total, ", HERO),
    Break("AOS-COMMAND-04", "battleshock", 'if lasting.has(game, unit, "steadfast"):', "if False:", HERO),
    Break("AOS-COMMAND-01", "commands", ' or game.player_count(player, "commanded")', "", HERO),
    Break(
        "AOS-COMMAND-02",
        "commands",
        "return leader is not None and int(game.state.unit[leader]) == source.unit",
        "return True",
        HERO,
    ),
    Break("AOS-COMMAND-03", "commands", "RANGE = 12.0", "RANGE = 13.0", HERO),
    Break("AOS-SPELL-02", "spells", "(game, unit) if not _was_tried(game, unit, power)]", "(game, unit)]", HERO),
    Break("AOS-WIZARD-04", "spells", "return [] if _are_used_up(game, unit) else [", "return [", HERO),
    Break("AOS-SPELL-03", "spells", "passed = result.total >= power.value", "passed = result.total > power.value", HERO),
    Break("AOS-SPELL-04", "spells", "UNBIND_RANGE = 18.0", "UNBIND_RANGE = 19.0", HERO),
    Break("AOS-SPELL-04", "spells", " and visible(state, one, other).any()", "", HERO),
    Break("AOS-SPELL-05", "spells", 'needed = fields["total"] + 1', 'needed = fields["total"]', HERO),
    Break(
        "AOS-WIZARD-03",
        "spells",
        'if game.count(unit, "denies") >= game.armies.units[unit].denies + more or not',
        "if not",
        HERO,
    ),
    Break("AOS-SHIELD-02", "spells", 'side = 1 - player if "enemy" in wanted else player', "side = 1 - player", HERO),
    Break("AOS-BOLT-02", "spells", "if _in_range(game, models, other, power.range) and", "if", HERO),
    Break("AOS-HERO-03", "hero", "if player == game.active:", "if True:", HERO),
    Break("AOS-PREBATTLE-02", "hero", "players = [winner, 1 - winner]", "players = [1 - winner, winner]", MISSION),
    Break(
        "AOS-Q-42",
        "lasting",
        "bits = sum(OWN.values()) << _WIDTH * player",
        "bits = sum(OWN.values()) << _WIDTH * (1 - player)",
        HERO,
    ),
    Break(
        "AOS-TARGET-03",
        "sight",
        "apart = (state.unit != state.unit[viewers[0]]) & (state.unit != state.unit[targets[0]])",
        "apart = state.unit >= 0",
        ATTACKS,
    ),
    Break("AOS-TRIUMPH-01", "triumphs", "if not game.armies.documents[player].army.agreed.get(WON):", "if False:", HERO),
    Break(
        "AOS-TRITAB-02",
        "triumphs",
        'player_counts={"triumphs": -1},\n        rules=("AOS-TRITAB-02",)',
        'player_counts={},\n        rules=("AOS-TRITAB-02",)',
        HERO,
    ),
    Break("AOS-TRITAB-04", "triumphs", 'fields["model"], 1, np.add', 'fields["model"], 2, np.add', HERO),
    Break("AOS-TRITAB-04", "triumphs", 'return int(game.model_marked(model, "empowered"))', "return 0", HERO),
    Break("AOS-MIR-02", "agreements", "found = both[winner]", "found = both[1 - winner]", MISSION),
    Break("AOS-ROUND-07", "agreements", "max(agreed, LEAST_ENDURED) if endured else agreed", "agreed", MISSION),
    Break("AOS-FIELD-06", "features", ">= SQUARE * SQUARE", "> 0", MISSION),
    Break("AOS-FIELD-07", "features", "return 1 if 6 <= total", "return 1 if 5 <= total", MISSION),
    Break("AOS-FIELD-08", "features", "if total >= MANY:", "if False:", MISSION),
    Break("AOS-SETUP-04", "territories", 'game.ask("choose-zone", 1 - winner', 'game.ask("choose-zone", winner', MISSION),
    Break("AOS-SETUP-07", "territories", "KEPT = 12.0", "KEPT = 11.0", MISSION),
    Break("AOS-SETUP-05", "setting_up", "marks=(), go=1 - player", "marks=(), go=player", MISSION),
    Break("AOS-SETUP-08", "setting_up", "optional=not first", "optional=False", MISSION),
    Break("AOS-SETUP-11", "setting_up", "        yield from _hold(game, unit)\n    last", "        pass\n    last", MISSION),
    Break(
        "AOS-SETUP-13", "setting_up", 'return first if setting == "finished_first" else 1 - first', "return first", MISSION
    ),
    Break("AOS-GENERAL-01", "setting_up", "if model is None or not game.state.on_table[model]:", "if True:", MISSION),
    Break("AOS-UNIT-05", "edition", "CoherencyRules(across=1.0", "CoherencyRules(across=2.0", MISSION),
    Break("AOS-TOOLS-03", "edition", "    across=3.0,", "    across=2.0,", MOVES),
    Break("AOS-SUDDEN-01", "sudden_death", "few = int(counts[1] < counts[0])", "few = 0", MISSION),
    Break(
        "AOS-SUDDEN-04",
        "sudden_death",
        'if objective_of(game, player) in ("assassinate", "blunt") and',
        "if False and",
        MISSION,
    ),
    Break(
        "AOS-SUDTAB-02",
        "sudden_death",
        '("HERO", "WIZARD", "PRIEST", "MONSTER")',
        '("WIZARD", "PRIEST", "MONSTER")',
        MISSION,
    ),
    Break("AOS-SUDTAB-03", "sudden_death", "BLUNTED = 5", "BLUNTED = 4", MISSION),
    Break("AOS-SUDTAB-04", "sudden_death", "ENDURED, SEIZED = 6, 4", "ENDURED, SEIZED = 5, 4", MISSION),
    Break("AOS-SUDTAB-05", "sudden_death", "ENDURED, SEIZED = 6, 4", "ENDURED, SEIZED = 6, 5", MISSION),
    Break("AOS-Q-26", "sudden_death", "if 2 * _area(_common(piece, enemy))", "if 3 * _area(_common(piece, enemy))", MISSION),
    Break("AOS-Q-55", "sudden_death", ' and not game.model_marked(int(model), "returned")', "", MISSION),
    Break("AOS-ROUND-03", "victory", 'first = player if data["turn"] == "first" else 1 - player', "first = player", MISSION),
    Break(
        "AOS-VICTORY-01",
        "victory",
        "return not (game.units_on_table(0) and",
        "return not (game.units_on_table(0) or",
        MISSION,
    ),
    Break("AOS-VICTORY-04", "victory", "return int(lost[1] < lost[0])", "return int(lost[1] > lost[0])", MISSION),
    Break("AOS-VICTORY-05", "victory", 'MAJOR, MINOR = "major", "minor"', 'MAJOR, MINOR = "minor", "major"', MISSION),
)
"""Every break is a rule of the ledger `aos-1e`."""

if __name__ == "__main__":
    sys.exit(main(GAME, BREAKS, sys.argv[1:]))
