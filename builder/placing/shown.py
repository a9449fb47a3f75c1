"""What the models of a unit carry, as documents and texts have it, beside what a list says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from builder.placing import names
from builder.rules.judgement import system_of
from builder.rules.read_army import read_army
from builder.snapshot.imported_unit import imported_models
from datasheets.closure import Catalogues
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster, Selection
from exports.lists.listed import ListedSelection


def difference(
    listed: ListedSelection, made: Sequence[Selection], roster: Roster, evaluation: Evaluation, catalogues: Catalogues
) -> Counter[str]:
    """Return by name how many models, and things that they carry, a unit has more (less: negative) than a list says.

    A text also names choices, which nobody carries: what it says that none of the models has is not counted.

    Args:
        listed: the unit as a list has it that names all models with all that they carry.
        made: what it has become, selections of `roster`.
        roster: a roster with nothing else about them.
        evaluation: of the roster.
        catalogues: of the roster.
    """
    said, here, titles = Counter[tuple[str, str]](), Counter[tuple[str, str]](), dict[str, str]()
    for line in (each for each in listed.selections if each.type == "model"):
        said[names.normal(line.name), ""] += line.number
        for item in line.selections:
            said[names.normal(line.name), names.normal(item.name)] += item.number
    if not said:
        return Counter()
    wanted = {each.uid for each in made}
    army = read_army(roster, evaluation, catalogues, system_of(roster, catalogues), proposing=False)
    for unit in (each for each in army.units if each.uid in wanted and each.closure and each.models):
        parts = imported_models(unit, army.system)
        things = {each["id"]: str(each["name"]) for each in (*parts["weapons"], *parts["wargear"])}
        for group in parts["models"]:
            model = names.normal(group["name"])
            here[model, ""] += group["number"]
            titles[model] = group["name"]
            for id, number in (*group["weapons"].items(), *group["wargear"].items()):
                for word in (things[id],):
                    titles[names.normal(word)] = word
                    here[model, names.normal(word)] += number * group["number"]
    if not here:
        return Counter()
    found = Counter[str]()
    known = {thing for _, thing in here}
    for key in here.keys() | {key for key in said if key[1] in known}:
        if more := here[key] - said[key]:
            found[titles.get(key[1] or key[0], key[1] or key[0])] += more
    return found
