"""Where the names stood before."""


def num_available_chips():
    return 2


def version():
    return 4
