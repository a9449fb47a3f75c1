"""All that a Muster keeps of one person, in one file for them: their database, and what is known of their account.

Battles between two people are left out until they are over: who has their seed knows all dice to come.
"""

from __future__ import annotations

import json
import tempfile
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import IO

from builder.services.people.accounts import Accounts
from builder.store import Store
from builder.store.own_copy import leave_out_battles
from builder.store.people.people import PersonRow

DATABASE, ACCOUNT, NAME = "muster.db", "account.json", "muster-data.zip"
SECRET = ("password", "id", "space")
"""What of an account is of no use to its person, or would be to somebody else."""


def pack(store: Store, accounts: Accounts, person: PersonRow) -> IO[bytes]:
    """Return a zip file, at its beginning: the database as one that `muster restore` takes, and the account as JSON.

    Raises:
        StoreError: there is no room for it.
    """
    whole = tempfile.TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
        copy = Path(folder, DATABASE)
        store.backup(copy)
        account = {**_account(accounts, person), "battles_left_out": leave_out_battles(copy)}
        made.write(copy, DATABASE)
        made.writestr(ACCOUNT, json.dumps(account, ensure_ascii=False, indent=1))
    whole.seek(0)
    return whole


def _account(accounts: Accounts, person: PersonRow) -> dict[str, object]:
    row = {name: value for name, value in asdict(person).items() if name not in SECRET}
    keys = [
        {"name": key.name, "writes": key.writes, "created": key.created, "used": key.used}
        for key in accounts.keys.of(person.id)
    ]
    clubs = [{"id": club.id, "name": club.name, "made": club.maker == person.id} for club in accounts.clubs.of(person)]
    return {**row, "keys": keys, "clubs": clubs}
