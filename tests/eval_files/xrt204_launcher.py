"""Starting the pod launcher as a module."""
import os
import subprocess
import sys

POD = "pod-a"

# MESSAGE: python -m torch_xla.distributed.xla_dist was removed in torch_xla 2.1: run the script on every host, or start it with torchrun
subprocess.run([sys.executable, "-m", "torch_xla.distributed.xla_dist", f"--tpu={POD}", "--", "train.py"])  # XRT204: 39
subprocess.Popen(
    (
        "python3",
        "-u",
        "-m",
        "torch_xla.core.xrt_run_server",  # XRT204: 9
        "--port",
        "51011",
    )
)
os.system("python3 -m torch_xla.distributed.xla_dist --tpu=pod-a -- python3 train.py")  # XRT204: 11
command = [sys.executable, "-m", "torch_xla.distributed.xla_dist", "--tpu", POD]  # XRT204: 34
subprocess.check_call(command)

# These modules live, or are not torch_xla's; a name without -m is only a word.
subprocess.run([sys.executable, "-m", "torch_xla.distributed.xla_multiprocessing"])
subprocess.run([sys.executable, "-m", "torch.distributed.run", "train.py"])
subprocess.run(["pip", "show", "torch_xla.distributed.xla_dist"])
print("python -m torch_xla.distributed.xla_dist is gone")
