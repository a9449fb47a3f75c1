"""The OpenAPI document as a contract: what tools are generated from.

flask-smorest writes what the views say: addresses, bodies, answers. This package adds what it cannot know. `operations/`
is data: each operation's id, what to know about it, and an example that a test runs. `refusals` says which errors an
operation can answer with, by what it takes. `components` gives names to documents and to the kinds of operations, events,
decisions and choices, so that a generated client has a class for each.
"""
