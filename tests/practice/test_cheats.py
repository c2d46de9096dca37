"""Ways to be accepted without solving the task: each is rejected and told by its name."""

from __future__ import annotations

import pytest
from practice_shelf import SHELF, TASKS, judge_of
from zhixing.practice.core import guard
from zhixing.practice.core.verdict import render
from zhixing.practice.run import judged

GOOD = """
import numpy as np

def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""
HEAD = "import numpy as np\ndef softmax(x, axis=-1):\n"
CHEATS = {
    "scipy": ("import", "from scipy.special import softmax"),
    "torch": (
        "import",
        "import torch\ndef softmax(x, axis=-1):\n    return torch.softmax(torch.tensor(x), axis).numpy()",
    ),
    "the judge": ("import", "from zhixing.practice.core import judge"),
    "sys": ("import", "import sys\ndef softmax(x, axis=-1): return sys.modules"),
    "inspect": ("import", "import inspect"),
    "relative": ("import", "from . import softmax"),
    "reference": ("snippets", "from snippets.softmax import softmax"),
    "module": (
        "snippets",
        "import snippets.softmax\ndef softmax(x, axis=-1): return snippets.softmax.softmax(x, axis)",
    ),
    "another card": ("snippets", "from snippets.attention_mechanism import scaled_dot_product_attention"),
    "inside a function": ("snippets", HEAD + "    from snippets.softmax import softmax as s\n    return s(x, axis)"),
    "import by name": ("exec", HEAD + "    return __import__('snip' + 'pets.softmax').softmax.softmax(x, axis)"),
    "importlib": (
        "import",
        "import importlib\ndef softmax(x, axis=-1): return importlib.import_module('snippets.softmax')",
    ),
    "open": ("files", HEAD + "    open('snippets/softmax.py').read()\n    return x"),
    "np.load": ("files", HEAD + "    return np.load('answers.npy')"),
    "np.fromfile": ("files", "from numpy import fromfile\ndef softmax(x, axis=-1): return fromfile('x')"),
    "exec": ("exec", HEAD + "    exec('y = x')\n    return x"),
    "eval": ("exec", HEAD + "    return eval('x')"),
    "globals of a function": ("inside", HEAD + "    return np.exp.__globals__"),
    "getattr": ("inside", HEAD + "    return getattr(softmax, '__glo' + 'bals__')"),
    "subclasses": ("inside", HEAD + "    return ().__class__.__base__.__subclasses__()"),
    "frames": ("inside", HEAD + "    g = (y for y in [1])\n    return g.gi_frame.f_back"),
    "traceback": (
        "inside",
        HEAD + "    try:\n        1 / 0\n    except Exception as e:\n        return e.__traceback__",
    ),
    "caught by the solution": (
        "inside",
        HEAD + "    try:\n        getattr(x, '__cla' + 'ss__')\n    except Exception:\n        pass\n    return x",
    ),
    "numpy's own sys": ("inside", HEAD + "    return np.sys"),
    "patched comparison": ("patch", "import numpy as np\nnp.allclose = lambda *a, **k: True" + GOOD),
    "patched by setattr": ("patch", "import numpy as np\nsetattr(np, 'abs', lambda v: 0 * v)" + GOOD),
    "patched in a call": ("patch", HEAD + "    m = [np]\n    m[0].isfinite = lambda v: v == v\n    return x"),
    "patched through a list": ("patch", HEAD + "    for m in [np]:\n        m.argwhere = lambda v: []\n    return x"),
    "getattr of a builtin": ("files", HEAD + "    return getattr(np, 'lo' + 'ad')('answers.npy')"),
    "private part of numpy": ("inside", HEAD + "    return np.lib._npyio_impl"),
    "private part by getattr": ("inside", HEAD + "    return getattr(np, '_c' + 'ore')"),
    "open of another module": ("files", HEAD + "    return np.lib.format.open('x')"),
    "builtins by another name": ("inside", "import enum\ndef softmax(x, axis=-1): return enum.bltns.eval('x')"),
    "format string": ("inside", HEAD + "    return '{0.__class__}'.format(x)"),
    "print's owner": ("inside", HEAD + "    return print.__self__"),
    "code of a function": ("inside", HEAD + "    softmax.__code__ = (lambda x: x).__code__\n    return x"),
    "closure": ("inside", HEAD + "    return (lambda: x).__closure__[0].cell_contents"),
    "locals": ("inside", HEAD + "    return locals()['x']"),
    "compiled": ("exec", HEAD + "    return compile('1', '', 'eval')"),
    "star import": ("inside", "from numpy import *\ndef softmax(x, axis=-1): return exp(x)"),
    "ctypes": ("import", "import ctypes"),
    "a patched generator": ("patch", HEAD + "    np.random.default_rng = lambda *a: None\n    return x"),
    "a library under another name": ("patch", "import math as m\nm.exp = lambda v: 1" + GOOD),
    "constant": ("constant", HEAD + "    return np.array([[0.5, 0.5]])"),
    "always equal": (
        "subclass",
        "import numpy as np\nclass Equal(np.ndarray):\n    def __eq__(self, other): return True\n"
        "def softmax(x, axis=-1): return np.asarray(x, dtype=float).view(Equal)",
    ),
    "an object that becomes an array": (
        "subclass",
        "class Box:\n    def __init__(self, x): self.x = x\n    def __array__(self, *a, **k): return self.x\n"
        "def softmax(x, axis=-1): return Box(x)",
    ),
}


@pytest.mark.parametrize("name", CHEATS)
def test_cheat_is_rejected_and_named(name: str) -> None:
    kind, text = CHEATS[name]
    verdict = judge_of("softmax").judge(text)
    assert (verdict.accepted, verdict.reason, verdict.values.get("name")) == (False, "cheat", kind), verdict
    for language in ("en", "zh"):
        assert "{" not in render(verdict, language, ("en", "zh"))


@pytest.mark.parametrize(
    "text",
    [
        "import torch\ndef softmax_torch(x, dim=-1):\n    return torch.softmax(x, dim)",
        "def softmax_torch(x, dim=-1):\n    return x.softmax(dim)",
        "import torch.nn.functional as F\ndef softmax_torch(x, dim=-1):\n    return F.softmax(x, dim)",
        "from torch.nn.functional import softmax as s\ndef softmax_torch(x, dim=-1):\n    return s(x, dim)",
        "from torch import nn\ndef softmax_torch(x, dim=-1):\n    return nn.Softmax(dim)(x)",
        "import torch\ndef softmax_torch(x, dim=-1):\n    return getattr(torch, 'soft' + 'max')(x, dim)",
        "import torch\ndef softmax_torch(x, dim=-1):\n    return torch.log_softmax(x, dim).exp()",
    ],
)
def test_builtin_of_torch_is_named(text: str) -> None:
    verdict = judge_of("softmax-torch").judge(text)
    assert (verdict.accepted, verdict.reason, verdict.values.get("name")) == (False, "cheat", "builtin"), verdict


def test_builtin_of_torch_is_caught_while_it_runs() -> None:
    """A name that the text never spells, reached through a table."""
    text = (
        "import torch\nfrom itertools import chain\n"
        "def softmax_torch(x, dim=-1):\n"
        "    names = [n for n in dir(x) if n.startswith('softm') and n.endswith('x')]\n"
        "    for n in names:\n"
        "        return type(x).__getattribute__(x, n)(dim)\n"
    )
    verdict = judge_of("softmax-torch").judge(text)
    assert (verdict.accepted, verdict.reason) == (False, "cheat"), verdict
    judge = judge_of("softmax-torch")
    watch = guard.Guard(judge.rules, judge.library.module)
    torch = pytest.importorskip("torch")
    with pytest.raises(guard.CheatError), watch.watching():
        torch.ones(2).softmax(0)
    assert [cheat.what for cheat in watch.caught] == ["softmax"]


def test_libraries_are_as_before_after_a_patch() -> None:
    for name in ("patched comparison", "patched by setattr", "patched through a list"):
        judge_of("softmax").judge(CHEATS[name][1])
        assert judge_of("softmax").judge(GOOD).accepted


def test_how_numpy_reports_errors_is_not_the_solutions_to_set() -> None:
    """With every error raised, the reference would fail on the inputs on which a naive solution overflows."""
    naive = "    e = np.exp(x)\n    return e / e.sum(axis=axis, keepdims=True)\n"
    for text in (
        f"import numpy as np\nnp.seterr(all='raise')\n{HEAD}{naive}",
        f"{HEAD}    np.seterr(all='raise')\n{naive}",
    ):
        verdict = judge_of("softmax").judge(text)
        assert not verdict.accepted and verdict.number


@pytest.mark.parametrize("where", ["module", "call"])
def test_gradients_cannot_be_switched_off_for_the_reference(where: str) -> None:
    off = "torch.set_grad_enabled(False)\n"
    head = f"import torch\n{off if where == 'module' else ''}def softmax_torch(x, dim=-1):\n"
    body = "    e = torch.exp(x - x.amax(dim, keepdim=True)).detach()\n    return e / e.sum(dim, keepdim=True)\n"
    verdict = judge_of("softmax-torch").judge(head + (f"    {off}" if where == "call" else "") + body)
    assert not verdict.accepted and verdict.number
    import torch

    assert torch.is_grad_enabled()


def test_what_the_standard_library_offers_works() -> None:
    text = (
        "from __future__ import annotations\nimport collections.abc\nimport functools, itertools, math\nimport numpy as np\n"
        "from dataclasses import dataclass, field\nfrom typing import NamedTuple\nfrom enum import Enum\n"
        "class Way(Enum):\n    LAST = -1\n"
        "class Pair(NamedTuple):\n    a: int\n    b: int = 2\n"
        "@dataclass\nclass Box:\n    x: int = 1\n    ys: list = field(default_factory=list)\n"
        "@functools.lru_cache\ndef one(): return Box(1, [Pair(1).b]).x\n"
        "def softmax(x, axis=-1):\n    assert isinstance([], collections.abc.Sequence) and math.tau > 6\n"
        "    e = np.exp(x - np.max(x, axis=axis, keepdims=True)) * one() * next(itertools.count(1))\n"
        "    return e / e.sum(axis=axis, keepdims=True)\n"
    )
    verdict = judge_of("softmax").judge(text)
    assert verdict.accepted, verdict


def test_inputs_cannot_be_known_beforehand() -> None:
    """A table of the fixed inputs fails on those that follow from the text; the same text has the same verdict."""
    table = "TABLE = {0: 1}\n" + GOOD.replace(
        "    e = ", "    if x.size > 4 and x.flat[0] in TABLE:\n        return x\n    e = "
    )
    assert judge_of("softmax").judge(table).accepted
    verdicts = [judge_of("softmax").judge(GOOD + f"# {number}\n") for number in range(3)]
    assert len({verdict.seed for verdict in verdicts}) == 3
    assert judge_of("softmax").judge(GOOD) == judge_of("softmax").judge(GOOD)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("    while True: pass", "time"),
        ("    raise SystemExit(0)", "error"),
        ("    return np.ones((1 << 34,))", "memory"),
        ("    x -= x.max()\n    e = np.exp(x)\n    return e / e.sum(axis=axis, keepdims=True)", "mutated"),
        ("    return [1.0]", "type"),
        ("    return x[..., None]", "shape"),
        ("    return (x * 0).astype(int)", "dtype"),
        ("    return x, x", "type"),
    ],
)
def test_what_goes_wrong_is_told(body: str, reason: str) -> None:
    seconds = 1.0 if reason == "time" else 5.0  # of processor time, all of which an endless loop takes
    verdict = judged(SHELF, TASKS["softmax"], f"{HEAD}{body}\n", seconds=seconds)
    assert (verdict.accepted, verdict.reason) == (False, reason), verdict


def test_state_between_calls_is_noticed() -> None:
    text = GOOD.replace("def softmax", "CALLS = []\ndef softmax").replace(
        "    e = ", "    CALLS.append(1)\n    if len(CALLS) == 2:\n        return x * 0\n    e = "
    )
    assert judge_of("softmax").judge(text).reason == "unstable"


def test_syntax_missing_and_signature() -> None:
    judge = judge_of("softmax")
    assert judge.judge("def softmax(x, axis=-1:\n").reason == "syntax"
    assert judge.judge("def sofmax(x, axis=-1): return x\n").reason == "missing"
    assert judge.judge(GOOD.replace("axis=-1", "axis=0")).reason == "signature"
    assert judge.judge("x = 1 / 0\n").line == 1


def test_line_of_the_solution_is_told() -> None:
    verdict = judge_of("softmax").judge("import numpy as np\n\ndef softmax(x, axis=-1):\n    y = x\n    return y + z\n")
    assert (verdict.reason, verdict.line) == ("error", 5)


def test_known_mistake_with_another_beside_it_is_what_it_looks_like() -> None:
    """One sum for the whole array, and large scores cut off: no piece does exactly that."""
    text = (
        "import numpy as np\ndef softmax(x, axis=-1):\n"
        "    e = np.exp(np.minimum(x, 500) - x.max(axis, keepdims=True))\n    return e / e.sum()\n"
    )
    verdict = judge_of("softmax").judge(text)
    assert (verdict.mistake, verdict.sure) == (("one sum for the whole array", "整个数组只用了一个总和"), False)
    assert "This looks like: one sum" in render(verdict, "en", ("en", "zh"))


def test_unknown_mistake_is_not_named() -> None:
    verdict = judge_of("softmax").judge("import numpy as np\ndef softmax(x, axis=-1):\n    return np.tanh(x)\n")
    assert (verdict.accepted, verdict.mistake) == (False, "")


def test_printouts_are_shown_once() -> None:
    text = 'print("loaded")\n' + GOOD.replace("    e = ", '    print("called", x.shape)\n    e = ')
    assert judge_of("softmax").judge(text).printed.splitlines()[0] == "loaded"
    assert judge_of("softmax").judge(text).printed.count("called") == 1
