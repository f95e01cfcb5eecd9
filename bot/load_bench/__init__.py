"""The benchmark under load: the whole bot as a process of its own, with a Discord on this machine."""
