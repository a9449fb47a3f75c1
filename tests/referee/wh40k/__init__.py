"""Checks that the editions of Warhammer 40,000 share, one module for each part of the battle."""
