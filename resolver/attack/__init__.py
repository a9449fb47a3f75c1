"""One attack profile, three uses: rolled die by die (`roll`), exact (`exact`), sampled in bulk (`sample`).

`profile` holds the data an edition fills in, `steps` the tests that all three uses share.
"""
