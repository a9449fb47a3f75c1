"""Calls about game data: systems, rules, catalogues, datasheets, what is imported and what is owned."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .sending import Json, Sender, as_words, if_match, once_only, part


class GameDataCalls(Sender):
    """What there is to choose from."""

    def systems(self) -> list[Json]:
        """Return the game systems."""
        return list(self._items("/systems"))

    def system(self, id: str) -> Json:
        """Return a game system: its characteristics, costs, roles, battle sizes, declarations, missions."""
        return self._json("GET", f"/systems/{part(id)}")

    def rules(self, system: str) -> Iterator[Json]:
        """Yield the rules of a system, in the order of its source."""
        return self._items(f"/systems/{part(system)}/rules")

    def rule(self, system: str, rule: str) -> Json:
        """Return a rule of a system."""
        return self._json("GET", f"/systems/{part(system)}/rules/{part(rule)}")

    def schemas(self) -> list[Json]:
        """Return which JSON Schemas there are."""
        return list(self._items("/schemas"))

    def schema(self, name: str) -> Json:
        """Return a JSON Schema of documents, operations, events, decisions or views."""
        return self._json("GET", f"/schemas/{part(name)}")

    # --- catalogues ------------------------------------------------------------------------------------------------

    def catalogues(self, system: str = "") -> list[Json]:
        """Return the catalogues, of one system if given."""
        return list(self._items("/catalogues", system=system))

    def catalogue(self, id: str) -> Json:
        """Return a catalogue with its header and its version."""
        return self._json("GET", f"/catalogues/{part(id)}")

    def create_catalogue(self, header: Mapping[str, Any], *, once: str = "") -> Json:
        """Add a catalogue of your own from its header."""
        return self._json("POST", "/catalogues", json=dict(header), headers=once_only(once))

    def replace_catalogue(self, catalogue: Mapping[str, Any], header: Mapping[str, Any]) -> Json:
        """Replace the header of a catalogue as it was read."""
        path = f"/catalogues/{part(catalogue['id'])}"
        return self._json("PUT", path, json=dict(header), headers=if_match(catalogue))

    def delete_catalogue(self, catalogue: Mapping[str, Any]) -> None:
        """Delete a catalogue as it was read; rosters built on it keep what they pin."""
        self._send("DELETE", f"/catalogues/{part(catalogue['id'])}", headers=if_match(catalogue))

    def catalogue_file(self, id: str) -> Json:
        """Return a catalogue with all its datasheets as one document."""
        return self._json("GET", f"/catalogues/{part(id)}/file")

    def import_catalogue(self, document: Mapping[str, Any], *, once: str = "", **choices: Any) -> Json:
        """Bring in a whole catalogue; `choices` as in the API: name, there."""
        sent = {"json": dict(document), "params": as_words(choices), "headers": once_only(once)}
        return self._json("POST", "/catalogues/files", **sent)

    def catalogue_versions(self, id: str) -> list[Json]:
        """Return the versions of a catalogue that forces can pin, the newest first."""
        return list(self._items(f"/catalogues/{part(id)}/versions"))

    # --- datasheets ------------------------------------------------------------------------------------------------

    def datasheets(self, **search: Any) -> Iterator[Json]:
        """Yield datasheets; `search` as in the API: text, keyword (one or a list), role, system, catalogue, power_min ..."""
        return self._items("/datasheets", **search)

    def datasheet(self, catalogue: str, id: str, version: int | None = None) -> Json:
        """Return a datasheet with its document, in its newest version or an older one."""
        asked = {} if version is None else {"version": version}
        return self._json("GET", _of_datasheet(catalogue, id), params=asked)

    def create_datasheet(self, document: Mapping[str, Any], *, once: str = "") -> Json:
        """Add a datasheet to a catalogue of your own."""
        return self._json("POST", "/datasheets", json=dict(document), headers=once_only(once))

    def replace_datasheet(self, datasheet: Mapping[str, Any], document: Mapping[str, Any]) -> Json:
        """Replace a datasheet as it was read; rosters stay on the version that they pin."""
        path = _of_datasheet(datasheet["catalogue"], datasheet["id"])
        return self._json("PUT", path, json=dict(document), headers=if_match(datasheet))

    def delete_datasheet(self, datasheet: Mapping[str, Any]) -> None:
        """Delete a datasheet as it was read; its versions stay."""
        self._send("DELETE", _of_datasheet(datasheet["catalogue"], datasheet["id"]), headers=if_match(datasheet))

    def datasheet_versions(self, catalogue: str, id: str) -> list[Json]:
        """Return the versions of a datasheet, oldest first."""
        return list(self._items(f"{_of_datasheet(catalogue, id)}/versions"))

    def bases(self, catalogue: str, id: str) -> list[Json]:
        """Return the bases of an imported unit: those that were given, and those that a battle assumes."""
        return list(self._json("GET", f"{_of_datasheet(catalogue, id)}/bases")["items"])

    def give_bases(self, catalogue: str, id: str, bases: Sequence[Mapping[str, Any]]) -> list[Json]:
        """Give bases to models of an imported unit: profile, shape, mm, height."""
        body = {"items": [dict(each) for each in bases]}
        return list(self._json("PUT", f"{_of_datasheet(catalogue, id)}/bases", json=body)["items"])

    # --- imports and the collection --------------------------------------------------------------------------------

    def import_data(
        self,
        files: Mapping[str, bytes] | None = None,
        urls: Sequence[str] = (),
        documents: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        preview: bool = False,
    ) -> Json:
        """Bring in data files, lists and documents by name, and what stands at addresses, all or none; return the report."""
        if files and not documents:
            parts = [("files", (name, data)) for name, data in files.items()]
            form = {"urls": list(urls), "preview": json.dumps(preview)}
            return self._json("POST", "/imports", files=parts, data=form)
        packed = [{"name": name, "content": b64encode(data).decode()} for name, data in (files or {}).items()]
        written = [{"name": name, "document": dict(document)} for name, document in (documents or {}).items()]
        body = {"files": packed, "urls": list(urls), "documents": written, "preview": preview}
        return self._json("POST", "/imports", json=body)

    def collection(self, system: str) -> dict[str, int]:
        """Return how many models of each datasheet of a system are owned."""
        return dict(self._json("GET", f"/collection/{part(system)}")["owned"])

    def set_owned(self, system: str, owned: Mapping[str, int]) -> dict[str, int]:
        """Note how many models are owned of some datasheets; 0 takes one off. Return the whole collection."""
        return dict(self._json("PUT", f"/collection/{part(system)}", json={"owned": dict(owned)})["owned"])


def _of_datasheet(catalogue: str, id: str) -> str:
    return f"/datasheets/{part(catalogue)}/{part(id)}"
