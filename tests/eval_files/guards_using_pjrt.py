"""Under PJRT or not: the question that was answered for good in 2.1."""
import torch_xla.core.xla_env_vars as xenv
from my_project.runtime import _using_pjrt, helpers
from my_project.runtime import is_pjrt_ready
from torch_xla.experimental import pjrt  # XRT301: 36


def node(env):
    if _using_pjrt():
        return env.index
    return env[xenv.HOST_ORDINAL]


def node_by_helper(env):
    if not helpers.using_pjrt():
        return env[xenv.HOST_ORDINAL]
    return env[xenv.ORDINAL]  # XRT101: 16


def node_by_library(env):
    if pjrt.using_pjrt():  # XRT301: 8
        return env[xenv.ORDINAL]  # XRT101: 20
    return env[xenv.HOST_ORDINAL]


def node_by_other_helper(env):
    if is_pjrt_ready():
        return env.index
    return env[xenv.HOST_ORDINAL]  # XRT101: 16
