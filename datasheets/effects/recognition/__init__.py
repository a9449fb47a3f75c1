"""What the printed text of an ability means in effects, or that it is not understood: `recognise.recognise`.

`text` brings texts into one form, `values` says what patterns catch, `grammar` reads a sentence by tables, `weapons`,
`names` and `units` are the tables. Described in docs/abilities.md.
"""
