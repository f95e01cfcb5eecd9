"""The game of Hearts itself: pure, synchronous, and unaware of who plays it where."""
