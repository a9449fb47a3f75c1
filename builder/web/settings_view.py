"""Which settings of an imported army are worth a card: data ask for some in which there is nothing to see and to choose."""

from __future__ import annotations

from builder.services.judging import Judged
from builder.web.choices import choices_of
from datasheets.closure import Closure
from datasheets.evaluation.tree import Selection
from datasheets.imported.battle_sizes import is_size_setting, size_offers


def is_empty(setting: Selection, closure: Closure | None, judged: Judged) -> bool:
    """Whether nothing can be chosen in a setting that has no control of its own, and there is nothing to say of it.

    Where nothing ever could be chosen, the data must also ask for it.
    """
    entry = closure.entry(setting.entry) if closure else None
    if closure is None or entry is None or setting.title or setting.note:
        return False
    told = any(setting.uid in each.path for each in judged.judgement.findings)
    if is_size_setting(entry, judged.system):
        left = choices_of(setting, closure, judged, agreed_choices(setting, closure, judged))
        return not told and not (left and (left.groups or left.below))
    asked_for = any(each.type == "min" and each.value > 0 for _, each in entry.constraints)
    if not asked_for or told or setting.selections:
        return False
    if not any(True for _ in closure.offers(entry)):
        return True
    left, costs = choices_of(setting, closure, judged), judged.evaluation.by_uid[setting.uid].total_costs
    return not (left and (left.groups or left.below)) and not any(costs.values())


def agreed_choices(setting: Selection, closure: Closure | None, judged: Judged) -> set[tuple[str, str]]:
    """Return the choices of a setting that stand among the agreements: the uid of the setting, and the entry's id."""
    entry = closure.entry(setting.entry) if closure else None
    if closure is None or entry is None or not is_size_setting(entry, judged.system):
        return set()
    return {(setting.uid, each.entry.id) for each in size_offers(entry, closure, judged.system)}
