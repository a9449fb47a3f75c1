"""What leaves and comes back: the roster document, the printed sheet, plain text.

Imports datasheets and nothing to the left of it.
"""
