"""How recorded battles begin: who fights, where everybody stands, in which step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from resolver.engine.battle import Battle
from resolver.table.board import Terrain
from resolver.table.dice import SeededDice
from tests import field as ninth
from tests.field import Field, Row, roster, unit, wall
from tests.recorded.armies import (
    CURSE,
    DREAD,
    FAR_BANG,
    FURY,
    HASTE,
    HEX,
    KEEN,
    LANCE,
    LIFE,
    RALLY,
    RESERVES,
    RIFLE,
    SMITE,
    STUBBORN,
    SWORD,
    TARGET,
    VEILED,
    beasts,
    flyer,
    guns,
    lord,
    power,
    psyker,
    riders,
    tank,
    troops,
)
from tests.recorded.oddities import (
    CONDITIONS,
    EDGE,
    FIRST,
    HARVEST,
    HIDDEN,
    LAST,
    ODD_BLADES,
    ODD_GUNS,
    RISING,
    SHELL,
    SQUADS,
    STEADY,
    SUPPLY,
    WARD,
    judge,
)
from tests.wh40k_8e import field as eighth

FIELDS: Mapping[str, type[Field]] = {"wh40k-9e": ninth.Field, "wh40k-8e": eighth.Field}
WARLORDS = tuple([{"kind": "warlord", "subject": f"{id}-m0"}] for id in ("lord", "chief"))
Points = Sequence[tuple[float, float]]


def stand(
    system: str,
    step: str,
    own: Sequence[tuple[Row, Points]],
    foes: Sequence[tuple[Row, Points]],
    terrain: Sequence[Terrain] = (),
    markers: Points = (),
    battle_round: int = 2,
) -> Field:
    """Units where they stand (those without points are not on the table)."""
    field = FIELDS[system](
        [row for row, _ in own],
        [row for row, _ in foes],
        step,
        terrain=terrain,
        battle_round=battle_round,
    )
    for army, rows in (("a", own), ("b", foes)):
        for row, points in rows:
            field.put(f"{army}.{row['id']}", *points)
    for place, at in enumerate(markers):
        field.state.write("markers", place, at)
    for key, army in (("a.lord", own), ("b.chief", foes)):
        if any(f"{row['id']}" == key[2:] for row, _ in army):
            field.state.write("marks", field.models(key)[0], field.rules.names.model_marks["warlord"], np.bitwise_or)
    for player in (0, 1):
        field.state.write("player_counters", (player, field.rules.names.player_counters["zone"]), player + 1)
    return field


def line(x: float, y: float, number: int, gap: float = 1.5) -> Points:
    return [(x + gap * place, y) for place in range(number)]


WALLS = (wall(24, 14, 26, 22), wall(34, 20, 40, 24, height=2.0))
MARKERS = ((12.0, 10.0), (30.0, 18.0), (46.0, 32.0))


def whole(system: str, seed: int) -> Callable[[], Battle]:
    """A battle from its beginning, with units that are divided, hidden, aboard, and held back."""

    def begin() -> Battle:
        own = [lord(), troops("x"), tank(), psyker("psy", SMITE, HASTE), beasts(models=3, abilities=[RESERVES])]
        foes = [lord("chief"), guns(), riders(), troops("y", 5)]
        said = [*WARLORDS[0], {"kind": "embarked", "subject": "x", "value": "tank"}]
        armies = roster(own, said, 20, system=system), roster(foes, [], 12, system=system)
        return Battle.start(armies, system, seed=seed)

    return begin


def moving(system: str) -> Callable[[], Battle]:
    """Walls, a transport with a unit aboard, a flyer, a unit in combat, one of random speed, one that arrives."""

    def begin() -> Battle:
        own = [
            (troops("x"), []),
            (tank(), [(10.0, 16.0)]),
            (flyer(), [(8.0, 30.0)]),
            (guns(), line(40, 27, 2)),
            (beasts(), line(16, 24, 5)),
            (riders(abilities=[RESERVES]), []),
            (unit("late", 2, abilities=[EDGE]), []),
            (lord(), [(20.0, 18.0)]),
            (flyer("stuck", M='60-70"', transport=tank()["transport"]), [(52.0, 6.0)]),
            (troops("cargo"), []),
        ]
        foes = [(troops("y"), line(40, 28.4, 4)), (lord("chief"), [(50.0, 36.0)])]
        field = stand(system, "move-units", own, foes, WALLS, MARKERS)
        field.state.write("embarked_in", field.game.unit("a.x"), field.models("a.tank")[0])
        field.state.write("embarked_in", field.game.unit("a.cargo"), field.models("a.stuck")[0])
        field.mark("a.riders", "held")
        field.mark("a.late", "held")
        field.state.write("wounds", field.models("a.tank")[0], 3)
        return field.go(source=SeededDice(5))

    return begin


def casting(system: str, dice: int = 12) -> Callable[[], Battle]:
    """Psykers of both sides, with powers against enemies and for friends."""

    def begin() -> Battle:
        own = [
            (psyker("p", SMITE, HASTE, HEX), [(20.0, 20.0)]),
            (psyker("q", SMITE, LIFE), [(24.0, 18.0)]),
            (troops("x"), line(20, 16, 4)),
        ]
        foes = [(psyker("z", SMITE, denies=2), [(28.0, 28.0)]), (troops("y", 5), line(20, 27, 5)), (guns(), line(40, 30, 2))]
        field = stand(system, "psychic", own, foes, WALLS[:1])
        if system == "wh40k-8e":
            field.state.write("player_counters", (0, field.rules.names.player_counters["rerolls"]), 4)
        return field.go(source=SeededDice(dice))

    return begin


def shooting(system: str) -> Callable[[], Battle]:
    """Weapons of all types at units in the open, behind walls, in combat, characters and a transport with a unit aboard."""

    def begin() -> Battle:
        own = [
            (troops("x", 5), line(14, 16, 5)),
            (guns(abilities=[CURSE]), line(24, 12, 2)),
            (lord(), [(20.0, 14.0)]),
            (tank("van"), [(8.0, 12.0)]),
            (riders(), line(42, 20, 3, 3.0)),
        ]
        foes = [
            (troops("y", 5, abilities=[DREAD]), line(16, 25, 5)),
            (lord("chief"), [(20.0, 27.0)]),
            (tank(W="3"), [(32.0, 30.0)]),
            (troops("z", 3), []),
            (beasts(), line(42, 22.2, 5)),
        ]
        field = stand(system, "shooting", own, foes, WALLS)
        field.state.write("embarked_in", field.game.unit("b.z"), field.models("b.tank")[0])
        field.mark("a.guns", "moved", "normal-move")
        field.mark("a.x", "moved", "advanced")
        return field.go(source=SeededDice(2))

    return begin


def charging(system: str) -> Callable[[], Battle]:
    """Charges at one and several units, Overwatch, Heroic Interventions, fights of many weapons."""

    def begin() -> Battle:
        own = [
            (riders(abilities=[FURY, KEEN, VEILED]), line(14, 16, 3, 3.0)),
            (beasts(), line(26, 20, 5)),
            (lord(), [(24.0, 18.0)]),
            (troops("x"), line(40, 20, 4)),
        ]
        foes = [
            (troops("y", 5), line(14, 21, 5)),
            (guns(), line(22, 24, 2)),
            (lord("chief"), [(26.0, 27.0)]),
            (beasts("hounds"), line(40, 21.6, 5)),
        ]
        field = stand(system, "charges", own, foes, (), MARKERS)
        for key in ("a.riders", "a.beasts", "a.lord"):
            field.mark(key, "charge-near")
        return field.go(source=SeededDice(11))

    return begin


def breaking(system: str) -> Callable[[], Battle]:
    """Units that have lost models take Morale tests; markers, the end of a turn, a round and the start of the next."""

    def begin() -> Battle:
        own = [
            (troops("x", 6), line(10, 10, 4)),
            (beasts(), [(28.0, 17.0), (29.5, 17.0), (36.0, 17.0)]),
            (lord(abilities=[RALLY]), [(12.0, 13.0)]),
        ]
        foes = [
            (troops("y", 6, abilities=[STUBBORN, DREAD]), line(30, 20, 3)),
            (guns(), line(45, 31, 2)),
            (lord("chief"), [(44.0, 34.0)]),
        ]
        field = stand(system, "morale-tests", own, foes, (), MARKERS)
        for key, lost in (("a.x", 2), ("a.beasts", 2), ("b.y", 3)):
            field.count(key, "lost", lost)
            for model in field.models(key)[-lost:]:
                field.state.write("alive", model, False)
                field.state.write("on_table", model, False)
                field.state.write("wounds", model, 0)
        field.state.write("wounds", field.models("a.lord")[0], 1)
        field.state.turn = 1
        return field.go(source=SeededDice(3))

    return begin


def odd(system: str) -> Callable[[], Battle]:
    """Weapons with effects of all kinds, at units that ignore wounds, save otherwise and take less damage."""

    def begin() -> Battle:
        names = [(1, [row["name"]]) for row in ODD_GUNS]
        hands = [(1, [row["name"]]) for row in ODD_BLADES]
        own = [
            (
                unit("guns", names, *ODD_GUNS, W="2", abilities=[STEADY, SUPPLY]),
                [*line(10, 12, 6, 1.3), *line(10, 10, 6, 1.3)],
            ),
            (unit("hands", hands, *ODD_BLADES, A="3", abilities=[FIRST]), line(30, 20, 4)),
            (lord(abilities=[HARVEST]), [(22.0, 18.0)]),
            (tank("van", W="3"), [(36.0, 12.0)]),
        ]
        foes = [
            (unit("shell", 4, RIFLE, SWORD, W="3", T="5", abilities=[SHELL]), line(10, 24, 4)),
            (unit("ward", 5, RIFLE, W="2", Sv="3+", abilities=[WARD]), line(18, 26, 5)),
            (beasts("last", abilities=[LAST]), line(30, 21.4, 5)),
            (lord("chief", abilities=[RISING, DREAD]), [(34.0, 25.0)]),
        ]
        field = stand(system, "shooting", own, foes, WALLS[:1])
        if system == "wh40k-8e":
            field.state.write("player_counters", np.s_[:, field.rules.names.player_counters["rerolls"]], 6)
        return field.go(source=SeededDice(8))

    return begin


def checking_conditions(system: str) -> Callable[[], Battle]:
    """Units whose Strength tells which conditions hold, in the open, behind a wall, in combat."""

    def begin() -> Battle:
        own = [(judge(f"j{place}", conditions), line(8 + 6 * place, 14, 3)) for place, conditions in enumerate(CONDITIONS)]
        own.append((lord(), [(12.0, 11.0)]))
        foes = [
            (troops("y", 4), line(8, 24, 4)),
            (tank(), [(22.0, 24.0)]),
            (unit("z", 4, RIFLE, SWORD, Sv="3+"), line(32, 15.4, 4)),
            (judge("k", CONDITIONS[3]), line(30, 24, 3)),
        ]
        field = stand(system, "shooting", own, foes, (wall(18, 21, 27, 22, height=2.0),))
        for key, marks in (("a.j3", ("moved", "advanced")), ("a.j2", ("stationary",)), ("a.j0", ("charge-near",))):
            field.mark(key, *marks)
        for key in ("a.j4", "b.y"):
            model = field.models(key)[-1]
            field.state.write("alive", model, False)
            field.state.write("on_table", model, False)
            field.state.write("wounds", model, 0)
        return field.go(source=SeededDice(6))

    return begin


def wrecks(system: str, dice: int) -> Callable[[], Battle]:
    """The last turn: full transports that blow up, psykers on their last wound, flyers at the edge, who never arrived."""

    def begin() -> Battle:
        powers = (
            SMITE,
            HEX,
            power("storm", {"kind": "mortal-wounds", "number": "D3", "on": "manifested", "to": TARGET}, value=9),
        )
        own = [
            (psyker("p", *powers, casts=3, W="1"), [(16.0, 16.0)]),
            (psyker("q", SMITE, LIFE, casts=2, W="2"), [(18.0, 14.0)]),
            (guns(models=4), line(20, 15, 4)),
            (unit("lances", 5, LANCE), line(30, 12, 5)),
            (troops("x"), line(14, 13.5, 4)),
            (lord(), [(32.0, 26.0)]),
            (beasts("never", models=2, abilities=[RESERVES]), []),
        ]
        foes = [
            (tank(W="2"), [(20.0, 24.0)]),
            (troops("z", 5), []),
            (tank("van", W="1", abilities=[FAR_BANG]), [(30.0, 28.0)]),
            (beasts("rats", models=3), []),
            (psyker("w", SMITE, denies=3, W="2"), [(26.0, 24.0)]),
            (lord("chief", W="1", Sv="6+", abilities=[]), [(34.0, 28.0)]),
            (flyer(W="3"), [(3.0, 40.0)]),
        ]
        field = stand(system, "psychic", own, foes, (), MARKERS, battle_round=5)
        for rider, vehicle in (("b.z", "b.tank"), ("b.rats", "b.van")):
            field.state.write("embarked_in", field.game.unit(rider), field.models(vehicle)[0])
        field.mark("a.never", "held")
        return field.go(source=SeededDice(dice))

    return begin


def holding_back(system: str) -> Callable[[], Battle]:
    """Units that are divided, set up anywhere, held back in three ways, with abilities at the start of turns."""

    def begin() -> Battle:
        own = [
            lord(abilities=[RALLY, SUPPLY]),
            troops("x", 4, abilities=[SQUADS]),
            beasts(models=3, abilities=[HIDDEN]),
            riders(abilities=[RESERVES, FURY]),
        ]
        foes = [
            lord("chief"),
            guns(abilities=[HIDDEN]),
            riders("bikes", abilities=[EDGE]),
            troops("y", 4, abilities=[SQUADS]),
        ]
        armies = roster(own, WARLORDS[0], 8, system=system), roster(foes, WARLORDS[1], 14, system=system)
        return Battle.start(armies, system, seed=21)

    return begin


def brief(system: str) -> Callable[[], Battle]:
    """A whole battle of very few models."""

    def begin() -> Battle:
        own = [lord(), unit("x", 2, *troops("x")["weapons"][:1])]
        foes = [lord("chief"), riders(models=2)]
        armies = roster(own, WARLORDS[0], 4, system=system), roster(foes, WARLORDS[1], 5, system=system)
        return Battle.start(armies, system, seed=4)

    return begin
