"""The rule book, as tables of situations."""
