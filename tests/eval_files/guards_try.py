"""What a handler says about the release, and what it does not."""
import contextlib

# The new name first: the handler runs where it is missing.
try:
    from torch_xla import runtime as a
except ImportError:
    from torch_xla.experimental import pjrt as a

try:
    import torch_xla.runtime as b
except ModuleNotFoundError:
    from torch_xla.experimental import pjrt as b

try:
    from torch_xla.distributed.spmd import Mesh
except (ImportError, AttributeError):
    from torch_xla.experimental.xla_sharding import Mesh

try:
    import torch_xla.runtime as c
except Exception:
    from torch_xla.experimental import pjrt as c

try:
    import torch_xla.runtime as d
except:
    from torch_xla.experimental import pjrt as d

# The old name first: the handler binds the same name from something that lives there.
try:
    from torch_xla.experimental import pjrt as e
except ImportError:
    from torch_xla import runtime as e

try:
    from torch_xla.core.xla_model import get_ordinal, xrt_world_size
except ImportError:
    from torch_xla.runtime import global_ordinal as get_ordinal, world_size as xrt_world_size

# The handler gives nothing in its place.
try:
    from torch_xla.experimental import tpu  # XRT302: 40
except ImportError:
    tpu = None

try:
    from torch_xla.distributed import xla_dist  # XRT102: 39
except ImportError:
    pass

# The handler gives something that is gone as well.
try:
    from torch_xla.experimental import pjrt as f  # XRT301: 40
except ImportError:
    from torch_xla.distributed import xla_dist as f  # XRT102: 39

with contextlib.suppress(ImportError):
    from torch_xla.experimental import gpu  # XRT302: 40

# An import of something else fails anywhere.
try:
    import lightning
    import torch_xla.runtime as g
except ImportError:
    from torch_xla.experimental import pjrt as g  # XRT301: 40

# A module that is always there: only where torch_xla is not installed at all.
try:
    import torch_xla.core.xla_model as xm
except ImportError:
    from torch_xla.experimental import pjrt as h

# What is missing decides which handler runs: a module, a name of a module, an attribute.
try:
    import torch_xla.experimental.pjrt as i
except ModuleNotFoundError:
    import torch_xla.runtime as i

try:
    from torch_xla.core.xla_model import parse_xla_device  # XRT401: 42
except ModuleNotFoundError:
    from torch_xla._internal.utils import parse_xla_device

try:
    import torch_xla.experimental.pjrt as j  # XRT301: 12
except AttributeError:
    import torch_xla.runtime as j


def size_by_attribute():
    try:
        return a.world_size()
    except AttributeError:
        return xm.xrt_world_size()


def old_first():
    try:
        size = xm.xrt_world_size()
    except AttributeError:
        size = b.world_size()
    return size


def old_first_and_leave():
    try:
        return xm.xrt_world_size()
    except AttributeError:
        return b.world_size()


def wrong_error():
    try:
        size = xm.xrt_world_size()  # XRT401: 16
    except ImportError:
        size = b.world_size()
    return size


def nothing_instead():
    size = None
    try:
        size = xm.xrt_world_size()  # XRT401: 16
    except AttributeError:
        pass
    return size


def references_only():
    try:
        function = b.world_size
    except Exception:
        function = xm.xrt_world_size
    return function


def calls_raise_anything(load):
    try:
        load()
        size = b.world_size()
    except Exception:
        size = xm.xrt_world_size()  # XRT401: 16
    return size


def handler_leaves():
    try:
        from torch_xla import runtime as xr
    except ImportError:
        return xm.xrt_world_size()
    return xr.world_size(), xm.get_ordinal()  # XRT401: 29


def else_and_finally():
    try:
        import torch_xla.runtime as xr
    except ImportError:
        return xm.get_ordinal()
    else:
        size = xm.xrt_world_size()  # XRT401: 16
    finally:
        rank = xm.get_ordinal()  # XRT401: 16
    return size, rank, xr


def both_origins():
    # e is pjrt or runtime, each where it lives; the helper is missing from the later runtimes.
    return e.world_size(), a.using_pjrt()  # XRT402: 28
