"""How editions of this game read attacks and targets: what the shared steps of an attack ask."""

from __future__ import annotations

from dataclasses import replace

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.attacks import attack_profiles, reasons, target_profiles, weapons
from resolver.shared.attacks.pools import Shots
from resolver.shared.attacks.reader import AttackReader


def _choose_toughness(game: Game, shots: Shots) -> Script[Shots]:
    """Let the target's player choose its Toughness, where the higher of two may be the worse for it (8E-Q-61)."""
    values = target_profiles.open_toughness(game, shots.target)
    if len(values) < 2 or not attack_profiles.minds_toughness(game, shots):
        return shots
    data = yield from game.ask("toughness", game.owner(shots.target), "wound", shots.target, values=values)
    return replace(shots, resistance=int(data["toughness"]))


READER = AttackReader(
    arm=lambda game, row, model: weapons.arm_of(game, row),
    context=attack_profiles.attack_context,
    attack=attack_profiles.attack,
    likeness=attack_profiles.likeness,
    limited=attack_profiles.limited_rerolls,
    struck_first=target_profiles.struck_first,
    target_model=target_profiles.target_model,
    resistance=target_profiles.toughness,
    choose=_choose_toughness,
    extra=lambda shots: {"overwatch": shots.reacting},
    reasons=reasons.reasons,
    ignore_reasons=reasons.ignore_reasons,
    resistance_field="toughness",
    save_names={"armour": "armour", "fixed": "invulnerable"},
    fixed_save_rules=("invulnerable", "invulnerable.ap"),
    roll_rules={
        "hit": ("hit", "hit.six", "hit.one"),
        "wound": ("wound", "wound.six", "wound.one"),
        "save": ("save", "", "save.one"),
    },
    automatic_rule="hit.automatic",
    first_rule=lambda shots: "overwatch.hits" if shots.reacting else "",
)
