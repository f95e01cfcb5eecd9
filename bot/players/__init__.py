"""Computer players: a view in, a card out."""
