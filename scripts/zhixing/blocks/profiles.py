"""Other processors, simulated on this one by environment: what NumPy, OpenBLAS, PyTorch, oneDNN and MKL may use.

The variables are read when the libraries load, so what runs under a profile runs in a fresh process.
"""

from __future__ import annotations

import importlib
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

_V2 = frozenset(["SSE", "SSE2", "SSE3", "SSSE3", "SSE41", "POPCNT", "SSE42", "X86_V2"])
_V3 = _V2 | frozenset(["AVX", "F16C", "FMA3", "AVX2", "X86_V3"])
_V4 = _V3 | frozenset(["AVX512F", "AVX512CD", "AVX512_SKX", "X86_V4"])
_X86, _ARM = ("x86_64", "amd64"), ("aarch64", "arm64")


@dataclass(frozen=True)
class Profile:
    """A processor by name: what it needs of this one, and how to make this one look like it.

    `keeps` are the features that NumPy may still use, None if all of them; its own names for them differ by version.
    """

    name: str
    about: str
    environment: Mapping[str, str]
    needs: str = ""
    keeps: frozenset[str] | None = None
    machines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Host:
    """This processor, as NumPy sees it: features that it has, and those that NumPy can be told not to use."""

    machine: str
    features: frozenset[str] = frozenset()
    dispatched: tuple[str, ...] = field(default=())


def _threads(number: int) -> dict[str, str]:
    return {name: str(number) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def _x86(blas: str, aten: str, onednn: str, mkl: str, threads: int) -> dict[str, str]:
    libraries = {"OPENBLAS_CORETYPE": blas, "ATEN_CPU_CAPABILITY": aten}
    return {**libraries, "ONEDNN_MAX_CPU_ISA": onednn, "MKL_ENABLE_INSTRUCTIONS": mkl, **_threads(threads)}


_NEHALEM = _x86("Nehalem", "default", "SSE41", "SSE4_2", 1)
_HASWELL = _x86("Haswell", "avx2", "AVX2", "AVX2", 1)
_ZEN = _x86("Zen", "avx2", "AVX2", "AVX2", 2)
_SKYLAKE = _x86("SkylakeX", "avx512", "AVX512_CORE", "AVX512", 1)
_MIXED = _x86("Haswell", "default", "AVX2", "SSE4_2", 4)
_PLAIN_ARM = {"OPENBLAS_CORETYPE": "ARMV8", "ATEN_CPU_CAPABILITY": "default", **_threads(1)}

PROFILES = (
    Profile("nehalem", "no AVX, no fused multiply-add", _NEHALEM, "SSE42", _V2, _X86),
    Profile("haswell", "AVX2, no AVX-512", _HASWELL, "AVX2", _V3, _X86),
    Profile("zen", "AVX2, no AVX-512, two threads", _ZEN, "AVX2", _V3, _X86),
    Profile("skylake", "AVX-512 of the first generation", _SKYLAKE, "AVX512_SKX", _V4, _X86),
    Profile("mixed", "AVX2 for NumPy's products, no AVX elsewhere, four threads", _MIXED, "AVX2", _V2, _X86),
    Profile("armv8", "ARM without extensions", _PLAIN_ARM, "ASIMD", frozenset({"NEON", "ASIMD"}), _ARM),
    Profile("one-thread", "this processor, one thread", _threads(1)),
    Profile("two-threads", "this processor, two threads", _threads(2)),
    Profile("four-threads", "this processor, four threads", _threads(4)),
)
_WORDS = {"SSE42": "SSE4.2", "AVX512_SKX": "AVX-512"}


def host() -> Host:
    """The processor at hand; without NumPy nothing is known of it but its family."""
    machine = platform.machine().lower()
    try:
        numpy: Any = importlib.import_module("numpy._core._multiarray_umath")
        known, dispatched = numpy.__cpu_features__, tuple(numpy.__cpu_dispatch__)
    except (ImportError, AttributeError):
        return Host(machine)
    return Host(machine, frozenset(name for name, there in known.items() if there), dispatched)


def obstacle(profile: Profile, here: Host) -> str:
    """Why this host cannot simulate the profile; empty if it can."""
    if profile.machines and here.machine not in profile.machines:
        return f"{here.machine} is no {profile.machines[0]}"
    if profile.needs and profile.needs not in here.features:
        return f"this processor has no {_WORDS.get(profile.needs, profile.needs)}"
    return ""


def environment(profile: Profile, here: Host) -> dict[str, str]:
    """The variables; NumPy is only told of features that it could use here, because it complains of any other."""
    if profile.keeps is None:
        return dict(profile.environment)
    dropped = [name for name in here.dispatched if name in here.features and name not in profile.keeps]
    return {**profile.environment, "NPY_DISABLE_CPU_FEATURES": " ".join(dropped)}


def simulated(here: Host, chosen: Iterable[Profile] = PROFILES) -> list[Profile]:
    """Those that can be had here."""
    return [profile for profile in chosen if not obstacle(profile, here)]


def most_different(here: Host, count: int) -> list[Profile]:
    """The profiles that take most from this host; of those that take the same, one with another number of threads."""
    ranked = sorted(simulated(here), key=lambda profile: -len(_dropped(profile, here)))
    distinct = {_dropped(profile, here): profile for profile in reversed(ranked)}
    first = [profile for profile in ranked if profile in distinct.values()]
    return [*first, *(profile for profile in ranked if profile not in first)][:count]


def _dropped(profile: Profile, here: Host) -> str:
    return environment(profile, here).get("NPY_DISABLE_CPU_FEATURES", "")
