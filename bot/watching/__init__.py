"""What whoever runs the bot sees of it: the log, the metrics, and whether it is well."""
