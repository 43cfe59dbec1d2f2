"""What is said about a game, in the language of the page: calls, sentences, names of people and games."""
