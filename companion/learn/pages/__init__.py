"""The pages of `learn`, usually with one module for each page."""
