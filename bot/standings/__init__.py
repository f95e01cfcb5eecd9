"""What follows from finished games: leaderboard, ratings, statistics."""
