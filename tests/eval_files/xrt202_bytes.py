"""Bytes name a variable too."""

import os

os.environb[b"XRT_TPU_CONFIG"] = b"localservice;0;localhost:51011"  # XRT201: 13
workers = os.getenvb(b"XRT_WORKERS")  # XRT202: 22
size = len(b"XRT_WORKERS")
