"""Tests of the traffic to Discord."""
