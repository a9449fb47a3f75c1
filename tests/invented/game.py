"""Lampfolk, a game that does not exist: units act in turn, weapons glance and bite, and each player holds cards unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datasheets.fields import Flag
from datasheets.values import Change
from resolver.attack.check import Changes, Check
from resolver.attack.profile import AttackRules
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import finite, shape
from resolver.engine.descriptor import Descriptor
from resolver.engine.events import event_kind
from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script, Step
from resolver.engine.telling import word_of
from resolver.engine.windows import Opening, Window
from resolver.shared.effects.context import AttackContext
from resolver.shared.labels import WordLabel
from resolver.shared.moves.leg_rules import STOP, LegRules, Onward, Route
from resolver.shared.moves.legs import every
from resolver.shared.plain import movement, strikes
from resolver.shared.plain.assembly import plain_ruleset, strips
from resolver.shared.plain.duel import DUEL
from resolver.shared.plain.reader import plain_reader
from resolver.shared.rules import SharedRules
from resolver.shared.selecting import select
from resolver.shared.units.removal import remove_model
from resolver.table.coherency import CoherencyRules
from resolver.table.state import State
from resolver.turns.alternating import AlternatingActivations

CARDS, EACH, BRIGHTER = ("gust", "flare"), 3, Change("add", 1)


def deal(game: Game) -> Script[None]:
    for player in (0, 1):
        cards = [CARDS[game.roll("card", number=EACH * player + n, sides=2) - 1] for n in range(EACH)]
        held = {card: cards.count(card) for card in set(cards)}
        yield from game.happen("hand.dealt", player=player, cards=cards, player_counts=held, rules=("LAMP-CARD",))


def veil(state: State, player: int | None) -> None:
    for other in {0, 1} - {player}:
        for card in CARDS:
            state.write("player_counters", (other, state.names.player_counters[card]), 0)


def act(game: Game) -> Script[bool]:
    units = ORDER.waiting_units(game, game.active)
    unit = yield from select(game, game.active, "act", units, "LAMP-TURN", optional=False, marks=("activated",))
    if unit is not None:
        data = yield from game.ask("flare", game.active, "LAMP-CARD", unit)
        yield from play_card(game, "flare", game.active, unit, ["flared"]) if data["play"] else NOTHING
        if (yield from movement.go(game, unit)):
            yield from strikes.strike(game, unit)
    return True


def playable(game: Game, decision: Decision) -> list[Data]:
    held = game.player_count(decision.player, decision.kind)
    return [{"play": True}, {"play": False}] if held else [{"play": False}]  # asked of all: else it would tell who holds one


def play_card(game: Game, card: str, player: int, unit: int, marks: list[str]) -> Script[None]:
    spent = {"player_counts": {card: -1}, "marks": marks}
    yield from game.happen("card.played", player=player, card=card, unit=unit, **spent, rules=("LAMP-CARD",))


def change_hit_roll(game: Game, now: AttackContext, roll: str) -> Changes:
    return (BRIGHTER,) if roll == "hit" and game.has_mark(now.unit, "flared") else ()


def cuts(game: Game, way: Route) -> Iterable[float]:
    return every(way, 4.0)  # whatever the opponent holds: a leg less would tell the mover that there is no gust


def who_gusts(game: Game, fields: Data) -> Iterator[Opening]:
    if fields.get("more"):
        yield Opening(1 - game.owner(fields["unit"]), fields["unit"])


def gust(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[Onward | None]:
    if not answer["play"]:
        return None
    yield from play_card(game, "gust", opening.player, fields["unit"], [])
    return STOP


def first(game: Game) -> Script[int]:
    yield from ()
    return 1 - game.state.first if game.state.round else 0


def victor(game: Game) -> tuple[int | None, str]:
    lamps = [sum(len(game.state.models_of(unit)) for unit in game.units_of(player)) for player in (0, 1)]
    return None if lamps[0] == lamps[1] else int(lamps[1] > lamps[0]), "lamps"


ORDER = AlternatingActivations(rounds=lambda game: 10, moment=lambda game, moment: NOTHING, first=first)
RULESET = plain_ruleset(
    "lampfolk",
    steps=[Step("act", "dusk", act)],
    order=ORDER,
    victor=victor,
    prepare=deal,
    veil=veil,
    marks={"flared": "activation"},
    counters=dict.fromkeys(CARDS, "battle"),
    dice={"card": "which card is drawn"},
    events=[
        event_kind("hand.dealt", "Cards are drawn.", "player cards", secret="cards player_counts"),
        event_kind(
            "card.played", "A card is played.", "player card unit", secret="player_counts", values=word_of("card", "card")
        ),
    ],
    decisions=[
        finite(
            card,
            shape(play=Flag(required=True)),
            playable,
            WordLabel(card, "play"),
            secret=True,
            worth=lambda game, decision, options: [float(each["play"]) for each in options],
        )
        for card in CARDS
    ],
    windows=[Window(on="unit.moved", who=who_gusts, decision="gust", rule="LAMP-CARD", then=gust)],
    rules=SharedRules(
        attacks=AttackRules(("hit", "wound", "allocate", "save", "damage"), save_never=1),
        reader=plain_reader(Check(7, never=1), change_hit_roll),
        across=1.0,
        up=None,
        coherency=CoherencyRules(across=2.0, up=6.0, neighbours=((2, 1),)),
        deployment=strips(6.0),
        destroy=lambda game, model, cause, by: remove_model(game, model, "model.destroyed", cause, by),
        legs=LegRules(cuts=cuts),
    ),
)
DESCRIPTOR = Descriptor(ruleset=RULESET, duel=DUEL)
