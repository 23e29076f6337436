#!/bin/sh
# Start the training on every host of a TPU pod.
export XRT_TPU_CONFIG="tpu_worker;0;$TPU_IP:8470"
exec python3 -m torch_xla.distributed.xla_dist --tpu="$TPU_NAME" --env=XLA_USE_BF16=1 -- python3 train.py "$@"
