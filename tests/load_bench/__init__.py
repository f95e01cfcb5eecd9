"""Tests of the benchmark under load."""
