"""The pages: a web form over the same services as the API, rendered on the server, complete without JavaScript.

One module per area; a view reads its input, calls one service and renders a template. Edits of rosters go through one route
(`rosters.edit`) as the operations that `forms` reads out of what was posted. docs/web.md says how the pages are made.
"""
