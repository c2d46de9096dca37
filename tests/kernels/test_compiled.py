"""Triton and NVIDIA's assembler accept the kernels for GPUs that are not here."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("torch", reason="needs torch, which is not installed")
pytest.importorskip("triton", reason="needs triton, which is not installed: run `make test-triton`")

# In a process of its own: TRITON_INTERPRET must not be set when Triton is loaded.
COMPILE = """
import sys
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from snippets import flash_attention as card

name, arch, number, D, causal, m, n, warps, stages, *ones = sys.argv[1:]
kernel = triton.jit(getattr(card, name))
floats, integers = ("lse", "delta"), ("H", "G", "T", "S", "size")
options = {"D": int(D), "BLOCK_D": triton.next_power_of_2(int(D)), "CAUSAL": causal == "causal"}
options |= {"BLOCK_M": int(m), "BLOCK_N": int(n)}
options |= dict.fromkeys(ones, 1)  # at launch, Triton makes a constant of every integer that is 1
signature = {
    argument: "constexpr" if argument in options
    else "i32" if argument in integers
    else "fp32" if argument == "scale"
    else "*fp32" if argument in floats
    else f"*{number}"
    for argument in kernel.arg_names
}
target = GPUTarget("cuda", int(arch), 32)
done = triton.compile(
    ASTSource(kernel, signature, options), target, {"num_warps": int(warps), "num_stages": int(stages)}
)
assert done.asm["cubin"]
print("mma" in done.asm["ptx"], done.metadata.shared)
"""
KERNELS = ["flash_forward_kernel", "flash_dq_kernel", "flash_dkdv_kernel"]
CASES = [
    # architecture, numbers, D, mask, blocks, warps, stages, arguments that are 1
    ("80", "bf16", "64", "causal", "64", "64", "4", "3"),
    ("90", "fp16", "80", "full", "64", "64", "4", "3"),
    ("80", "fp32", "32", "causal", "32", "32", "4", "2"),
    ("80", "fp16", "32", "causal", "32", "32", "4", "2", "H", "G", "T"),
    ("80", "fp16", "32", "full", "32", "32", "4", "2", "G", "S"),
]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case[:4] + case[8:]))
@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_compiles_for_a_gpu(kernel, case, tmp_path, pytestconfig):
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    environment |= {"TRITON_CACHE_DIR": str(tmp_path), "TRITON_DEFAULT_FP_FUSION": "1"}
    command = [sys.executable, "-c", COMPILE, kernel, *case]
    done = subprocess.run(
        command, env=environment, cwd=pytestconfig.rootpath, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    tensor_cores, shared = done.stdout.split()
    assert tensor_cores == str(case[1] != "fp32")  # float32 stays float32: no TF32
    assert int(shared) <= 163 * 1024  # what a program may use on an A100
