"""Where sharding was."""


class Mesh:
    def __init__(self, *shape):
        self.shape = shape


def mark_sharding(tensor, mesh, spec):
    return (tensor, mesh.shape, spec)
