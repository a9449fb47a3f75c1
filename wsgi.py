"""The WSGI application, for any WSGI server."""

from builder.app import create_app

app = create_app()
