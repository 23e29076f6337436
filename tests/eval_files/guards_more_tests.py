"""Tests in unusual clothes, each with what looks like it and is none."""

from functools import partial

import torch_xla
import torch_xla.core.xla_model as xm
from lightning_utilities.core.imports import compare_version
from packaging.version import Version

# A choice between tests is a test.
NEW = Version(torch_xla.__version__) >= Version("2.7") if torch_xla else False
if not NEW:
    xm.get_ordinal()
ODD = Version(torch_xla.__version__) >= Version("2.7") if partial else True
if not ODD:
    xm.get_ordinal()
if ODD:
    xm.get_ordinal()  # XRT401: 5

# The parts of a version that order as it does, and a tuple.
if Version(torch_xla.__version__).release < (2, 7):
    xm.get_ordinal()
if Version(torch_xla.__version__).base_version < "2.7":
    xm.get_ordinal()
if Version(torch_xla.__version__).release < (2, "7"):
    xm.get_ordinal()  # XRT401: 5
if Version(torch_xla.__version__).minor < 7:
    xm.get_ordinal()  # XRT401: 5

# What dir() lists.
if "get_ordinal" in dir(xm):
    xm.get_ordinal()
if "get_ordinal" in dir(partial):
    xm.get_ordinal()  # XRT401: 5
if "get_ordinal" not in dir(xm):
    xm.get_ordinal()  # XRT401: 5

# A call that is none of compare_version's.
if compare_version("torch_xla", "2.7"):
    xm.get_ordinal()  # XRT401: 5
if compare_version("torch", "<", "2.7"):
    xm.get_ordinal()  # XRT401: 5

# No release satisfies it: nothing runs there. And what is no version tells nothing.
if Version(torch_xla.__version__) < Version("1.2"):
    xm.get_ordinal()
if Version(torch_xla.__version__) < Version("two"):
    xm.get_ordinal()  # XRT401: 5


class Device:
    @partial
    def new(self):
        return Version(torch_xla.__version__) >= Version("2.7")

    @property
    def newer(self):
        return Version(torch_xla.__version__) >= Version("2.7")

    def ordinal(self, other):
        if not self.new():
            xm.get_ordinal()  # XRT401: 13
        if not self.newer():
            xm.get_ordinal()
        if not other.newer():
            xm.get_ordinal()  # XRT401: 13
        if not self.missing():
            xm.get_ordinal()  # XRT401: 13


async def new():
    return Version(torch_xla.__version__) >= Version("2.7")


if not new():
    xm.get_ordinal()  # XRT401: 5
