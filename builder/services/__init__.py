"""What a user can do, for API, web pages and command line alike. Nothing here knows HTTP.

`assembly.open_services(settings)` gives `Services`; its parts raise `errors.ServiceError` for what they must refuse.
"""
