"""Keep a code base PJRT-only: find what still leans on XRT, the old runtime of PyTorch/XLA."""
