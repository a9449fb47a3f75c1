"""The roster document `muster.roster/3`: frozen, complete in itself, canonical, strict, versioned.

`read_document` takes bytes from anywhere, `document_from` plain data; both give a `RosterDocument` whose parts are typed
(`document.army.units[0].models[0].weapons`). Its `digest` covers the army and not the judgement.
"""

from datasheets.canonical import canonical, digest_of
from datasheets.strict_json import MOST_BYTES
from exports.document.alike import in_order, merge_groups
from exports.document.check_code import check_code, is_like_code, read_check_code, read_code
from exports.document.chosen import choices, powers
from exports.document.declared import chosen_keywords, is_reserve, leader_group, leader_kind, passengers, transport_of
from exports.document.model import (
    SCHEMA,
    Ability,
    Army,
    Base,
    Command,
    DamageRow,
    Declaration,
    Force,
    Judged,
    Judgement,
    ModelGroup,
    Node,
    Power,
    Profile,
    Psyker,
    RosterDocument,
    Size,
    Transport,
    Unit,
    UnitKeywords,
    Wargear,
    Weapon,
    WeaponProfile,
)
from exports.document.naming import catalogue_name, force_title, name_of, system_of, total_name
from exports.document.own_bytes import in_order_of_bytes, read_own_document
from exports.document.parse_document import NotADocument, document_from, read_document, unit_from

__all__ = [
    "MOST_BYTES",
    "SCHEMA",
    "Ability",
    "Army",
    "Base",
    "Command",
    "DamageRow",
    "Declaration",
    "Force",
    "Judged",
    "Judgement",
    "ModelGroup",
    "Node",
    "NotADocument",
    "Power",
    "Profile",
    "Psyker",
    "RosterDocument",
    "Size",
    "Transport",
    "Unit",
    "UnitKeywords",
    "Wargear",
    "Weapon",
    "WeaponProfile",
    "canonical",
    "catalogue_name",
    "check_code",
    "choices",
    "chosen_keywords",
    "digest_of",
    "document_from",
    "force_title",
    "in_order",
    "in_order_of_bytes",
    "is_like_code",
    "is_reserve",
    "leader_group",
    "leader_kind",
    "merge_groups",
    "name_of",
    "passengers",
    "powers",
    "read_check_code",
    "read_code",
    "read_document",
    "read_own_document",
    "system_of",
    "total_name",
    "transport_of",
    "unit_from",
]
