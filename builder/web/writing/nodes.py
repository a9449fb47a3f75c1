"""The tree of a form, made from the schema of a document and what is written in it.

Fields are `Control`s; objects and tables of given keys are `Group`s; lists and tables whose keys users write are `Rows`.
Which fields there are is said by the schema alone; `known` says what may be chosen in them, and the tables below what is
left to the document's own text, folded away, or needs the form to be made again. Any data can be shown, however wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from marshmallow import fields, missing

from builder.web.writing.controls import Control, Options, field_text, shape_of
from builder.web.writing.known import Key, keys_at, options_at, words_of
from builder.web.writing.places import Place, at
from builder.web.writing.wording import hint, label, meaning, one_of, title
from datasheets.effects.effect import ConditionField, EffectField, condition_fields, effect_fields
from datasheets.fields import Choice, Flag, Items, Part, Table, Text
from datasheets.systems import System
from datasheets.systems.shape import loader_of

HIDDEN = frozenset(
    (
        *("schema", "id", "system", "catalogue", "revision", "source.provenance"),
        *("options.id", "psyker.own_powers.id", "commands.id", "allowance.per"),
    )
)
"""What stays as it is, or is made by the form itself."""
FOLDED = frozenset(
    (
        *("effect.on", "condition", "effect.to", "effect.until", "effect.limit", "weapons.picture", "weapons.note"),
        *("profiles.keywords", "psyker.own_powers.rules", "commands.rules", "transport.slots"),
        *(
            "profiles.costs",
            "profiles.armour",
            "profiles.steed",
            "profiles.size",
            "weapons.costs",
            "weapons.profiles.traits",
        ),
        *("wargear.costs", "wargear.armour", "wargear.field_save", "wargear.grants", "vehicles.locations.damage"),
        *("vehicles.locations.table", "vehicles.crew.armour"),
    )
)
"""What is folded away as long as nothing is said there."""
FIRST: Mapping[str, tuple[str, ...]] = {"options": ("text", "models", "replace"), "profiles": ("name", "number", "base")}
"""What stands first in a form, where that is not the order of the schema."""
RENEWING = frozenset(
    (
        *("name", "profiles.name", "weapons.name", "wargear.name", "effect.kind", "condition.name", "damage_table.profile"),
        *("keywords.faction", "keywords.other", "profiles.keywords", "psyker.own_powers.name"),
    )
)
"""What other fields depend on."""


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that belong together. `folded` are those of little use to most; `is_open`: something is said in them.

    `switch` is "put" where the whole is not there and may be, "drop" where it may be taken away.
    """

    kind: ClassVar[str] = "group"

    name: str
    id: str
    path: str
    pattern: str
    title: str
    hint: str
    members: tuple[Node, ...]
    folded: tuple[Node, ...] = ()
    is_open: bool = False
    switch: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """A list: each row can be removed, and moved where order counts. `one`: what one is called; `room`: one more may be.

    `is_bare`: what is around it says what it is.
    """

    kind: ClassVar[str] = "rows"

    name: str
    id: str
    path: str
    pattern: str
    title: str
    hint: str
    one: str
    rows: tuple[Group, ...]
    room: bool
    is_ordered: bool
    place: Place
    field: Items | Table
    is_bare: bool = False


Node = Control | Group | Rows


class Form:
    """The form of a document. `nodes` are its members by name."""

    def __init__(self, cls: type, document: Mapping[str, Any], system: System) -> None:
        self.document, self.system = document, system
        members = loader_of(cls).fields
        self.hidden = HIDDEN | {part for part in missing_parts(system) if not document.get(part)}
        self.nodes: dict[str, Node] = {node.name[1:]: node for node in self._members(Place(), members, document)}

    def all(self) -> Iterator[Node]:
        """Yield every node, what contains others before them."""
        yield from _all(self.nodes.values())

    def controls(self) -> Iterator[Control]:
        """Yield every field."""
        yield from (node for node in self.all() if isinstance(node, Control))

    def rows(self, name: str) -> Rows | None:
        """Return the list of that name."""
        return next((node for node in self.all() if isinstance(node, Rows) and node.name == name), None)

    def _members(self, place: Place, members: Mapping[str, fields.Field[Any]], value: Any) -> Iterator[Node]:
        inside = value if isinstance(value, Mapping) else {}
        first = FIRST.get(place.pattern, ())
        for name, field in sorted(members.items(), key=lambda each: each[0] not in first):
            key = field.data_key or name
            here = place.member(key)
            if here.pattern in self.hidden:
                continue
            node = self._node(here, field, inside.get(key))
            said = meaning(here.pattern, inside)
            yield replace(node, hint=said) if said else node

    def _node(self, place: Place, field: fields.Field[Any], value: Any) -> Node:
        if isinstance(field, EffectField):
            inside = value if isinstance(value, Mapping) else {}
            to = inside.get("to") or {"scope": field.scope}
            return self._group(place, effect_fields(inside.get("kind")), {**inside, "to": to})
        if isinstance(field, ConditionField):
            inside = value if isinstance(value, Mapping) else {"name": value}
            return self._group(place, condition_fields(inside.get("name")), inside)
        if isinstance(field, Part):
            return self._part(place, field, value)
        if isinstance(field, Items) and isinstance(field.inner, Part | Table | EffectField | ConditionField):
            return self._list(place, field, value)
        if isinstance(field, Table):
            return self._table(place, field, value)
        return self._control(place, field, value)

    def _part(self, place: Place, field: Part, value: Any) -> Group:
        may_lack = field.allow_none and field.load_default is missing
        if may_lack and value is None:
            return replace(self._group(place, {}, None), switch="put")
        made = self._group(place, field.schema.fields, value)
        return replace(made, switch="drop") if may_lack else made

    def _group(self, place: Place, members: Mapping[str, fields.Field[Any]], value: Any) -> Group:
        made = tuple(self._members(place, members, value))
        folded = tuple(node for node in made if node.pattern in FOLDED)
        said = any(at(self.document, place.member(node.name.rpartition("/")[2]).steps) for node in folded)
        own = value.get("name") if isinstance(value, Mapping) else None
        return Group(
            place.name,
            place.id,
            place.path,
            place.pattern,
            title(place, own),
            meaning(place.pattern, value) or (hint(place.pattern) if isinstance(place.steps[-1], str) else ""),
            tuple(node for node in made if node.pattern not in FOLDED),
            folded,
            said,
        )

    def _list(self, place: Place, field: Items, value: Any) -> Rows:
        items = value if isinstance(value, list) else []
        rows = tuple(
            self._as_row(place.item(number), self._node(place.item(number), field.inner, item))
            for number, item in enumerate(items)
        )
        return self._rows(place, field, rows, len(rows) < field.most, is_ordered=True)

    def _as_row(self, place: Place, node: Node) -> Group:
        if isinstance(node, Group):
            return node
        inner = replace(node, is_bare=True) if isinstance(node, Rows) else node
        return Group(place.name, f"row-{place.id}", place.path, place.pattern, title(place, None), "", (inner,))

    def _table(self, place: Place, field: Table, value: Any) -> Node:
        keys = keys_at(place.pattern, place.steps, self.document, self.system)
        inside = value if isinstance(value, Mapping) else {}
        if keys is not None:
            made = tuple(self._named_key(place.at_key(key.key), key, field.values, inside.get(key.key)) for key in keys)
            return Group(place.name, place.id, place.path, place.pattern, title(place, None), hint(place.pattern), made)
        rows = []
        for number, (key, inner) in enumerate(inside.items()):
            here = place.at_index(number, key)
            both = (self._key(here, key, place.pattern), self._node(here, field.values, inner))
            rows.append(
                Group(here.name, f"row-{here.id}", here.path, here.pattern, key or label(f"{place.pattern}.key"), "", both)
            )
        known = options_at(place.pattern, self.document, self.system)
        left = known is None or any(option not in inside for option, _ in known)
        return self._rows(place, field, tuple(rows), left and len(rows) < field.most, is_ordered=False)

    def _rows(self, place: Place, field: Items | Table, rows: tuple[Group, ...], room: bool, *, is_ordered: bool) -> Rows:
        pattern = place.pattern
        about = (label(pattern), hint(pattern), one_of(pattern) if is_ordered else label(f"{pattern}.key"))
        return Rows(place.name, place.id, place.path, pattern, *about, rows, room, is_ordered, place, field)

    def _named_key(self, place: Place, key: Key, field: fields.Field[Any], value: Any) -> Node:
        if isinstance(field, Part):
            return replace(self._group(place, field.schema.fields, value), title=key.label)
        if isinstance(field, Table):
            inner = self._table(place, field, value)
            return replace(inner, title=key.label) if isinstance(inner, Group) else inner
        made = self._control(place, field, value)
        shape = "select" if key.options else made.shape
        options = _with(key.options, made.shown) if key.options else ()
        return replace(made, label=key.label, tip=key.hint, hint="", shape=shape, options=options)

    def _key(self, place: Place, key: str, pattern: str) -> Control:
        known = options_at(pattern, self.document, self.system)
        return Control(
            name=f"key:{place.name}",
            id=f"key-{place.id}",
            path=place.path,
            label=label(f"{pattern}.key"),
            hint="",
            shape="line" if known is None else "select",
            field=Text(required=True),
            steps=place.steps,
            pattern=pattern,
            shown=key,
            options=() if known is None else _with(known, key),
            is_key=True,
        )

    def _control(self, place: Place, field: fields.Field[Any], value: Any) -> Control:
        if value is None and isinstance(field, Flag):
            value = field.load_default is True
        made = Control(
            name=place.name,
            id=place.id,
            path=place.path,
            label=label(place.pattern),
            hint=hint(place.pattern),
            shape=shape_of(field),
            field=field,
            steps=place.steps,
            pattern=place.pattern,
            shown=field_text(field, value),
            renews=place.pattern in RENEWING,
        )
        known = options_at(place.pattern, self.document, self.system)
        if known is not None and isinstance(field, Items):
            picked = tuple(str(each) for each in value) if isinstance(value, list) else ()
            return replace(made, shape="picks", picked=picked, options=_with(known, *picked))
        if known is None and isinstance(field, Choice):
            member = place.pattern.rpartition(".")[2]
            known = tuple((word, words_of(word, member)) for word in field.words if word)
        if known is None:
            return made
        return self._select(made, field, known)

    def _select(self, made: Control, field: fields.Field[Any], known: Options) -> Control:
        default = "" if field.load_default is missing or field.load_default is None else str(field.load_default)
        now = made.shown or default
        may_lack = not now or not (field.required or default)
        options = (("", "–"), *_with(known, now)) if may_lack else _with(known, now)
        return replace(made, shape="select", shown=now, options=options)


def missing_parts(system: System) -> frozenset[str]:
    """Return the parts of a datasheet that a system does not have."""
    has = {
        "role": system.roles,
        "damage_table": system.rule("damage-table") or system.rule("weapon-table"),
        "damage_table.weapons": system.rule("weapon-table"),
        "transport": system.rule("transport-capacity"),
        "psyker": system.powers or system.damage_tables,
        "psyker.mastery": system.damage_tables,
        "commands": system.commands,
        "vehicles": system.damage_tables,
        "support_weapon": system.damage_tables,
        "cards": system.wargear_cards(),
        "strategy_rating": system.strategy_ratings,
        "allowance": system.rule("unit-limit"),
        "profiles.costs": system.damage_tables,
        "profiles.armour": system.damage_tables,
        "profiles.steed": system.damage_tables,
        "profiles.size": system.damage_tables,
        "weapons.costs": system.damage_tables,
        "weapons.profiles.traits": system.weapon_traits,
        "wargear.costs": system.damage_tables,
        "wargear.armour": system.damage_tables,
        "wargear.field_save": system.damage_tables,
        "wargear.grants": system.damage_tables,
    }
    return frozenset(part for part, there in has.items() if not there)


def _with(options: Options, *now: str) -> Options:
    """Return what may be chosen, and what is chosen although it may not be."""
    known = {value for value, _ in options}
    return (*options, *((value, value) for value in dict.fromkeys(now) if value and value not in known))


def _all(nodes: Any) -> Iterator[Node]:
    for node in nodes:
        yield node
        if isinstance(node, Group):
            yield from _all((*node.members, *node.folded))
        elif isinstance(node, Rows):
            yield from _all(node.rows)
