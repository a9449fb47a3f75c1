"""A game that does not exist, played on the ground of the project: see `lanterns/`."""
