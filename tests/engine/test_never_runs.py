"""check, extract and build never run code of a vault: a trap in every place where an engine might fall into it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MKDOCS = """
site_name: Test
theme: {name: material, font: false}
plugins:
  - zhixing: {languages: [en, zh], snippets: snippets}
markdown_extensions: [attr_list, footnotes, md_in_html, tables, pymdownx.superfences]
extra: {a: !!python/object/apply:os.mkdir [TRAPyaml-in-settings]}
"""
PYTHON = "import os\nos.makedirs(r'TRAP{0}', exist_ok=True)\n"
NOTE = """---
title: !!python/object/apply:os.mkdir [TRAPfront]
topic: Card
tags: !!python/object/new:os.system [mkdir TRAPtag]
aliases: "{{{{ ''.__class__.__mro__[1].__subclasses__() }}}}"
template: TRAPtemplate.html
hooks: [evil.py]
---
# Card

```python
import os
os.mkdir(r"TRAP{0}-block")
```

```python
from evil.inner import x
from snippets.card import y
import evil


def f(x: evil.T = evil.call()) -> None:
    assert x
```

<!--pytest-codeblocks:importorskip(evil.inner)-->
<!--pytest.mark.skipif(__import__("os").mkdir(r"TRAP{0}-mark"))-->
```python
assert __import__("os").mkdir(r"TRAP{0}-assert")
```

```bash
mkdir TRAP{0}-shell
```

> [!CLAIM] It holds.

^it-holds

```python
import os
assert not os.mkdir(r"TRAP{0}-claim")
```

```python exec="on" session="a"
__import__("os").mkdir(r"TRAP{0}-exec")
```

```dataviewjs
require("fs").mkdirSync("TRAP{0}-js")
```

```mermaid
graph LR; a["<img src=x onerror=require('fs').mkdirSync('TRAP{0}-mermaid')>"]-->b
```

$\\\\href{{javascript:require('fs').mkdirSync('TRAP{0}-math')}}{{x}}$ $\\\\input{{|mkdir TRAP{0}-tex}}$

{{{{ config.__class__.__init__.__globals__["os"].mkdir("TRAP{0}-jinja") }}}}
{{% set x = cycler.__init__.__globals__.os.mkdir("TRAP{0}-jinja2") %}}
<% tp.system.exec("mkdir TRAP{0}-templater") %> `$= require("fs").mkdirSync("x")` --8<-- "evil.py"

![[evil.py]] ![[Notebook]] [[evil.py]] ![[drawing.svg]]
"""
NOTEBOOK = "# ---\n# title: N\n# ---\n\n# %% [markdown]\n# # N\n\n# %%\nimport os\nos.mkdir(r'TRAP{0}-cell')\n"
IPYNB = (
    '{{"cells": [{{"cell_type": "code", "execution_count": null, "id": "a", "metadata": {{}}, "outputs": [], '
    '"source": ["!mkdir TRAP{0}-ipynb"]}}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}'
)
GIT = """[core]
	repositoryformatversion = 1
	fsmonitor = mkdir TRAPfsmonitor
	pager = mkdir TRAPpager
	sshCommand = mkdir TRAPssh
	hooksPath = hooks
[log]
	showSignature = true
[gpg]
	program = TRAPgpg-program
[extensions]
	partialClone = origin
[remote "origin"]
	url = ssh://evil.example/x
	promisor = true
	uploadpack = mkdir TRAPuploadpack
[diff]
	external = mkdir TRAPdiff
[protocol]
	allow = always
"""


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    traps = f"{tmp_path}/traps/"
    (tmp_path / "traps").mkdir()
    files = {"mkdocs.yml": MKDOCS}
    for lang in ("en", "zh"):
        files[f"docs/{lang}/Card.md"] = NOTE.format(lang)
        files[f"docs/{lang}/Notebook.py"] = NOTEBOOK.format(lang)
        files[f"docs/{lang}/Notebook.ipynb"] = IPYNB.format(lang)
        files[f"docs/{lang}/drawing.svg"] = "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"
        files[f"docs/{lang}/main.html"] = '{{ config.__class__.__init__.__globals__["os"].mkdir("TRAPpage") }}'
    for folder in ("", "docs/", "docs/en/", "overrides/"):
        for name in (
            "conftest",
            "sitecustomize",
            "usercustomize",
            "hooks",
            "yaml",
            "markdown",
            "setup",
            "numpy",
            "torch",
        ):
            if name not in ("yaml", "markdown") or folder:
                files[f"{folder}{name}.py"] = PYTHON.format(f"{folder.replace('/', '-')}{name}")
    for package in ("evil", "snippets", "docs/evil", "docs/en/evil"):
        files[f"{package}/__init__.py"] = PYTHON.format(package.replace("/", "-"))
        files[f"{package}/inner.py"] = PYTHON.format(f"{package.replace('/', '-')}-inner")
    files["package.json"] = '{"scripts": {"preinstall": "mkdir TRAPnpm", "prepare": "mkdir TRAPnpm2"}}'
    files[".npmrc"] = "script-shell=TRAPnpm-shell\nignore-scripts=false\n"
    files[".obsidian/plugins/evil/main.js"] = "require('fs').mkdirSync('TRAPobsidian')"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text.replace("TRAP", traps), encoding="utf-8")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *words], cwd=root, check=True, capture_output=True)
    (root / ".git/config").write_text(GIT.replace("TRAP", traps))
    objects = sorted((root / ".git/objects").glob("??/*"))
    tree = subprocess.run(
        ["git", "rev-parse", "HEAD^{tree}"], cwd=root, check=True, capture_output=True, text=True
    ).stdout.strip()
    [lost] = [path for path in objects if path.parent.name + path.name == tree]
    lost.chmod(0o644)
    lost.unlink()  # which git would now fetch from the remote
    shutil.rmtree(tmp_path / "traps")
    (tmp_path / "traps").mkdir()
    return root


def environment(root: Path) -> dict[str, str]:
    """As if the vault's own folder were on the path, which `python -m` does."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "XDG_CACHE_HOME": str(root.parent / "cache")}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "words",
    [
        ["check"],
        ["check", "--no-cache"],
        ["extract"],
        ["extract", "--check"],
        ["decks"],
        ["published"],
        ["rename", "Card", "Other"],
        ["study", "--list"],
    ],
    ids=" ".join,
)
def test_no_command_runs_it(trapped: Path, words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "zhixing", *words],
        cwd=trapped,
        env=environment(trapped),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert sorted(path.name for path in (trapped.parent / "traps").iterdir()) == []


@pytest.mark.thorough
def test_no_build_runs_it(trapped: Path) -> None:
    settings = (trapped / "mkdocs.yml").read_text()
    (trapped / "mkdocs.yml").write_text(settings.partition("extra:")[0])  # MkDocs itself obeys tags in its settings
    for name in ("conftest", "setup", "sitecustomize", "usercustomize", "hooks", "numpy", "torch"):
        assert (trapped / f"{name}.py").is_file()
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=trapped,
        env=environment(trapped),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (trapped / "site/Card/index.html").is_file() or list((trapped / "site").rglob("Card/index.html"))
    assert sorted(path.name for path in (trapped.parent / "traps").iterdir()) == []


def test_the_traps_are_set(trapped: Path) -> None:
    """Python that imports a module of the vault falls into it, and so does git that fetches."""
    subprocess.run(
        [sys.executable, "-c", "import evil.inner, numpy"], cwd=trapped, env=environment(trapped), check=True
    )
    subprocess.run(["git", "log", "--name-only"], cwd=trapped, capture_output=True, check=False)
    assert {"evil", "evil-inner", "numpy", "ssh"} <= {path.name for path in (trapped.parent / "traps").iterdir()}
