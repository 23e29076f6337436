"""Assignments inside commands."""
import logging
import os
import subprocess
import sys
from subprocess import check_call

address = "192.0.2.4:8470"
os.system("XRT_TPU_CONFIG='tpu_worker;0;192.0.2.4:8470' python train.py")  # XRT201: 11
os.system(f"XRT_TPU_CONFIG=tpu_worker;0;{address} python train.py")  # XRT201: 11
os.system("cd /srv && export XRT_WORKERS=localservice:0 && python train.py")  # XRT201: 11
subprocess.run("env XRT_LOCAL_WORKER=w:0 python train.py", shell=True, check=True)  # XRT201: 16
check_call(["env", "XRT_DEVICE_MAP=CPU:0", "PJRT_DEVICE=CPU", sys.executable, "train.py"])  # XRT201: 20
subprocess.Popen(
    ["docker", "run", "-e", f"XRT_HOST_ORDINAL={os.getpid()}", "trainer"],  # XRT201: 29
)

# Prose, unknown names and whole words of another program.
logging.warning("XRT_TPU_CONFIG=... has no effect any more")
print("export XRT_WORKERS=localservice:0")
os.system("XRT_INI_PATH=./xrt.ini ./host")
os.system("MY_XRT_WORKERS=1 python train.py")
subprocess.run(["grep", "-r", "XRT_TPU_CONFIG", "scripts"], check=False)
raise SystemExit("unset XRT_TPU_CONFIG=... first")
