"""The pages of a tournament: routes that read what was sent and render a view-model."""
