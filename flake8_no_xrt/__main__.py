"""``python -m flake8_no_xrt``."""

import sys

from flake8_no_xrt.command.main import main

if __name__ == "__main__":
    sys.exit(main())
