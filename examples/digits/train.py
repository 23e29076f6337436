"""Train a small classifier on the eight cores of a TPU, as one wrote it before PJRT."""

import argparse
import os

import torch
import torch_xla.core.xla_env_vars as xenv
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp

from data import loader
from hosts import ranks_of_this_host

os.environ.setdefault("XRT_TPU_CONFIG", "localservice;0;localhost:51011")


def train(index, flags):
    device = xm.xla_device()
    model = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(784, 10)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=flags.lr * xm.xrt_world_size())
    for images, labels in loader(flags.batch_size):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(images.to(device)), labels.to(device))
        loss.backward()
        xm.optimizer_step(optimizer)
    if xm.is_master_ordinal():
        host = int(os.environ.get(xenv.HOST_ORDINAL, 0))
        xm.save(model.state_dict(), f"digits-{host}-{min(ranks_of_this_host())}.pt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--batch-size", type=int, default=128)
    xmp.spawn(train, args=(parser.parse_args(),), nprocs=8)
