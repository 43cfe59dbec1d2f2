"""Build each part of a table's page, as one phone sees it, as values that templates print."""
