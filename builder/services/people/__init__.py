"""Accounts, where they are switched on: who there is, who signs in, whose key it is.

`people` invites, resets and removes, `sessions` signs in and out, `keys` hands keys out, `clubs` are people who see what
each of them shares, `passwords` hashes. What belongs to somebody is in their space (`builder.services.spaces`).
"""
