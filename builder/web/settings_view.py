"""Which settings of an imported army are worth a card: data ask for some in which there is nothing to see and to choose."""

from __future__ import annotations

from builder.services.judging import Judged
from datasheets.closure import Closure
from datasheets.evaluation.tree import Selection


def is_empty(setting: Selection, closure: Closure | None, judged: Judged) -> bool:
    """Whether the data ask for a setting in which nothing can be chosen, and there is nothing to say of it."""
    entry = closure.entry(setting.entry) if closure else None
    if closure is None or entry is None or any(True for _ in closure.offers(entry)):
        return False
    asked_for = any(each.type == "min" and each.value > 0 for _, each in entry.constraints)
    told = any(setting.uid in each.path for each in judged.judgement.findings)
    return asked_for and not (told or setting.title or setting.note or setting.selections)
