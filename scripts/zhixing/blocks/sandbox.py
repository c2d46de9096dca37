"""Walls around a process that runs code of a stranger's vault: no network, no file outside its folder, a share of memory.

They are the kernel's own, so that no trick of Python's undoes them, and what the process starts stands inside as well:
namespaces (no network, and all its processes end with the first), a filter of system calls (no sockets) and Landlock (no
writing elsewhere). A wall that this system does not have is not built, and that is said; without a wall against the
network nothing is run.
"""

from __future__ import annotations

import ctypes
import faulthandler
import os
import platform
import re
import signal
import struct
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from zhixing.blocks.limits import SPENT, limit
from zhixing.vault.fork import fork

_USER, _PROCESSES, _NETWORK = 0x10000000, 0x20000000, 0x40000000  # CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET
_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF, _IO_URING_SETUP = 444, 445, 446, 425  # the same on every processor
_SOCKET = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}  # AUDIT_ARCH, the number of socket(2)
_WRITE_FILE, _TRUNCATE, _IOCTL = 1 << 1, 1 << 14, 1 << 15
_CHANGES = sum(1 << bit for bit in (1, *range(4, 13)))  # write, remove and make files of every kind
_SINCE = {2: 1 << 13, 3: _TRUNCATE, 5: _IOCTL}  # what later versions of Landlock watch besides
_KEPT = re.compile(r"PATH|LANG|LC_\w+|TZ|TERM|(?:PYTHON|NPY|OPENBLAS|ATEN|ONEDNN|MKL|OMP|TORCH|TRITON|MPLBACKEND)\w*")


class SandboxError(Exception):
    """A wall could not be built."""


@dataclass(frozen=True)
class Sandbox:
    """Which walls this system has, and how much memory (bytes) a block may take for itself."""

    namespaces: bool
    filter: bool
    landlock: int  # its version; 0: none
    memory: int = 2 << 30

    @property
    def is_closed(self) -> bool:
        """Whether nothing inside can reach the network."""
        return self.namespaces or self.filter

    def words(self) -> str:
        """What a block may do here, in one line."""
        network = "no network" if self.namespaces else "no sockets (this system gives no namespace of its own)"
        files = "writes only in a scratch folder" if self.landlock else "WRITES ANYWHERE (this kernel has no Landlock)"
        return f"{network}, {files}, {self.memory >> 20} MB, its time limit"

    def enter(self, folder: Path, seconds: float) -> None:
        """From here on this process and all that it starts are inside; `folder` is theirs. There is no way back."""
        _own_environment(folder)
        if self.namespaces:
            _leave_network()
            if child := fork():  # the first process of the new namespace: with it everything in there ends
                _mirror(child, seconds)
            _call("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        limit(self.memory, seconds)
        _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if self.landlock:
            _write_only_in(folder, self.landlock)
        if self.filter:
            _refuse_sockets()


@cache
def sandbox() -> Sandbox:
    """The walls that can be built here, each tried once in a process of its own."""
    version = (
        max(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1), 0) if platform.system() == "Linux" else 0
    )
    return Sandbox(_works(_leave_network), _works(_try_filter), version)


def _works(attempt: Callable[[], None]) -> bool:
    if platform.system() != "Linux":
        return False
    if not (child := fork()):
        code = 1
        try:
            attempt()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] == 0


def _try_filter() -> None:
    _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _refuse_sockets()


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: object) -> int:
    done: int = getattr(_libc(), name)(*arguments)
    if done < 0:
        raise SandboxError(f"{name}: {os.strerror(ctypes.get_errno())}")
    return done


def _own_environment(folder: Path) -> None:
    """What the shell of the user holds (keys, tokens, addresses) is not the block's business."""
    kept = {name: value for name, value in os.environ.items() if _KEPT.fullmatch(name)}
    os.environ.clear()
    os.environ.update(kept, HOME=str(folder), TMPDIR=str(folder), XDG_CACHE_HOME=str(folder))
    tempfile.tempdir = None


def _leave_network() -> None:
    user, group = os.getuid(), os.getgid()
    _call("unshare", _USER | _NETWORK | _PROCESSES)
    for name, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", name).write_text(line, encoding="ascii")


def _mirror(child: int, seconds: float) -> None:
    """Wait for the process inside and end as it did; who asked for the work sees only this one."""
    faulthandler.disable()
    faulthandler.unregister(signal.SIGUSR1)
    signal.signal(signal.SIGUSR1, lambda *_: os.kill(child, signal.SIGUSR1))  # where it stands, is asked of the child
    _, status, used = os.wait4(child, 0)
    how = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if how in (signal.SIGKILL, signal.SIGXCPU) and used.ru_utime + used.ru_stime >= seconds:
        os._exit(SPENT)
    if how:
        if how != signal.SIGKILL:
            signal.signal(how, signal.SIG_DFL)
        os.kill(os.getpid(), how)
    os._exit(os.WEXITSTATUS(status))


def _write_only_in(folder: Path, version: int) -> None:
    """Landlock: reading stays as it is; files are changed and made below the folder alone."""
    watched = _CHANGES | sum(bit for since, bit in _SINCE.items() if version >= since)
    scoped = 0b11 if version >= 6 else 0  # no signal to, no abstract socket of, a process outside
    rules = struct.pack("QQQ", watched, 0, scoped)[: 24 if version >= 6 else 16 if version >= 4 else 8]
    ruleset = _call("syscall", _CREATE_RULESET, rules, ctypes.c_size_t(len(rules)), 0)
    for place, allowed in ((folder, watched), (Path(os.devnull), _WRITE_FILE | _TRUNCATE | _IOCTL)):
        handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", allowed & watched, handle)
        _call("syscall", _ADD_RULE, ruleset, 1, rule, 0)
        os.close(handle)
    _call("syscall", _RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _refuse_sockets() -> None:
    """A filter of system calls: socket(2) and io_uring are refused, so are calls in another processor's manner."""
    if platform.machine() not in _SOCKET:
        raise SandboxError(f"no filter for {platform.machine()}")
    here, number = _SOCKET[platform.machine()]
    load, equal, above, give = 0x20, 0x15, 0x35, 0x06  # BPF: load a word, jump if equal, jump if not below, return
    refuse, allow = 0x00050000 | 13, 0x7FFF0000  # EACCES
    program = (
        (load, 0, 0, 4),  # the processor's manner
        (equal, 0, 5, here),
        (load, 0, 0, 0),  # the number of the call
        (above, 3, 0, 0x40000000),  # x32
        (equal, 2, 0, number),
        (equal, 1, 0, _IO_URING_SETUP),
        (give, 0, 0, allow),
        (give, 0, 0, refuse),
    )
    lines = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    filter_ = struct.pack("HxxxxxxP", len(program), ctypes.addressof(lines))
    _call("prctl", _PR_SET_SECCOMP, 2, filter_, 0, 0)
