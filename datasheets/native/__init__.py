"""Native datasheets: documents that a person can write, their checks, and their compiling to entries.

`schema` is the shape of the documents, `checks` what must fit together, `reading` both in one; `compile` makes entries,
`catalogue` a whole catalogue, `bundled` those that come with Muster. The format is described in docs/datasheets.md.
"""
