"""A class that is gone, wherever a class can stand."""
import dataclasses
from typing import List

import torch_xla.core.xla_model as xm


class Mine(xm.CollectiveContext):  # XRT103: 12
    pass


@dataclasses.dataclass
class Group:
    contexts: "List[xm.CollectiveContext]" = dataclasses.field(default_factory=list)  # XRT103: 15
    tracker: "xm.RateTracker" = None

    def kinds(self, *args: xm.CollectiveContext, **kwargs: "xm.CollectiveContext"):  # XRT103: 28, XRT103: 60
        return isinstance(args[0], (int, xm.CollectiveContext)), kwargs  # XRT103: 42


def kind(value):
    match value:
        case xm.CollectiveContext():  # XRT103: 14
            return 1
        case xm.REDUCE_SUM:
            return 2
    try:
        return value
    except (ValueError, xm.CollectiveContext):  # XRT103: 25
        return lambda context=xm.CollectiveContext: context  # XRT103: 31


async def gather(values):
    async for value in values:
        yield {**value, "context": xm.CollectiveContext}  # XRT103: 36
    return


def docs() -> "not an annotation that parses":
    """xm.CollectiveContext"""
    text: str = "xm.CollectiveContext"
    return text
