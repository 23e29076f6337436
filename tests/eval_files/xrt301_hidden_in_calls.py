"""Modules asked for by name."""
import importlib
import sys
from importlib import import_module

pjrt = importlib.import_module("torch_xla.experimental.pjrt")  # XRT301: 32
again = import_module("torch_xla.experimental.pjrt")  # XRT301: 23
third = __import__("torch_xla.experimental.pjrt")  # XRT301: 20
loaded = sys.modules["torch_xla.experimental.pjrt"]  # XRT301: 22

live = import_module("torch_xla.runtime"), import_module("torch_xla.experimental"), sys.modules["torch_xla"]
other = import_module("jax.experimental.pjrt"), import_module("my_torch_xla.experimental.pjrt")
