"""Build the values that the templates of a table's page print, for each phone that shows it."""
