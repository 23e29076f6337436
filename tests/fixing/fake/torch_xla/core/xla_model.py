"""Old and living names side by side."""
# ruff: noqa: ARG001


def xrt_world_size(defval=1):
    return 4


def get_ordinal(defval=0):
    return 3


def get_local_ordinal():
    return 1


def xla_device(n=None, devkind=None):
    return f"xla:{n or 0}"


def mark_step():
    return "sync"


def broadcast_master_param(model):
    return ("broadcast", model)


def rendezvous(tag, payload=b"", replicas=()):
    return ("met", tag, payload, tuple(replicas))


def xla_rendezvous(payload=b"", ordinals=None, tag=None):
    return ("met", tag, payload, tuple(ordinals or ()))


def parse_xla_device(device):
    return ("XLA", int(device.rpartition(":")[2]))
