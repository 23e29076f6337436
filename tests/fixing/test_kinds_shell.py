"""Settings in shell scripts: what is left alone, and why; then what goes."""

from __future__ import annotations

import pytest
from kind_tools import check_fixed, check_noop

EMPTY = "nothing would be left of what it stands in"
EFFECT = "the value it is set to comes from a command that may have an effect"
UNKNOWN = "no fix is known for the way it is written here"
LAST = "it is the last of several commands"
READ = "nothing sets it any more"
HAND = "which device it chose cannot be told"

LEFT = {
    "effects": ("export XRT_LOCAL_WORKER=$(hostname)\necho\n", EFFECT),
    "effects, backquotes": ("XRT_LOCAL_WORKER=`hostname` python x\n", EFFECT),
    "effects, assigning expansion": ("export XRT_LOCAL_WORKER=${A:=1}\necho\n", EFFECT),
    "effects, failing expansion": ('export XRT_LOCAL_WORKER="${A:?no}"\necho\n', EFFECT),
    "effects, arithmetic": ("export XRT_LOCAL_WORKER=$((i++))\necho\n", EFFECT),
    "effects in quotes": ('export "XRT_LOCAL_WORKER=$(x)"\necho\n', EFFECT),
    "effects of an argument": ("docker run -e XRT_LOCAL_WORKER=$(x) img\n", EFFECT),
    "the status of a script": ("grep x y\nexport XRT_LOCAL_WORKER=1\n", LAST),
    "the status of a function": ("f() {\n  [ -f x ] && y\n  export XRT_LOCAL_WORKER=1\n}\n", LAST),
    "the status of an assignment": ("A=$(x)\nexport XRT_LOCAL_WORKER=1\n", LAST),
    "the status of a branch": ("if x; then y; export XRT_LOCAL_WORKER=1; fi\n", LAST),
    "the status of a list": ("set -e\n[ -f x ] && export XRT_LOCAL_WORKER=1\necho\n", LAST),
    "either or": ("x || export XRT_LOCAL_WORKER=1\n", "it is joined to another command by ||"),
    "or else": ("export XRT_LOCAL_WORKER=1 || exit 1\n", "it is joined to another command by ||"),
    "background": ("export XRT_LOCAL_WORKER=1 &\necho\n", UNKNOWN),
    "redirected": ("export XRT_LOCAL_WORKER=1 > log\necho\n", UNKNOWN),
    "negated": ("! export XRT_LOCAL_WORKER=1\necho\n", "it is an argument of export"),
    "condition": ("if export XRT_LOCAL_WORKER=1; then\n  echo\nfi\n", UNKNOWN),
    "substitution": ("a=$(export XRT_LOCAL_WORKER=1; python x)\n", UNKNOWN),
    "loop variable": ("for XRT_LOCAL_WORKER in a b; do\n  echo\ndone\n", UNKNOWN),
    "element of an array": ("XRT_LOCAL_WORKER[0]=1\necho\n", UNKNOWN),
    "all of a file, nothing else": ("export XRT_LOCAL_WORKER=1\n", EMPTY),
    "all of a branch": ("if x; then\n  # why\n  export XRT_LOCAL_WORKER=1\nfi\n", EMPTY),
    "all of an else": ("if x; then\n  y\nelse\n  export XRT_LOCAL_WORKER=1\nfi\n", EMPTY),
    "all of a loop": ("while x; do export XRT_LOCAL_WORKER=1; done\n", EMPTY),
    "all of a function": ("f() {\n  export XRT_LOCAL_WORKER=1\n}\n", EMPTY),
    "all of a case": ("case x in\n  a) export XRT_LOCAL_WORKER=1 ;;\nesac\n", EMPTY),
    "all of a subshell": ("(export XRT_LOCAL_WORKER=1)\n", EMPTY),
    "all of a command": ("ssh host 'export XRT_LOCAL_WORKER=1'\n", EMPTY),
    "argument of a program": (
        "python train.py XRT_LOCAL_WORKER=1\n",
        "it is an argument of python, and what that does with it is not known",
    ),
    "argument behind the program": ("env python XRT_LOCAL_WORKER=1 x\n", "it is an argument of env"),
    "env with nothing behind": ("env XRT_LOCAL_WORKER=1\n", "it is an argument of env"),
    "an option nobody knows": ("gcloud x --thing=XRT_LOCAL_WORKER=1\n", "it is an argument of gcloud"),
    "all of a list": ("sbatch --export=XRT_LOCAL_WORKER=1 job\n", "it is an argument of sbatch"),
    "a list in quotes": ('sbatch --export="ALL,XRT_LOCAL_WORKER=1" job\n', "it is one of several in quotes"),
    "written anew": ("echo XRT_LOCAL_WORKER=1 > .env\n", EMPTY),
    "printed into a pipe": ("echo XRT_LOCAL_WORKER=1 | sudo tee /etc/environment\n", EMPTY),
    "read elsewhere": ("export XRT_LOCAL_WORKER=1\necho $XRT_LOCAL_WORKER >> x\n", "it is read in line 2", READ),
    "read in a test": ('[ -z "${XRT_LOCAL_WORKER:-}" ] && x\n', READ),
    "read with -v": ("[[ -v XRT_WORKERS ]] && x\n", READ),
    "printed by name": ("printenv XRT_WORKERS\n", READ),
    "decided by another": (
        'if [ -n "$XRT_WORKERS" ]; then\n  export XRT_LOCAL_WORKER=1\n  x\nfi\n',
        READ,
        "a test on such a variable decides on it",
    ),
    "decided in a list": (
        '[ "$XRT_WORKERS" ] && export XRT_LOCAL_WORKER=1\n',
        READ,
        "a test on such a variable decides on it",
    ),
    "launcher": (
        "python3 -m torch_xla.distributed.xla_dist --tpu=pod -- python x.py\n",
        "its arguments have to go with it: run the script on every host, or start it with torchrun",
    ),
    "launcher in a variable": ('CMD="python -m torch_xla.distributed.xla_dist"\n', "its arguments have to go with it"),
    "address": ("python x --dist-url=pjrt://\n", "who takes the address is not known"),
    "device: workers alone": ('export XRT_WORKERS="localservice:0"\necho\n', HAND),
    "device: a GPU": ('export XRT_DEVICE_MAP="CPU:0;/x/device:XLA_CPU:0|GPU:0;/x/device:XLA_GPU:0"\necho\n', HAND),
    "device: a CPU beside GPUs": (
        'export GPU_NUM_DEVICES=1\nexport XRT_DEVICE_MAP="CPU:0;/x/device:XLA_CPU:0"\n',
        "GPU_NUM_DEVICES speaks of a GPU",
    ),
    "device: empty": ("export XRT_TPU_CONFIG=\necho\n", HAND),
    "device: taken back": (
        "export XRT_TPU_CONFIG=a\nx\nunset XRT_WORKERS XRT_TPU_CONFIG\n",
        "it is unset in this file, which has to change with it",
    ),
    "device: PJRT's taken back": ("export XRT_TPU_CONFIG=a\nenv -u PJRT_DEVICE x\n", "it is unset in this file"),
    "device: from outside": (
        "docker run -e XRT_TPU_CONFIG=$XRT_TPU_CONFIG img\n",
        "its value comes from elsewhere: hand on PJRT_DEVICE if that is set there",
    ),
    "device: made of the old value": (
        'export XRT_TPU_CONFIG="a;$XRT_TPU_CONFIG"\n',
        "its value is made of its old one",
    ),
    "device: added": ("export XRT_TPU_CONFIG+=a\necho\n", "the value is added to an old one"),
    "device: handed on from elsewhere": ("docker run -e XRT_TPU_CONFIG img\n", "its value comes from elsewhere"),
    "device: another one elsewhere": (
        "f() {\n  export PJRT_DEVICE=CPU\n}\nexport XRT_TPU_CONFIG=a\n",
        "PJRT_DEVICE is set to something else in line 2",
    ),
    "device: set on one side of a test only": (
        "if x; then\n  export PJRT_DEVICE=CPU\nelse\n  export XRT_TPU_CONFIG=a\nfi\n",
        "PJRT_DEVICE is set to something else in line 2",
    ),
    "device: in another process": (
        "PJRT_DEVICE=CPU python a\nXRT_TPU_CONFIG=a python b\n",
        "PJRT_DEVICE is set to something else in line 1",
    ),
}


@pytest.mark.parametrize("name", LEFT)
def test_left_alone(name):
    check_noop("run.sh", *LEFT[name])


def test_a_release_of_the_target_that_reads_it_keeps_it():
    check_noop("run.sh", "export XRT_LOCAL_WORKER=1\necho\n", "torch_xla 2.0, which the target holds", target=">=2.0")


def test_a_suppressed_setting_stays():
    text = "export XRT_TPU_CONFIG=a  # noqa: XRT201\n# noqa\nexport XRT_WORKERS=a\n"
    check_noop("run.sh", text)


DONE = {
    "a line": ("a\nexport XRT_LOCAL_WORKER=1\nb\n", "a\nb\n"),
    "the last line, without an end": ("A=1\nexport XRT_LOCAL_WORKER=1", "A=1\n"),
    "quotes and expansions": ('export XRT_LOCAL_WORKER="$A:${B:-1};x"\na\n', "a\n"),
    "all of a file but its comments": ("#!/bin/sh\nexport XRT_LOCAL_WORKER=1\n# end\n", "#!/bin/sh\n# end\n"),
    "the comment behind it": ("a\n  export XRT_LOCAL_WORKER=1  # why\nb\n", "a\n  # why\nb\n"),
    "the comment behind a semicolon": ("a\nexport XRT_LOCAL_WORKER=1; # why\nb\n", "a\n# why\nb\n"),
    "the first of several": ("export XRT_LOCAL_WORKER=1 A=1 B\n", "export A=1 B\n"),
    "the last of several": ("export A=1 XRT_LOCAL_WORKER=1\n", "export A=1\n"),
    "one of several lines": ("export A=1 \\\n  XRT_LOCAL_WORKER=1 \\\n  B=2\n", "export A=1 \\\n  B=2\n"),
    "a bare name": ("A=1\nexport XRT_LOCAL_WORKER\n", "A=1\n"),
    "one of several names": ("export A XRT_LOCAL_WORKER B\n", "export A B\n"),
    "in quotes": ('export "XRT_LOCAL_WORKER=$x"\na\n', "a\n"),
    "two assignments": ("XRT_LOCAL_WORKER=1 A=1\n", "A=1\n"),
    "the second of two": ("A=1 XRT_LOCAL_WORKER=1\n", "A=1\n"),
    "added to": ("echo\nXRT_LOCAL_WORKER+=1\n", "echo\n"),
    "before a command": ("XRT_LOCAL_WORKER=1 python x # why\n", "python x # why\n"),
    "between two before a command": ("A=1 XRT_LOCAL_WORKER=1 B=1 python x\n", "A=1 B=1 python x\n"),
    "on a line above a command": ("XRT_LOCAL_WORKER=1 \\\n  python x\n", "python x\n"),
    "before a command in a list": ("cd x && XRT_LOCAL_WORKER=1 python x | tee y\n", "cd x && python x | tee y\n"),
    "before a command in a substitution": ("a=$(XRT_LOCAL_WORKER=1 python x)\n", "a=$(python x)\n"),
    "and then": ("export XRT_LOCAL_WORKER=1 && python x\n", "python x\n"),
    "in the middle": ("cd x && export XRT_LOCAL_WORKER=1 && y || z\n", "cd x && y || z\n"),
    "and then, on lines": ("cd x && \\\n  export XRT_LOCAL_WORKER=1 && \\\n  y\n", "cd x && \\\n  y\n"),
    "semicolons": ("a; export XRT_LOCAL_WORKER=1; b\n", "a; b\n"),
    "the last behind a semicolon": ("A=1; export XRT_LOCAL_WORKER=1\n", "A=1\n"),
    "in braces": ("f() { export XRT_LOCAL_WORKER=1; python x; }\n", "f() { python x; }\n"),
    "last in braces": ("f() { echo x; export XRT_LOCAL_WORKER=1; }\n", "f() { echo x; }\n"),
    "last in a subshell": ("(A=1; export XRT_LOCAL_WORKER=1)\n", "(A=1)\n"),
    "in a branch": ("if x; then\n  export XRT_LOCAL_WORKER=1\n  y\nfi\n", "if x; then\n  y\nfi\n"),
    "in a case": ("case x in\n  a) A=1; export XRT_LOCAL_WORKER=1 ;;\nesac\n", "case x in\n  a) A=1 ;;\nesac\n"),
    "env": ("env XRT_LOCAL_WORKER=1 A=1 python x\n", "env A=1 python x\n"),
    "sudo and env": ("sudo env XRT_LOCAL_WORKER=1 python x\n", "sudo env python x\n"),
    "sudo that hands on everything": ("sudo -E XRT_LOCAL_WORKER=1 ./x\n", "sudo -E ./x\n"),
    "env without everything": ("env -i XRT_LOCAL_WORKER=1 ./x\n", "env -i ./x\n"),
    "make": ("make XRT_LOCAL_WORKER=1 test\n", "make test\n"),
    "handed to docker": ("docker run -e XRT_LOCAL_WORKER=1 --rm img\n", "docker run --rm img\n"),
    "handed to docker by name": ("docker run --env XRT_LOCAL_WORKER img\n", "docker run img\n"),
    "handed to docker in one word": ("docker run --env=XRT_LOCAL_WORKER=1 img\n", "docker run img\n"),
    "handed to docker attached": ("docker run -eXRT_LOCAL_WORKER=1 img\n", "docker run img\n"),
    "handed to docker on a line": (
        'docker run \\\n  -e XRT_LOCAL_WORKER="$x" \\\n  img\n',
        "docker run \\\n  img\n",
    ),
    "one of a list": ("sbatch --export=ALL,XRT_LOCAL_WORKER=1,A=1 job\n", "sbatch --export=ALL,A=1 job\n"),
    "options in a variable": ("ARGS=(-it -e XRT_LOCAL_WORKER=1)\n", "ARGS=(-it)\n"),
    "options in a text": ('OPTS="-e XRT_LOCAL_WORKER=1 -it"\n', 'OPTS="-it"\n'),
    "a command in a command": (
        "bash -c 'export XRT_LOCAL_WORKER=1; python x'\n",
        "bash -c 'python x'\n",
    ),
    "a command in a command with escapes": (
        'bash -c "export XRT_LOCAL_WORKER=\\"1\\"; python \\"x\\""\n',
        'bash -c "python \\"x\\""\n',
    ),
    "a command on another machine": ("ssh h 'XRT_LOCAL_WORKER=1 python x'\n", "ssh h 'python x'\n"),
    "written to a file": ("echo 'XRT_LOCAL_WORKER=1' >> ~/.profile\na\n", "a\n"),
    "written to a file by tee": ("echo XRT_LOCAL_WORKER=1 | sudo tee -a /etc/environment\na\n", "a\n"),
    "a here-document": (
        "cat > start.sh <<'EOF'\nexport XRT_LOCAL_WORKER=1\npython x\nEOF\n",
        "cat > start.sh <<'EOF'\npython x\nEOF\n",
    ),
    "an old value": ("export XRT_LOCAL_WORKER=${XRT_LOCAL_WORKER:-1}\na\n", "a\n"),
    "device": ('export XRT_TPU_CONFIG="tpu_worker;0;$IP:8470"\n', "export PJRT_DEVICE=TPU\n"),
    "device, before a command": ("XRT_TPU_CONFIG='a;0;b' python x\n", "PJRT_DEVICE=TPU python x\n"),
    "device, workers go": (
        'export XRT_DEVICE_MAP="CPU:0;/job:x/device:XLA_CPU:0"\nexport XRT_WORKERS="x:0"\n',
        "export PJRT_DEVICE=CPU\n",
    ),
    "device, workers first": ("export XRT_WORKERS=a\nexport XRT_TPU_CONFIG=a\n", "export PJRT_DEVICE=TPU\n"),
    "device, the TPU counts more": (
        'export XRT_DEVICE_MAP="CPU:0;/job:x/device:XLA_CPU:0"\nexport XRT_TPU_CONFIG=a\n',
        "export PJRT_DEVICE=TPU\n",
    ),
    "device, unless it is set": (
        'export XRT_TPU_CONFIG="${XRT_TPU_CONFIG:-a}"\n',
        'export PJRT_DEVICE="${PJRT_DEVICE:-TPU}"\n',
    ),
    "device, unless it is set, with the operators of a shell": (
        'export XRT_TPU_CONFIG="${XRT_TPU_CONFIG:-a;0;b}"\nexport XRT_WORKERS="${XRT_WORKERS:-l:0;grpc://x:1}"\n',
        'export PJRT_DEVICE="${PJRT_DEVICE:-TPU}"\n',
    ),
    "device, handed on by its value": (
        "export XRT_TPU_CONFIG=a\ndocker run -e XRT_TPU_CONFIG=$XRT_TPU_CONFIG img\n",
        "export PJRT_DEVICE=TPU\ndocker run -e PJRT_DEVICE=$PJRT_DEVICE img\n",
    ),
    "device, twice": ("export XRT_TPU_CONFIG=a\nexport XRT_TPU_CONFIG=b\n", "export PJRT_DEVICE=TPU\n"),
    "device, set already": ("export PJRT_DEVICE=CPU\nexport XRT_TPU_CONFIG=b\n", "export PJRT_DEVICE=CPU\n"),
    "device, set already around": (
        "export PJRT_DEVICE=CPU\nif x; then\n  export XRT_TPU_CONFIG=b\n  y\nfi\n",
        "export PJRT_DEVICE=CPU\nif x; then\n  y\nfi\n",
    ),
    "device, exported by name": (
        "XRT_TPU_CONFIG=a\nexport XRT_TPU_CONFIG\n",
        "PJRT_DEVICE=TPU\nexport PJRT_DEVICE\n",
    ),
    "device, handed on by name": (
        "export XRT_TPU_CONFIG=a\ndocker run -e XRT_TPU_CONFIG img\n",
        "export PJRT_DEVICE=TPU\ndocker run -e PJRT_DEVICE img\n",
    ),
    "device, for a container": (
        'export PJRT_DEVICE=TPU\ndocker run -e XRT_TPU_CONFIG="a;b" img\n',
        "export PJRT_DEVICE=TPU\ndocker run -e PJRT_DEVICE=TPU img\n",
    ),
    "device, in quotes": ('docker run -e "XRT_TPU_CONFIG=$x" img\n', 'docker run -e "PJRT_DEVICE=TPU" img\n'),
    "device, in an option": (
        'docker run --env="XRT_TPU_CONFIG=$x" img\n',
        'docker run --env="PJRT_DEVICE=TPU" img\n',
    ),
    "device, on both sides": (
        "if x; then\n  export XRT_TPU_CONFIG=a\nelse\n  export XRT_TPU_CONFIG=b\nfi\n",
        "if x; then\n  export PJRT_DEVICE=TPU\nelse\n  export PJRT_DEVICE=TPU\nfi\n",
    ),
    "beyond ASCII": ("echo 'größe 🎉' && XRT_LOCAL_WORKER=1 python 'é'\n", "echo 'größe 🎉' && python 'é'\n"),
}


@pytest.mark.parametrize("name", DONE)
def test_fixed(name):
    check_fixed("run.sh", *DONE[name])
