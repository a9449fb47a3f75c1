"""The roster document `muster.roster/1`: frozen, complete in itself, canonical, strict, versioned.

`read_document` takes bytes from anywhere, `document_from` plain data; both give a `RosterDocument` whose parts are typed
(`document.army.units[0].models[0].weapons`). Its `digest` covers the army and not the judgement.
"""

from datasheets.canonical import canonical, digest_of
from datasheets.strict_json import MOST_BYTES
from exports.document.check_code import check_code, read_check_code
from exports.document.declared import chosen_keywords, embarked_in, passengers, warlord_group
from exports.document.model import (
    Ability,
    Army,
    Base,
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
from exports.document.reading import NotADocument, document_from, read_document, unit_from

__all__ = [
    "MOST_BYTES",
    "Ability",
    "Army",
    "Base",
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
    "check_code",
    "chosen_keywords",
    "digest_of",
    "document_from",
    "embarked_in",
    "passengers",
    "read_check_code",
    "read_document",
    "unit_from",
    "warlord_group",
]
