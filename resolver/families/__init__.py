"""What several editions of one game share by their texts: a package for each family of editions."""
