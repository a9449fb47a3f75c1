"""Rosters that edits cannot make: what a file from outside can do to a good one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from builder.operations.roster_json import roster_from_json, roster_to_json
from datasheets.evaluation.tree import Roster
from tests.rules.playing import Table

Json = dict[str, Any]


@dataclass(frozen=True)
class Cast:
    """The datasheets of an edition that the good roster is made of; `lost` is an item that none has."""

    squad: str
    marshal: str
    leader: str
    carrier: str
    guard: str
    lost: str


CASTS = {
    "wh40k-9e": Cast(
        squad="assault-intercessor-squad",
        marshal="dawn-marshal",
        leader="marshal/Dawn Marshal",
        carrier="lantern-carrier",
        guard="host-guard",
        lost="host-guard/item/lost-lance",
    ),
    "wh40k-8e": Cast(
        squad="dusk-rifles",
        marshal="dusk-captain",
        leader="marshal/Captain",
        carrier="dusk-wagon",
        guard="dusk-rifles",
        lost="dusk-rifles/item/lost-lance",
    ),
}


def good(system: str = "wh40k-9e") -> Table:
    """A legal roster with a squad, a marshal as Warlord, a transport and a guard in it."""
    table = copy.copy(_good(system))
    table.names = dict(table.names)
    return table


@cache
def _good(system: str) -> Table:
    table, cast = Table(system), CASTS[system]
    table.add(cast.squad, "squad")
    table.add(cast.marshal, "marshal")
    table.add(cast.carrier, "carrier")
    table.add(cast.guard, "guard")
    table.names["lost"] = cast.lost
    table.play({"op": "declare", "kind": "warlord", "subject": cast.leader})
    table.play({"op": "declare", "kind": "warlord-trait", "subject": cast.leader, "value": "inspiring-leader"})
    table.play({"op": "declare", "kind": "embarked", "subject": "guard", "value": "carrier"})
    table.do(op="agree", key="mission", value="only-war")
    table.ready()
    return table


@cache
def broken_roster(name: str, system: str = "wh40k-9e") -> Roster:
    """The good roster, broken in one way."""
    table = good(system)
    data = copy.deepcopy(roster_to_json(table.roster))
    WAYS[name](data, table.names)
    return roster_from_json(data)


def _unit(data: Json, uid: str) -> Json:
    return next(unit for force in data["forces"] for unit in force["selections"] if unit["uid"] == uid)


def _declare(data: Json, **parts: Any) -> None:
    data["declarations"].append({"kind": "x", "subject": "", "key": "", "value": True, "index": 0, **parts})


def _declaration(data: Json, kind: str) -> Json:
    return next(each for each in data["declarations"] if each["kind"] == kind)


def unknown_datasheet(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["squad"])["entry"] = "lost-squad"


def unknown_datasheet_of_the_warlord(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["marshal"])["entry"] = "lost-marshal"


def model_as_a_unit(data: Json, names: dict[str, str]) -> None:
    squad = _unit(data, names["squad"])
    squad["entry"] = squad["selections"][0]["entry"]
    squad["selections"] = []


def model_of_another_datasheet(data: Json, names: dict[str, str]) -> None:
    model = _unit(data, names["guard"])["selections"][0]
    model["entry"] = "vigil-scouts/model/vigil-scout"


def item_that_is_gone(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["guard"])["selections"][0]["selections"][0]["entry"] = names["lost"]


def unit_without_models(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["squad"])["selections"] = []


def uneven_wargear(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["guard"])["selections"][0]["selections"][0]["number"] = 3


def groups_of_nothing(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["guard"])["selections"][0]["number"] = 0


def lost_catalogue(data: Json, names: dict[str, str]) -> None:
    data["forces"][0]["catalogue"] = "lost-chapter"


def force_of_another_game(data: Json, names: dict[str, str]) -> None:
    data["forces"].append(
        {**copy.deepcopy(data["forces"][-1]), "uid": "other", "catalogue": "saltmarch-league", "pin": "", "selections": []}
    )


def two_units_in_one_entry(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["squad"])["number"] = 2


def no_unit_in_an_entry(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["squad"])["number"] = 0


def another_version(data: Json, names: dict[str, str]) -> None:
    data["forces"][1]["pin"] = "sha256:0123"


def warlord_that_is_gone(data: Json, names: dict[str, str]) -> None:
    _declaration(data, "warlord")["subject"] = "s9999"


def warlord_beyond_the_group(data: Json, names: dict[str, str]) -> None:
    _declaration(data, "warlord")["index"] = 7


def warlord_is_a_unit(data: Json, names: dict[str, str]) -> None:
    _declaration(data, "warlord")["subject"] = names["squad"]


def unknown_declaration(data: Json, names: dict[str, str]) -> None:
    _declare(data, kind="saint", subject=names["squad"])


def wrong_value(data: Json, names: dict[str, str]) -> None:
    _declare(data, kind="understrength", subject=names["squad"], value="yes")


def two_choices_for_one_keyword(data: Json, names: dict[str, str]) -> None:
    _declare(data, kind="keyword", subject=names["squad"], key="<CHAPTER>", value="ULTRAMARINES")


def two_choices_for_one_keyword_spelt_otherwise(data: Json, names: dict[str, str]) -> None:
    _declare(data, kind="keyword", subject=names["squad"], key="<chapter>", value="ULTRAMARINES")


def understrength_mark_on_a_model(data: Json, names: dict[str, str]) -> None:
    guard = _unit(data, names["guard"])["selections"]
    del guard[1:]
    _declare(data, kind="understrength", subject=guard[0]["uid"])


def keyword_chosen_for_a_model(data: Json, names: dict[str, str]) -> None:
    chosen = next(each for each in data["declarations"] if each["subject"] == names["squad"])
    chosen["subject"] = _unit(data, names["squad"])["selections"][0]["uid"]


def unknown_agreement(data: Json, names: dict[str, str]) -> None:
    data["agreed"]["weather"] = "rain"


def agreement_of_the_wrong_kind(data: Json, names: dict[str, str]) -> None:
    data["agreed"]["power_limit"] = "fifty"


def each_in_the_other(data: Json, names: dict[str, str]) -> None:
    _declare(data, kind="embarked", subject=names["carrier"], value=names["guard"])


def two_carriers_in_each_other(data: Json, names: dict[str, str]) -> None:
    table = good()
    table.add("beacon-redoubt", "redoubt")
    table.ready()
    data.update(copy.deepcopy(roster_to_json(table.roster)))
    _declare(data, kind="embarked", subject=table.names["carrier"], value=table.names["redoubt"])
    _declare(data, kind="embarked", subject=table.names["redoubt"], value=table.names["carrier"])


def keyword_too_long(data: Json, names: dict[str, str]) -> None:
    _declaration(data, "keyword")["value"] = "X" * 80


def limit_exceeded(data: Json, names: dict[str, str]) -> None:
    data["limits"] = {"power": "14.5"}


def nothing_but_a_force(data: Json, names: dict[str, str]) -> None:
    for force in data["forces"]:
        force["selections"] = []
    data["declarations"] = []


def several_at_once(data: Json, names: dict[str, str]) -> None:
    for way in (unit_without_models, item_that_is_gone, warlord_that_is_gone, unknown_agreement, another_version):
        way(data, names)


WAYS: dict[str, Callable[[Json, dict[str, str]], None]] = {
    way.__name__: way
    for way in (
        unknown_datasheet,
        unknown_datasheet_of_the_warlord,
        model_as_a_unit,
        model_of_another_datasheet,
        item_that_is_gone,
        unit_without_models,
        uneven_wargear,
        groups_of_nothing,
        lost_catalogue,
        force_of_another_game,
        two_units_in_one_entry,
        no_unit_in_an_entry,
        another_version,
        warlord_that_is_gone,
        warlord_beyond_the_group,
        warlord_is_a_unit,
        unknown_declaration,
        wrong_value,
        two_choices_for_one_keyword,
        two_choices_for_one_keyword_spelt_otherwise,
        understrength_mark_on_a_model,
        keyword_chosen_for_a_model,
        unknown_agreement,
        agreement_of_the_wrong_kind,
        each_in_the_other,
        two_carriers_in_each_other,
        keyword_too_long,
        limit_exceeded,
        nothing_but_a_force,
        several_at_once,
    )
}
