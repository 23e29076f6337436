"""The command ``flake8-no-xrt``: files, configuration, reports."""
