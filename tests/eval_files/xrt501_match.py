# OPTIONS: --xrt-torch-xla=">=2.1"
"""Cases of a match on a flag."""
import torch_xla
from packaging.version import Version

NEW = Version(torch_xla.__version__) >= Version("2.1")


def both():
    match NEW:
        case True:
            return 1
        case False:
            return 2  # XRT501: 13


def other():
    match NEW:
        case True:
            return 1
        case _:
            return 2  # XRT501: 13


def guarded(kind):
    match kind:
        case "tpu" if not NEW:
            return 1  # XRT501: 13
        case _:
            return 2
