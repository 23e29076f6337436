"""Rules for other tools, made from the same facts: configuration for ruff, rules for ast-grep.

Every word in them comes from :mod:`flake8_no_xrt.judging.verdicts`, so that all tools say the same.
"""
