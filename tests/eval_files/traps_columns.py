"""Columns count characters: größer, größer, 😀."""
import os

import torch_xla.core.xla_env_vars as umgebung
import torch_xla.core.xla_model as größe

länge = "é😀"; n = größe.xrt_world_size()  # XRT401: 19
text = f"日本 {größe.get_ordinal()} 😀 {größe.get_ordinal()}"  # XRT401: 14, XRT401: 38
os.environ["😀"] = "ü"; os.environ["XRT_TPU_CONFIG"] = "é"  # XRT201: 35
pair = "ü", umgebung.HOST_ORDINAL, "ü", getattr(größe, "get_ordinal")  # XRT101: 13, XRT401: 56
