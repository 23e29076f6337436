"""Names that look like the modules and are something else."""
import os
from types import SimpleNamespace

import torch_xla.core.xla_env_vars as xenv
import torch_xla.core.xla_model as xm
from my_project import xla_runtime as xr
from torch_xla.core import xla_env_vars


def parameter(xm):
    return xm.get_ordinal()


def parameters(*xm, xenv=None, **xr):
    return xm.get_ordinal, xenv.HOST_ORDINAL, xr


def with_default(xm=xm):
    return xm.get_ordinal()


def positional(xm, /):
    def inner():
        return xm.get_ordinal()

    return inner


def local():
    xm = SimpleNamespace(get_ordinal=int)
    return xm.get_ordinal()


def assigned_below():
    value = xm.get_ordinal()
    xm = value
    return xm


def loop(workers):
    for xm in workers:
        print(xm.get_ordinal())
    with open(os.devnull) as xenv:
        print(xenv.HOST_ORDINAL)


def caught(run):
    try:
        run()
    except ValueError as xm:
        print(xm.get_ordinal)


def matched(value):
    match value:
        case [xm, *_]:
            return xm.get_ordinal()
        case {"env": xenv}:
            return xenv.HOST_ORDINAL
    return None


def walrus(workers):
    while xm := next(workers):
        print(xm.get_ordinal())


def local_class():
    class xm:
        get_ordinal = 1

    def xenv():
        return None

    return xm.get_ordinal, xenv.HOST_ORDINAL


def local_import():
    import my_project.xm as xm
    from my_project.env import names as xenv

    return xm.get_ordinal(), xenv.HOST_ORDINAL


def comprehensions(workers):
    ranks = [xm.get_ordinal() for xm in workers]
    sizes = {xm: xenv.HOST_ORDINAL for xm, xenv in workers}
    lazy = (xm.get_ordinal() for group in workers for xm in group if xm.xrt_world_size())
    # The variable of a comprehension does not leave it.
    return ranks, sizes, lazy, xm.get_ordinal()  # XRT401: 32


def first_iterable_is_outside():
    return [xm for xm in xm.get_ordinal()]  # XRT401: 26


lambdas = (lambda xm: xm.get_ordinal()), (lambda: xm.get_ordinal())  # XRT401: 51


class Worker:
    xm = SimpleNamespace(get_ordinal=int)
    rank = xm.get_ordinal()

    def ordinal(self):
        return self.xm.get_ordinal(), self.get_ordinal(), self.xenv.HOST_ORDINAL

    def other(self, worker):
        return worker.xm.get_ordinal(), xr.using_pjrt()


class Deleted:
    import torch_xla.core.xla_model as kk

    del kk
    kk = SimpleNamespace(get_ordinal=int)
    rank = kk.get_ordinal()


def deleted():
    import torch_xla.core.xla_model as gone

    del gone
    gone = SimpleNamespace(get_ordinal=int)
    return gone.get_ordinal()


before = xla_env_vars.HOST_ORDINAL  # XRT101: 10
xla_env_vars = SimpleNamespace(HOST_ORDINAL="CLUSTER_HOST")
