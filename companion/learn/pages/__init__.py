"""The pages of learn, one module a page."""
