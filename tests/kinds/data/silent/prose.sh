#!/bin/bash
# export XRT_TPU_CONFIG="localservice;0;localhost:51011"
# python -m torch_xla.distributed.xla_dist --tpu=pod -- train.py
set -eu

# Another vendor's run-time, an OpenXR run-time, and other programs.
export XILINX_XRT=/opt/xilinx/xrt
export XRT_INI_PATH=/tmp/xrt.ini XRT_VERBOSITY=5
export XRT_COMPOSITOR_LOG=debug XRT_LOG=info XRT_NO_STDIN=1
export XRT_MIRROR_MAX_ROWS_IN_MEMORY=1000 XRT_PAGE_ID=7
export MY_XRT_TPU_CONFIG=1 XRT_TPU_CONFIGS=2 XRT_WORKERS_EXTRA=3 xrt_workers=4
XRT_MASTER_ALLOW_SAME_TASKS=1 XLA_SKIP_XRT_TESTS=1 ./run
[ -n "${XRT_COMPOSITOR_SCALE_PERCENTAGE:-}" ] && echo "$XRT_INI_PATH" "${XRT_TPU_CONFIG_OLD}"

# Taking a variable away is right.
unset XRT_TPU_CONFIG
unset -v XRT_WORKERS XRT_DEVICE_MAP
export -n XRT_LOCAL_WORKER
env -u XRT_TPU_CONFIG python train.py
env --unset=XRT_WORKERS python train.py

docker run -e XRT_PROFILE_DIR=/x -e XRT_STATE_DIR=/y -e XRT_LICENSE_FILE=/z img
MESSAGE="python -m torch_xla.distributed.xlax is no module, use python -m x"
MESSAGE="XRT_TPU_CONFIG=1 is gone" PATTERN='XRT_WORKERS='
#py='python3 -m torch_xla.distributed.xla_dist'
docker run \
    `#-e XRT_WORKERS=1` \
    img

# Words on a screen, patterns and messages.
echo "XRT_TPU_CONFIG=... is not read any more, use PJRT_DEVICE"
echo 'export XRT_TPU_CONFIG="..."' | less
echo XRT_TPU_CONFIG is gone >&2
printf 'XRT_WORKERS=%s\n' x
echo "XRT_TPU_CONFIG=1" > notes.log
grep -rn XRT_TPU_CONFIG= src || true
grep -e XRT_WORKERS setup.py
sed -i '/XRT_TPU_CONFIG=/d' ~/.bashrc
sed -i 's/XRT_WORKERS=.*//' /etc/environment
git commit -m "XRT_TPU_CONFIG=x goes; python -m torch_xla.distributed.xla_dist goes"
log_info "XRT_TPU_CONFIG=1"
assert_equal "XRT_TPU_CONFIG=1" x
print-line XRT_WORKERS=1
sudo -u root grep XRT_TPU_CONFIG= /etc/environment
ssh host grep XRT_WORKERS= /etc/environment
find . | xargs -n1 grep -l XRT_WORKERS=
git log -S XRT_TPU_CONFIG
echo python -m torch_xla.distributed.xla_dist
cat <<'EOF'
XRT_TPU_CONFIG="tpu_worker;0;10.0.0.2:8470"
export XRT_WORKERS=1
EOF
cat <<'EOF' > CHANGELOG.txt
XRT_TPU_CONFIG=1 is ignored
EOF
cat <<EOF > README.md
Set XRT_TPU_CONFIG=1 no longer.
EOF
: "escaped \$XRT_TPU_CONFIG" 'quoted $XRT_TPU_CONFIG ${XRT_WORKERS:-1}'

# What lives on.
export PJRT_DEVICE=TPU TPU_NUM_DEVICES=4
python -m torch_xla.distributed.xla_multiprocessing
python3 -m torch_xla.core.xla_model
python -c 'import torch_xla.core.xla_model as xm; print(xm.xla_device())'
pip install torch_xla==2.9.0
python torch_xla.distributed.xla_dist
