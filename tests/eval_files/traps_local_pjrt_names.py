"""pjrt, xr and tpu as names of the program's own."""
import torch.distributed as dist
from my_project.backends import pjrt, tpu
from my_project.launchers import spawn

xr = {"using_pjrt": True}
pjrt.using_pjrt() or tpu.version()
spawn(print, nprocs=8)
dist.init_process_group("xla", init_method="xla://")
connect = dict(init_method="env://", url="pjrt")


def run(xmp):
    xmp.spawn(print, nprocs=8)
    return xr["using_pjrt"]
