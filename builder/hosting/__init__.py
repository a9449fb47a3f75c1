"""What whoever runs a server for others needs around the pages and the API.

`request_log`: a number for every request and a line for it; `health` and `metrics`: whether it works, and how it goes;
`compression`: smaller answers; `origins`: which sites' pages may call the API; `bodies`: refused requests leave the
connection as it was.
"""

from __future__ import annotations

from flask import Flask

from builder.hosting import bodies, compression, health, metrics, origins, request_log
from builder.settings import Settings


def begin(app: Flask, settings: Settings) -> None:
    """Put into an application what comes before its guard and after everything else."""
    request_log.register(app, settings.log)
    metrics.register(app)
    health.register(app)
    bodies.register(app, settings.import_limit)
    origins.register(app, settings.origins)
    compression.register(app)
