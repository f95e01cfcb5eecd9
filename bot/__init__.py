"""A Discord bot that runs games of Hearts."""
