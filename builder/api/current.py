"""The services that a request is answered by: what API and pages call.

Without accounts there is one database. With accounts everybody has one, and a request that was not let in has none: the
guard (`builder.admission`) says whose it is.
"""

from __future__ import annotations

from flask import current_app, g

from builder.api.rates import Rates
from builder.services.assembly import Services
from builder.services.errors import Unauthorized
from builder.services.people.accounts import Accounts
from builder.settings import Settings
from datasheets.words import Message

KEY = "muster"
ACCOUNTS = "muster-accounts"
RATES = "muster-rates"


def services() -> Services:
    """Return the services of the database that the request is answered from; raises `Unauthorized` where it has none."""
    if accounts() is None:
        return house()
    found: Services | None = g.get("services")
    if found is None:
        raise Unauthorized(Message("refused.request.sign-in"))
    return found


def services_of(space: str) -> Services:
    """Return the services of the space that a token names, for what that token opens there and nothing else."""
    return house() if accounts() is None else house().spaces.open(space)


def accounts() -> Accounts | None:
    """Return the accounts of the application, None where they are off."""
    found: Accounts | None = current_app.extensions.get(ACCOUNTS)
    return found


def rates() -> Rates:
    """Return what is counted of requests; there with accounts only."""
    found: Rates = current_app.extensions[RATES]
    return found


def known_accounts() -> Accounts:
    """Return the accounts of an application that has them."""
    found = accounts()
    if found is None:
        raise LookupError("accounts are off")
    return found


def current_settings() -> Settings:
    """Return the settings that the application was made with."""
    return house().settings


def house() -> Services:
    """Return the services that the application was made with: those of the database itself, whoever asks."""
    made: Services = current_app.extensions[KEY]
    return made
