"""What was taken back, removed or used up, and how it might go on all the same."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from builder.services.people.copies import back_up, restore_all
from builder.store import Store
from builder.store.people import people
from tests.misuse.town import Town
from tests.people import PASSWORD


def listens_on_by_a_link_that_was_taken_back(town: Town) -> None:
    """A stream that is open already ends, whatever happens in the battle from then on."""
    link = town.call("POST", f"/battles/{town.battle}/links", town.bos, json={}).get_json()
    watching = {"Authorization": f"Bearer {link['token']}", "Accept": "text/event-stream"}
    stream = town.call("GET", f"/battles/{town.battle}/events", watching, buffered=False)
    said = iter(stream.response)
    assert next(said).startswith(b"retry")
    assert b"event: " in next(said)
    assert town.status("DELETE", f"/battles/{town.battle}/links/{link['id']}", town.bos) == 204
    seat = {"Authorization": f"Bearer {town.seat}"}
    option = town.call("GET", f"/battles/{town.battle}/decision", seat).get_json()["options"][0]
    assert town.status("POST", f"/battles/{town.battle}/choices", seat, json=option) == 200
    left = b"".join(said)
    assert b"event: event" not in left.partition(b"event: stands")[2]


def comes_in_by_what_a_restored_backup_knows(town: Town) -> None:
    """A link that was used and a session that ended since a backup open nothing once it is restored; keys stay."""
    accounts, store = town.club.accounts, town.club.services.store
    token = accounts.people.invite("Ida").token
    session = accounts.sessions.begin(accounts.people.get("Bo").id)
    with TemporaryDirectory() as folder:
        copy, there = Path(folder, "copy.db"), Path(folder, "there.db")
        back_up(store, copy)
        accounts.people.accept(token, PASSWORD)
        restore_all(there, copy, 1)
        file = Store(Path(f"{there}.people", "people.db"))
        with file.reading() as db:
            assert people.by_name(db, "ida") is not None
            for table in ("sessions", "invitations", "club_invitations"):
                assert db.execute(f"select count(*) from {table}").fetchone()[0] == 0
            assert db.execute("select count(*) from keys").fetchone()[0] > 0
        file.close()
    accounts.sessions.end(session)
    accounts.people.remove("Ida")
