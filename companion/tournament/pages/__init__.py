"""The pages of a tournament. Each route reads what was sent and renders a view-model."""
