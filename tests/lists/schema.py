"""What a .ros file looks like that BattleScribe accepts (schema 2.03): attributes needed, attributes allowed, order."""

from collections.abc import Iterator

from datasheets.battlescribe.xml import Element

COST = ({"name", "typeId", "value"}, set[str](), [])
SHOWN = {"publicationId", "page"}
SCHEMA: dict[str, tuple[set[str], set[str], list[str]]] = {
    "roster": (
        {"id", "name", "battleScribeVersion", "gameSystemId", "gameSystemName", "gameSystemRevision", "xmlns"},
        set(),
        ["costs", "costLimits", "forces", "customNotes"],
    ),
    "force": (
        {"id", "name", "entryId", "catalogueId", "catalogueRevision", "catalogueName"},
        {"customName", *SHOWN},
        ["customNotes", "rules", "profiles", "selections", "publications", "categories", "forces"],
    ),
    "selection": (
        {"id", "name", "entryId", "number", "type"},
        {"entryGroupId", "customName", *SHOWN},
        ["customNotes", "rules", "profiles", "selections", "costs", "categories"],
    ),
    "cost": COST,
    "costLimit": COST,
    "category": ({"id", "name", "entryId", "primary"}, SHOWN, []),
    "rule": ({"id", "name", "hidden"}, SHOWN, ["description"]),
    "profile": ({"id", "name", "hidden", "typeId", "typeName"}, SHOWN, ["characteristics"]),
    "characteristic": ({"name", "typeId"}, set(), []),
    "publication": ({"id", "name"}, set(), []),
    "description": (set(), set(), []),
    "customNotes": (set(), set(), []),
}
CONTAINERS = {
    "costs": "cost",
    "costLimits": "costLimit",
    "forces": "force",
    "selections": "selection",
    "categories": "category",
    "rules": "rule",
    "profiles": "profile",
    "characteristics": "characteristic",
    "publications": "publication",
}
DECIMAL = {"value"}


def faults(root: Element) -> Iterator[str]:
    """Yield where an element and what is below it differ from the schema."""
    for element in root.walk():
        below = [child.tag for child in element.children]
        if element.tag in CONTAINERS:
            if element.attributes or set(below) - {CONTAINERS[element.tag]}:
                yield f"{element.place}: {element.tag} {element.attributes} {set(below)}"
            continue
        needed, allowed, order = SCHEMA[element.tag]
        if needed - element.attributes.keys() or element.attributes.keys() - needed - allowed:
            yield f"{element.place}: {element.tag} has {sorted(element.attributes)}"
        if below != [tag for tag in order if tag in below]:
            yield f"{element.place}: {element.tag} holds {below}"
        for name in DECIMAL & element.attributes.keys():
            if "." not in element.attributes[name]:
                yield f"{element.place}: {element.tag} {name} {element.attributes[name]}"
