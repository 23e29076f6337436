"""One function, written every way that a name can be reached."""
import torch_xla
import torch_xla as p
import torch_xla.core
import torch_xla.core as core
import torch_xla.core.xla_model
import torch_xla.core.xla_model as m
from torch_xla.core import xla_model
from torch_xla.core import xla_model as model
from torch_xla.core.xla_model import get_ordinal  # XRT401: 38
from torch_xla.core.xla_model import get_ordinal as w  # XRT401: 38

m.get_ordinal()  # XRT401: 1
p.core.xla_model.get_ordinal()  # XRT401: 1
core.xla_model.get_ordinal()  # XRT401: 1
xla_model.get_ordinal()  # XRT401: 1
model.get_ordinal()  # XRT401: 1
torch_xla.core.xla_model.get_ordinal()  # XRT401: 1
get_ordinal(), w()

f = m.get_ordinal  # XRT401: 5
f()
x = m
x.get_ordinal()  # XRT401: 1
y = z = model
z.get_ordinal()  # XRT401: 1
(v := m).get_ordinal()  # XRT401: 1
v.get_ordinal()  # XRT401: 1
if (u := xla_model) is not None:
    u.get_ordinal()  # XRT401: 5
annotated: object = m
annotated.get_ordinal()  # XRT401: 1

n = (
    torch_xla
    .core
    .xla_model
    .get_ordinal()  # XRT401: 6
)
n = m. \
    get_ordinal()  # XRT401: 5

getattr(m, "get_ordinal")()  # XRT401: 12
getattr(torch_xla.core.xla_model, 'get_ordinal')()  # XRT401: 35
delattr(m, "get_ordinal")  # XRT401: 12


def above():
    return late.get_ordinal()  # XRT401: 12


import torch_xla.core.xla_model as late


def inside():
    import torch_xla.core.xla_model as local

    def closure():
        return local.get_ordinal()  # XRT401: 16

    return closure


def tuple_targets():
    one, two = m, 2
    return one.get_ordinal(), two  # XRT401: 12
