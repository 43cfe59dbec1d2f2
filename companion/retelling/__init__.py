"""A single match retold from what was played: its score sheet, its curve, a replay, a picture, a code to carry."""
