"""Bodies that always leave narrow what follows."""
import os
import sys
import unittest

import pytest
import torch_xla.core.xla_model as xm
from my_project.flags import _XLA_GREATER_EQUAL_2_1, VERBOSE


def returns():
    if _XLA_GREATER_EQUAL_2_1:
        return 1
    return xm.xrt_world_size()


def returns_sometimes():
    if _XLA_GREATER_EQUAL_2_1:
        if VERBOSE:
            return 1
    return xm.xrt_world_size()  # XRT401: 12


def returns_both_ways():
    if _XLA_GREATER_EQUAL_2_1:
        if VERBOSE:
            return 1
        else:
            raise RuntimeError("quiet")
    return xm.xrt_world_size()


def raises():
    if _XLA_GREATER_EQUAL_2_1:
        raise RuntimeError("only for XRT")
    from torch_xla.distributed import xla_dist

    return xla_dist


def raises_on_old():
    if not _XLA_GREATER_EQUAL_2_1:
        raise RuntimeError("too old")
    return xm.xrt_world_size()  # XRT401: 12


def exits():
    if _XLA_GREATER_EQUAL_2_1:
        sys.exit("only for XRT")
    return xm.xrt_world_size()


def exits_hard():
    if _XLA_GREATER_EQUAL_2_1:
        os._exit(1)
    return xm.xrt_world_size()


def exits_by_name():
    if _XLA_GREATER_EQUAL_2_1:
        raise SystemExit
    return xm.xrt_world_size()


def warns():
    if _XLA_GREATER_EQUAL_2_1:
        print("only for XRT")
    return xm.xrt_world_size()  # XRT401: 12


def continues(steps):
    for step in steps:
        if _XLA_GREATER_EQUAL_2_1:
            continue
        print(step, xm.xrt_world_size())
    return xm.xrt_world_size()  # XRT401: 12


def breaks(steps):
    for step in steps:
        if _XLA_GREATER_EQUAL_2_1:
            break
        print(step, xm.xrt_world_size())
    return xm.get_ordinal()  # XRT401: 12


def else_leaves():
    if not _XLA_GREATER_EQUAL_2_1:
        size = xm.xrt_world_size()
    else:
        return None
    return size, xm.get_ordinal()


def elif_leaves(kind):
    if kind == "none":
        return None
    elif _XLA_GREATER_EQUAL_2_1:
        return 1
    return xm.get_ordinal()


def unrelated_leaves(kind):
    if kind == "none":
        return None
    return xm.get_ordinal()  # XRT401: 12


def with_leaves(lock):
    with lock:
        if _XLA_GREATER_EQUAL_2_1:
            return None
        size = xm.xrt_world_size()
    return size, xm.get_ordinal()


def nested_function_does_not_leave():
    if _XLA_GREATER_EQUAL_2_1:
        def inner():
            return 1
    return xm.get_ordinal()  # XRT401: 12


def test_old():
    if _XLA_GREATER_EQUAL_2_1:
        pytest.skip("XRT only")
    assert xm.xrt_world_size()


def test_old_failing():
    if _XLA_GREATER_EQUAL_2_1:
        pytest.fail("XRT only")
    assert xm.xrt_world_size()


class OldTest(unittest.TestCase):
    def test_size(self):
        if _XLA_GREATER_EQUAL_2_1:
            raise unittest.SkipTest("XRT only")
        self.assertTrue(xm.xrt_world_size())

    def test_skip(self):
        if _XLA_GREATER_EQUAL_2_1:
            self.skipTest("XRT only")
        self.assertTrue(xm.xrt_world_size())


if _XLA_GREATER_EQUAL_2_1:
    raise ImportError("this module is for XRT")

from torch_xla.distributed import xla_dist

print(xla_dist, xm.xrt_world_size())


def after_the_exit():
    return xm.xrt_world_size()
