# OPTIONS: --xrt-guards="IS_NEW_XLA: >=2.1; on_pjrt: pjrt"
"""Flags and helpers whose meaning the project states."""
import torch_xla.core.xla_env_vars as xenv
from my_project import compat
from my_project.compat import IS_NEW_XLA, IS_NEWER_XLA, on_pjrt


def node(env):
    if IS_NEW_XLA:
        return env.index
    return env[xenv.HOST_ORDINAL]


def node_by_helper(env):
    return env.index if on_pjrt() else env[xenv.HOST_ORDINAL]


def node_by_attribute(env):
    if compat.IS_NEW_XLA:
        return env[xenv.ORDINAL]  # XRT101: 20
    return env[xenv.HOST_ORDINAL]


def not_stated(env):
    return env.index if IS_NEWER_XLA else env[xenv.HOST_ORDINAL]  # XRT101: 47


def inverted(env):
    if not IS_NEW_XLA:
        return env[xenv.HOST_ORDINAL]
    return env[xenv.ORDINAL]  # XRT101: 16
