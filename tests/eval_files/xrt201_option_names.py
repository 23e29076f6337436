"""An option that carries the name of the variable: the option is the program's own, the store is not."""
import argparse
import os

parser = argparse.ArgumentParser()
parser.add_argument("--xrt_tpu_config", default="tpu_worker;0;192.0.2.9:8470", help="value of XRT_TPU_CONFIG")
args = parser.parse_args()
os.environ["XRT_TPU_CONFIG"] = args.xrt_tpu_config  # XRT201: 12
