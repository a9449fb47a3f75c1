"""Age of Sigmar, 1st edition."""
