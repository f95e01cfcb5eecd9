"""Games in progress, and the only writer of their state."""
