"""As PJRT starts processes: as many as there are devices, whatever is asked for."""
# ruff: noqa: PLR0917


def spawn(fn, args=(), nprocs=None, join=True, daemon=False, start_method="spawn"):
    return [fn(index, *args) for index in range(4 if nprocs != 1 else 1)], join, daemon, start_method
