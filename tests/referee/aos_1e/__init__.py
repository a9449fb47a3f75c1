"""The referee of Age of Sigmar, 1st edition: it imports nothing of the resolver."""
