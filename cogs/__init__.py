"""What Discord sees: commands, buttons, messages."""
