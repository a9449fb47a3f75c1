"""How the recorded battles of Age of Sigmar begin: its set-up, hero phase, charges and combat, each short enough to read."""

from __future__ import annotations

from resolver.engine.battle import Battle
from resolver.table.dice import SeededDice
from tests.aos_1e.field import MISSION, Field, blade, bow, feature, general, roster, unit, wizard

SYSTEM = "aos-1e"
GROUND = (
    feature("wood", 18, 12, 25, 17, "mystical"),
    feature("wall", 30, 20, 36, 20.5, "damned"),
    feature("mere", 40, 28, 47, 32.5, "deadly"),
)


def beginning() -> Battle:
    """From the battlefield on: features and their rules, territories, a reserve, generals, Sudden Death, the first turn."""
    own = [unit("u", 3, blade()), wizard("w")]
    foes = [unit("x", 6, blade(), bow()), unit("y", 2, blade(), Move='8"'), wizard("z")]
    documents = roster(own, [general("w")], terrain="one"), roster(foes, [general("z")], terrain="one")
    return Battle.start(documents, SYSTEM, MISSION, seed=4)


def hero() -> Battle:
    """Spells and unbinding, the general's command, a sacrifice beside Damned ground, then moves over the ground."""
    own = [wizard("w"), unit("u", 4, blade()), unit("v", 2, bow(), Move='6"')]
    foes = [wizard("z"), unit("x", 4, blade(Rend="-1"), Wounds="2"), unit("y", 3, bow())]
    field = Field(own, foes, "hero", terrain=GROUND, declarations=([general("w")], [general("z")]))
    (caster,) = field.put("a.w", (28, 18))
    field.put("a.u", *[(30.5 + 1.2 * place, 19) for place in range(4)])
    field.put("a.v", (22, 14), (23.5, 14))
    (foe,) = field.put("b.z", (34, 30))
    field.put("b.x", *[(30 + 1.5 * place, 27) for place in range(4)])
    field.put("b.y", (44, 30), (45.5, 30), (47, 30))
    for model in (caster, foe):
        field.model_mark(model, "general")
    for player, models in ((0, 7), (1, 8)):
        field.player(player, models=models)
    return field.go(source=SeededDice(6))


def fighting() -> Battle:
    """Charges over Deadly ground, combat in turn, damage that carries over, battleshock."""
    own = [unit("u", 4, blade(Attacks="2", Damage="2"), Wounds="2"), unit("v", 5, blade(), Bravery="4"), wizard("w")]
    foes = [unit("x", 6, blade(), Bravery="3"), unit("y", 2, blade(Rend="-2", Damage="D3"), Wounds="3", Save="4+")]
    field = Field(own, foes, "charge", terrain=GROUND, declarations=([general("w")], []))
    field.put("a.u", *[(39 + 1.4 * place, 26) for place in range(4)])
    field.put("a.v", *[(20 + 1.2 * place, 20) for place in range(5)])
    field.put("a.w", (28, 12))
    field.put("b.x", *[(20 + 1.2 * place, 21.4) for place in range(6)])
    field.put("b.y", (42, 34), (43.6, 34))
    for player, models in ((0, 10), (1, 8)):
        field.player(player, models=models)
    return field.go(source=SeededDice(3))
