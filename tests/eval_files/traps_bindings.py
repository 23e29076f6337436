"""Bindings in unusual places."""

from importlib import import_module

import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr


def unpacked(values):
    first, *xm = values
    xm.get_ordinal()
    return first


def starred(values):
    (xr, *rest), last = values
    return xr.using_pjrt(), rest, last


def deleted(values):
    import torch_xla.core.xla_model as model

    other = values
    del (model, [other])
    return model.get_ordinal()


def chosen(new):
    module = xm if new else None
    return module.get_ordinal()  # XRT401: 12


def either(new):
    return (xm if new else xr).get_ordinal()  # XRT401: 12


def outer():
    model = None

    def inner():
        nonlocal model
        import torch_xla.core.xla_model as model

    inner()
    return model.get_ordinal()  # GAP: XRT401


def middle():
    model = None

    def between():
        def inner():
            nonlocal model
            model = xm

        return inner

    between()()
    return model.get_ordinal()  # GAP: XRT401


def called():
    torch_xla.device().get_ordinal()
    getattr(xm, unpacked).get_ordinal()
    getattr(xm, "get_" + "ordinal").cache()
    import_module(unpacked).get_ordinal()
    import_module(".xla_model", "torch_xla.core").get_ordinal()  # GAP: XRT401


def rebound():
    model = None
    if called():
        model = xm
    elif outer():
        model = xm
    elif middle():
        model = xm
    elif chosen(1):
        model = xm
    elif chosen(2):
        model = xm
    elif chosen(3):
        model = xm
    elif chosen(4):
        model = xm
    elif chosen(5):
        model = xm
    return model.get_ordinal(), model.xrt_world_size()  # XRT401: 12, XRT401: 33
