"""Calls about rosters: made, edited, judged, filed, printed and handed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .sending import Json, Sender, as_words, if_match, once_only, part


class RosterCalls(Sender):
    """Army lists on the server."""

    def rosters(self, system: str = "", text: str = "") -> Iterator[Json]:
        """Yield rosters, the last changed first."""
        return self._items("/rosters", system=system, text=text)

    def roster(self, id: str) -> Json:
        """Return a roster with its tree and its version."""
        return self._json("GET", f"/rosters/{part(id)}")

    def create_roster(self, system: str, name: str, operations: Sequence[Mapping[str, Any]] = (), *, once: str = "") -> Json:
        """Make a roster and run operations on it. Called again with the same word `once` it makes no second one."""
        body = {"system": system, "name": name, "operations": list(operations)}
        return self._json("POST", "/rosters", json=body, headers=once_only(once))

    def import_roster(self, document: Mapping[str, Any]) -> Json:
        """Return the roster that stands at a roster document, made if there is none."""
        return self._json("POST", "/rosters", json={"document": dict(document)})

    def copy_roster(self, id: str, name: str = "", *, once: str = "") -> Json:
        """Make a second roster like this one, with a history of its own."""
        return self._json(
            "POST", f"/rosters/{part(id)}/copies", json={"name": name} if name else {}, headers=once_only(once)
        )

    def preview(self, id: str, operations: Sequence[Mapping[str, Any]]) -> Json:
        """Return what operations would make of a roster, with its judgement; nothing is stored."""
        return self._json("POST", f"/rosters/{part(id)}/preview", json={"operations": list(operations)})

    def apply(self, roster: Mapping[str, Any], operations: Sequence[Mapping[str, Any]]) -> Json:
        """Run operations on a roster as it was read; all of them or none."""
        return self._change(roster, "operations", {"operations": list(operations)})

    def updates(self, roster: Mapping[str, Any]) -> Json:
        """Return what the newest catalogues would make of a roster; `apply` its "operations" to accept them."""
        return self._json("GET", f"/rosters/{part(roster['id'])}/updates")

    def undo(self, roster: Mapping[str, Any]) -> Json:
        """Take back the last edit."""
        return self._change(roster, "undo")

    def redo(self, roster: Mapping[str, Any]) -> Json:
        """Do again what was taken back."""
        return self._change(roster, "redo")

    def restore(self, roster: Mapping[str, Any], step: int) -> Json:
        """Let the roster stand at any step of its history."""
        return self._change(roster, "restore", {"step": step})

    def history(self, id: str) -> Iterator[Json]:
        """Yield the steps of a roster's history."""
        return self._items(f"/rosters/{part(id)}/history")

    def name_version(self, id: str, step: int, name: str) -> None:
        """Give a version of a roster a name; "" takes it away."""
        self._send("PUT", f"/rosters/{part(id)}/history/{step}", json={"name": name})

    def file_roster(self, roster: Mapping[str, Any], tags: Sequence[str], *, archived: bool, locked: bool) -> Json:
        """File a roster under tags, put it away, lock it."""
        body = {"tags": list(tags), "archived": archived, "locked": locked}
        return self._json("PUT", f"/rosters/{part(roster['id'])}/shelf", json=body, headers=if_match(roster))

    def exports(self, id: str) -> list[Json]:
        """Return the formats of other programs that a roster can be written in, and what each cannot hold."""
        return list(self._json("GET", f"/rosters/{part(id)}/exports")["items"])

    def export(self, id: str, format: str) -> bytes:
        """Return a roster as a file: "ros", "rosz", "newrecruit-json", "text", our own "json" and "txt".

        Or as messages to post: "discord", "markdown", "bbcode", "event".
        """
        return self._send("GET", f"/rosters/{part(id)}/export.{part(format)}").content

    def roster_link(self, id: str) -> Json:
        """Return the link that holds a whole roster."""
        return self._json("GET", f"/rosters/{part(id)}/link")

    def hand_out(self, id: str, name: str = "", step: int = 0) -> Json:
        """Make a link under which others read a roster; its `token` and `page` are not shown again."""
        body = {"step": step, **({"name": name} if name else {})}
        return self._json("POST", f"/rosters/{part(id)}/links", json=body)

    def links(self, id: str) -> list[Json]:
        """Return the links of a roster."""
        return list(self._json("GET", f"/rosters/{part(id)}/links")["items"])

    def take_back_link(self, id: str, link: str) -> None:
        """Take a link of a roster back."""
        self._send("DELETE", f"/rosters/{part(id)}/links/{part(link)}")

    def read_link(self, token: str) -> Json:
        """Return the roster document that a link opens."""
        return self._json("GET", f"/links/{part(token)}")

    def clubs(self) -> list[Json]:
        """Return the clubs that you are in; without accounts there are none."""
        return list(self._items("/clubs"))

    def club(self, id: str) -> Json:
        """Return a club with its members and the rosters that they share."""
        return self._json("GET", f"/clubs/{part(id)}")

    def share_roster(self, club: str, id: str) -> None:
        """Share one of your rosters with a club."""
        self._send("PUT", f"/clubs/{part(club)}/rosters/{part(id)}")

    def unshare_roster(self, club: str, id: str) -> None:
        """Share a roster no more."""
        self._send("DELETE", f"/clubs/{part(club)}/rosters/{part(id)}")

    def shared_roster(self, club: str, person: str, id: str) -> Json:
        """Return the document of a roster that a member shares with a club."""
        return self._json("GET", f"/clubs/{part(club)}/members/{part(person)}/rosters/{part(id)}")

    def delete_roster(self, roster: Mapping[str, Any]) -> None:
        """Delete a roster as it was read, with its history."""
        self._send("DELETE", f"/rosters/{part(roster['id'])}", headers=if_match(roster))

    def findings(self, id: str) -> Json:
        """Return a roster's judgement: costs, whether it is legal, and all findings."""
        return self._json("GET", f"/rosters/{part(id)}/findings")

    def judge(self, ids: Sequence[str], *, fixes: bool = False) -> list[Json]:
        """Return the judgements of up to 50 rosters, in this order; with `fixes` that settle findings it takes longer."""
        return list(self._json("POST", "/rosters/findings", json={"rosters": list(ids), "fixes": fixes})["items"])

    def delete_rosters(self, rosters: Sequence[Mapping[str, Any]]) -> None:
        """Delete up to 200 rosters as they were read, with their histories: all of them, or none."""
        named = [{"id": each["id"], "version": each["version"]} for each in rosters]
        self._send("POST", "/rosters/deletions", json={"rosters": named})

    def document(self, id: str) -> Json:
        """Return a roster as a roster document."""
        return self._json("GET", f"/rosters/{part(id)}/document")

    def sheet(self, id: str, **choices: Any) -> bytes:
        """Return a roster's sheet as PDF; `choices` as in the API: setup (a saved one), layout, paper, per_page ..."""
        return self._send("GET", f"/rosters/{part(id)}/sheet.pdf", params=as_words(choices)).content

    def _change(self, roster: Mapping[str, Any], what: str, body: Json | None = None) -> Json:
        return self._json("POST", f"/rosters/{part(roster['id'])}/{what}", json=body, headers=if_match(roster))
