"""The battlefield, its terrain and its markers."""
