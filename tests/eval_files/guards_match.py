"""``match`` on a flag."""

import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr
from packaging.version import Version

NEW = Version(torch_xla.__version__) >= Version("2.7")
match NEW:
    case True:
        xr.global_ordinal()
    case False:
        xm.get_ordinal()
match NEW:
    case True:
        xm.get_ordinal()  # XRT401: 9
    case _:
        xm.get_ordinal()
match xm:
    case _ if NEW:
        xm.get_ordinal()  # XRT401: 9
    case _ if not NEW:
        xm.get_ordinal()
match xm:
    case _ if NEW:
        xr.global_ordinal()
    case other:
        xm.get_ordinal()
        other.get_ordinal()
match xm.get_ordinal():  # XRT401: 7
    case xm.FIRST | xm.get_ordinal:  # XRT601: 10, XRT401: 21
        pass
    case {xm.xrt_world_size: value, **rest}:  # XRT401: 11
        value.get_ordinal()
    case xm.parse_xla_device(kind=xm):  # XRT401: 10
        xm.get_ordinal()
