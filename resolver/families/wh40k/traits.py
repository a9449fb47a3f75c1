"""Warlord Traits as effects of the model that is the Warlord.

A trait is declared with the roster, or rolled in the battle: then each that it may become is collected, and holds when it
was determined.
"""

from __future__ import annotations

from functools import partial

from datasheets.effects.effect import load as load_effect
from datasheets.systems import system
from datasheets.systems.armoury import Trait
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.shared.effects.effect_rules import Source

ROLL = "roll"
"""What a roster declares as the trait of a Warlord that is rolled in the battle."""


def trait_sources(armies: BattleArmies) -> list[Source]:
    """Return the effects of both Warlords' traits."""
    return [source for player in (0, 1) for source in _of_player(armies, player)]


def _has_trait(place: int, game: Game, source: Source) -> bool:
    """Tell whether the trait at this place of the table was determined, for the Warlord that has this source."""
    wanted = game.player_count(game.owner(source.unit), "trait") == place
    return wanted and source.model is not None and game.model_marked(source.model, "warlord")


def _of_player(armies: BattleArmies, player: int) -> list[Source]:
    """Return the effects of the Warlord's trait; where it is rolled in the battle, of every trait that it may become."""
    army = armies.documents[player].army
    table, found = system(army.system).traits, []
    declared = army.declarations_of("warlord-trait")
    for row in declared:
        model = armies.model(player, row.subject, row.index)
        trait = next((trait for trait in table if trait.id == row.value), None)
        if model is not None and trait is not None:
            found += _of_warlord(armies, model, trait)
    if all(row.value == ROLL for row in declared):
        for place, trait in enumerate(table, 1):
            for model in _candidates(armies, player, trait.needs) if trait.roll is not None else ():
                found += _of_warlord(armies, model, trait, place)
    return found


def _candidates(armies: BattleArmies, player: int, needs: str) -> list[int]:
    """Return the models of a player that may be a Warlord with a trait."""
    profiles = [armies.profiles[armies.loadouts[model.loadout].profile] for model in armies.models]
    return [
        index
        for index, model in enumerate(armies.models)
        if armies.units[model.unit].player == player and needs in profiles[index].keywords
    ]


def _of_warlord(armies: BattleArmies, model: int, trait: Trait, place: int = 0) -> list[Source]:
    return [
        Source(
            load_effect(dict(effect)),
            trait.name,
            armies.models[model].unit,
            part,
            model=model,
            aura=trait.aura,
            rule=trait.rule,
            holds=partial(_has_trait, place) if place else None,
        )
        for part, effect in enumerate(trait.effects)
    ]
