"""The services of the running application: what API and pages call."""

from __future__ import annotations

from flask import current_app

from builder.services.assembly import Services

KEY = "muster"


def services() -> Services:
    """Return the services that the application was made with."""
    made: Services = current_app.extensions[KEY]
    return made
