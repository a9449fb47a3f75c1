"""The usual base of models whose base nobody printed, by what players know of the models: millimetres, height in inches."""

import pytest

from datasheets.keywords import Keywords
from datasheets.systems import system

MARINE = ("Infantry", "Adeptus Astartes")
MODELS = {
    "a bastion": (("Building", "Vehicle"), 1, (160,), 5),
    "a flyer": (("Vehicle", "Aircraft", "Fly"), 1, (120, 92), 4),
    "a knight": (("Vehicle", "Titanic"), 1, (170, 109), 7),
    "bikers": (("Biker", "Adeptus Astartes"), 3, (75, 42), 1.8),
    "riders": (("Cavalry", "Astra Militarum"), 5, (75, 42), 1.8),
    "a dreadnought": (("Vehicle", "Dreadnought", "Adeptus Astartes"), 1, (60,), 2.6),
    "guns": (("Vehicle", "Artillery"), 3, (60,), 1.8),
    "walkers of a squadron": (("Vehicle",), 2, (80,), 2.3),
    "a transport": (("Vehicle", "Transport"), 1, (120, 92), 2.8),
    "a carrier of beasts": (("Monster", "Transport"), 1, (120, 92), 2.8),
    "a tank": (("Vehicle", "Adeptus Astartes"), 1, (120, 92), 2.8),
    "a monster": (("Monster", "Tyranids"), 1, (60,), 3),
    "terminators": ((*MARINE, "Terminator"), 5, (40,), 1.7),
    "gravis armour": ((*MARINE, "Primaris", "Mk X Gravis"), 3, (40,), 1.7),
    "hounds": (("Beast", "Heretic Astartes"), 5, (40,), 1.3),
    "a swarm": (("Swarm", "Tyranids"), 3, (40,), 1),
    "a captain": ((*MARINE, "Primaris", "Character"), 1, (40,), 1.7),
    "two lords": ((*MARINE, "Character"), 2, (32,), 1.5),
    "primaris marines": ((*MARINE, "Primaris"), 10, (32,), 1.6),
    "marines": (MARINE, 10, (32,), 1.5),
    "traitors": (("Infantry", "Heretic Astartes"), 10, (32,), 1.5),
    "guards": (("Infantry", "Astra Militarum"), 10, (28.5,), 1.4),
    "nobody knows": ((), 1, (32,), 1.5),
}


@pytest.mark.parametrize("edition", ["wh40k-9e", "wh40k-8e"])
@pytest.mark.parametrize("name", MODELS)
def test_the_usual_base_of_a_kind_of_models(name: str, edition: str):
    words, models, mm, height = MODELS[name]
    usual = system(edition).imports.usual_base(Keywords(words), models)
    assert (usual.shape, usual.mm, usual.height) == ("oval" if len(mm) == 2 else "round", mm, height)
