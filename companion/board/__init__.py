"""The table as a phone sees it: every part of its page as values that templates print."""
