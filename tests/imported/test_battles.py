"""Battles of imported armies: played to the end by the rules of their edition."""

import pytest

from resolver.engine.battle import Battle
from resolver.players import BOTS, play
from tests.imported.invented import Muster
from tests.imported.real import edition

NECRONS = ("Necrons", ("Necron Warriors", "Overlord", "Ghost Ark"))
ORKS = {
    "wh40k-8e": ("Orks", ("Boyz", "Battlewagon", "Weirdboy", "Killa Kans")),
    "wh40k-9e": ("Orks", ("Boyz", "Battlewagon", "Weirdboy", "Deff Dreads")),
}


def bots():
    return BOTS["greedy"](1), BOTS["greedy"](2)


def test_invented_armies():
    muster = Muster()
    for entry in ("size", "wardens", "walker", "hauler", "mob"):
        muster.add(entry)
    muster.do(op="declare", kind="embarked", subject=muster.selection("Wardens").uid, value=muster.selection("Hauler").uid)
    document = muster.document()
    battle = Battle.start((document, document), seed=1)
    outcome = play(battle, bots())
    assert 1 <= outcome.rounds <= 5
    bases = {line["value"] for line in battle.armies.assumed if line["what"] == "base"}
    assert bases == {"28.5 mm", "120 x 92 mm", "32 mm"}


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("of", ORKS)
@pytest.mark.sample(1)
def test_real_armies(of):
    documents = []
    for name, units in (NECRONS, ORKS[of]):
        data = edition(of, name)
        documents.append(data.document(data.army(name, [data.unit(name, unit) for unit in units])))
    battle = Battle.start((documents[0], documents[1]), of, seed=3, log=False)
    assert 1 <= play(battle, bots()).rounds <= 5
