"""Version tests in every spelling, each with the branch that is wrong beside the one that is right."""
import importlib.metadata
import operator
from importlib.metadata import version as installed

import torch_xla
from lightning_utilities.core.imports import RequirementCache, compare_version
from packaging import version
from packaging.version import Version, parse

if RequirementCache("torch_xla>=2.1"):
    from torch_xla import runtime as a
else:
    from torch_xla.experimental import pjrt as a

if RequirementCache("torch_xla>=2.1"):
    from torch_xla.experimental import pjrt as a  # XRT301: 40

if compare_version("torch_xla", operator.ge, "2.1"):
    from torch_xla import runtime as b
else:
    from torch_xla.experimental import pjrt as b

if compare_version("torch_xla", operator.lt, "2.1"):
    from torch_xla.experimental import pjrt as b

if compare_version("torch_xla", operator.ge, "2.5"):
    from torch_xla.experimental import pjrt as b  # XRT301: 40

if Version(torch_xla.__version__) >= Version("2.1"):
    from torch_xla import runtime as c
else:
    from torch_xla.experimental import pjrt as c

if Version(torch_xla.__version__) < Version("2.1"):
    from torch_xla.experimental import pjrt as c
else:
    from torch_xla.experimental import pjrt as c  # XRT301: 40

if Version("2.1") > Version(torch_xla.__version__):
    from torch_xla.experimental import pjrt as d

if Version("2.0") <= Version(torch_xla.__version__) < Version("2.1"):
    from torch_xla.experimental import pjrt as d

if version.parse(torch_xla.__version__) >= version.parse("2.1"):
    from torch_xla import runtime as e
else:
    import torch_xla.experimental.pjrt as e

if parse(importlib.metadata.version("torch-xla")) >= parse("2.1.0"):
    from torch_xla import runtime as f
else:
    import torch_xla.experimental.pjrt as f

if Version(installed("torch_xla")) <= Version("2.0.1"):
    import torch_xla.experimental.pjrt as f

if Version(installed("torch_xla")) <= Version("2.9"):
    import torch_xla.experimental.pjrt as f  # XRT301: 12

if not RequirementCache("torch-xla>=2.1"):
    import torch_xla.core.xla_env_vars as old

    node = old.HOST_ORDINAL
elif RequirementCache("torch-xla>=2.2"):
    node = None
else:
    import torch_xla.core.xla_env_vars as old

    node = old.HOST_ORDINAL  # XRT101: 12

CURRENT = Version(torch_xla.__version__)
if CURRENT >= Version("2.1"):
    from torch_xla import runtime as g
else:
    from torch_xla.experimental import pjrt as g
