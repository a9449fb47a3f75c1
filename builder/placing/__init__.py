"""A foreign list (`exports.lists`) and the catalogues that are here become a roster and a report: `place.place`.

`forces` finds each force's catalogue; `faithful` places lists that name everything, `choosing` those that leave out what
every unit has; `names` says what may mean the same; `totals` compares the list's totals with ours. Nothing is dropped: what
no catalogue has stays as a selection whose entry is missing. `report` is what became of it all.
"""
