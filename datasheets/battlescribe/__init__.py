"""BattleScribe data files (.gst, .cat) as the entry model.

`xml` turns bytes into bounded elements, `upgrade` lifts old schema versions to 2.03, `shapes` says in one table which
attribute and child becomes what, `reading` converts by that table, `checks` looks over several files at once. The data
format is described in our own words in docs/battlescribe.md.
"""
