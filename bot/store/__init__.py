"""SQLite: the statements, the migrations, and nothing else."""
