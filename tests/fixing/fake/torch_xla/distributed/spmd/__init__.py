"""Where sharding is now."""


class Mesh:
    def __init__(self, *shape):
        self.shape = shape


def mark_sharding(tensor, mesh, spec):
    return (tensor, mesh.shape, spec)
