"""Armies measured by their models: who is outnumbered by a third, and how long so many models play.

Sources: AOS-ARMY-03, AOS-SUDDEN-01, AOS-SUDDEN-02, AOS-SETUP-10. One list knows the other army's models only where the
player noted them. Units in reserve do not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.rules.army import Army
from builder.rules.fixes import agree
from datasheets.evaluation.finding import Finding
from datasheets.systems.numbers import is_outnumbered, models_of_an_evening

OPPONENT, OBJECTIVE = "opponent_models", "sudden_death"
UNKNOWN = "battle.unjudged-sudden-death"
CODES = (
    "battle.outnumbered",
    "battle.outnumbers",
    "battle.even-numbers",
    "battle.no-sudden-death",
    UNKNOWN,
)


def check_outnumbered(army: Army) -> Iterator[Finding]:
    """Say who is outnumbered against the noted number of enemy models, and judge a chosen sudden death objective."""
    enemies, models = army.agreed.get(OPPONENT), int(army.size)
    if not isinstance(enemies, int) or isinstance(enemies, bool) or not (models and enemies):
        if OBJECTIVE in army.agreed:
            yield army.finding("note", None, UNKNOWN, "sudden-death", None, models)
        return
    is_few, is_many = is_outnumbered(models, enemies, army.system), is_outnumbered(enemies, models, army.system)
    code = "battle.outnumbered" if is_few else "battle.outnumbers" if is_many else "battle.even-numbers"
    values = {"models": models, "enemies": enemies}
    yield army.finding("note", None, code, "outnumbered", enemies, models, values)
    if OBJECTIVE in army.agreed and not is_few:
        fixes = [agree("fix.withdraw", OBJECTIVE, None, {"what": _name(army, OBJECTIVE)})]
        yield army.finding("warning", None, "battle.no-sudden-death", "outnumbered", enemies, models, values, fixes)


def length(army: Army) -> Iterator[Finding]:
    """Note that more models than the guide says make a game longer than an evening."""
    guide, models = models_of_an_evening(army.system), int(army.size)
    if models > guide:
        yield army.finding("note", None, "army.long-battle", "size-guide", guide, models)


def _name(army: Army, key: str) -> str:
    return next((each.name for each in army.system.agreements if each.key == key), key)
