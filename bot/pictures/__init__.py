"""Hands, tables and score sheets drawn with Pillow."""
