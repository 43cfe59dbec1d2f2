"""Put a game into the language of the page: calls, sentences, and the names of people and games."""
