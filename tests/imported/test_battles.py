"""Battles of imported armies: played to the end by the rules of 9th edition."""

import pytest

from resolver.engine.battle import Battle
from resolver.players import BOTS, play
from tests.imported.invented import Muster
from tests.imported.real import edition

REAL = (
    ("Necrons", ("Necron Warriors", "Overlord", "Ghost Ark")),
    ("Orks", ("Boyz", "Battlewagon", "Weirdboy", "Deff Dreads")),
)


def bots():
    return BOTS["greedy"](1), BOTS["greedy"](2)


def test_invented_armies():
    muster = Muster()
    for entry in ("size", "wardens", "walker", "hauler", "mob"):
        muster.add(entry)
    muster.do(op="declare", kind="embarked", subject=muster.found("Wardens").uid, value=muster.found("Hauler").uid)
    document = muster.document()
    battle = Battle.start((document, document), seed=1)
    outcome = play(battle, bots())
    assert 1 <= outcome.rounds <= 5
    bases = {line["value"] for line in battle.armies.assumed if line["what"] == "base"}
    assert bases == {"28.5 mm", "120 mm", "32 mm"}


@pytest.mark.slow
@pytest.mark.shared
def test_real_armies():
    documents = []
    for name, units in REAL:
        data = edition("wh40k-9e", name)
        documents.append(data.document(data.army(name, [data.unit(name, unit) for unit in units])))
    battle = Battle.start((documents[0], documents[1]), seed=3, log=False)
    assert 1 <= play(battle, bots()).rounds <= 5
