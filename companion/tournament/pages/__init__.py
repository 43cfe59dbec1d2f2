"""The pages of a tournament. Each route reads the request and renders a view-model."""
