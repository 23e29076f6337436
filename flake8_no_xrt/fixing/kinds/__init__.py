"""Fixes in files that are no Python modules: one module for each kind, and what they share."""
