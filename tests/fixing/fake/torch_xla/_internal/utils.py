"""Private names."""


def parse_xla_device(device):
    return ("XLA", int(device.rpartition(":")[2]))
