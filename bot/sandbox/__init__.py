"""The bot without Discord: a page of our own over a simulated server."""
