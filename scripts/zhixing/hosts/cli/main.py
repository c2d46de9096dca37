"""The `zhixing` command: the only module that prints or exits."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from zhixing import ExtractError, __version__, extract
from zhixing.checks.codes import CODES
from zhixing.hosts.cli.report import FORMATS
from zhixing.model import DEPTHS, Diagnostic, Vault
from zhixing.vault.config import ConfigError
from zhixing.vault.load import load_vault, read_state
from zhixing.vault.read import cache_file, find_root, read_cache, uncollected
from zhixing.vault.write import UnwritableError, write_cache

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

STUDY_ACTIONS = {
    "review": "ask what is due, then what is new (default)",
    "quiz": "quizzes, the weakest first",
    "status": "due counts by category, the next days, what is remembered",
    "interview": "a mock interview: --role, --level, --minutes, or one --case of system design",
    "plan": "what to read, practise and review each day until --date; --minutes a day, --role",
    "top": "the fifty questions that are always asked; `--category top-50` reviews them",
    "read": "count cards (their names) as read",
    "settings": "show or set --retention, --new, --reviews, --kinds",
    "resume": "ask suspended items (their ids) again",
    "import": "add the history in FILE to your own",
    "export": "write your history to FILE (- for the terminal)",
    "merge": "put several files together, into --output or your own history",
}


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 all is well, 1 findings, 2 a fault of the call or of the tool."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a finding may quote what the terminal cannot show
            stream.reconfigure(errors="backslashreplace")
    options = _parser().parse_args(argv)
    here = Path(options.root).resolve()
    if not here.is_dir():
        return _fault(f"{options.root}: no such folder")
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("always", r"mkdocs\.yml:", DeprecationWarning)
            warnings.showwarning = lambda message, *_: print(f"zhixing: {message}", file=sys.stderr)
            code: int = options.run(here if options.command == "init" else find_root(here), options)
    except ConfigError as error:
        return _fault(str(error))
    except BrokenPipeError:
        return 1
    except UnwritableError as error:
        print(error.finding(find_root(here)), file=sys.stderr)
        return 1
    except OSError as error:
        return _fault(f"{error.filename or ''}: {error.strerror}")
    except Exception:
        import traceback

        return _fault(f"this is a fault of the tool, please report it\n{traceback.format_exc()}")
    return code


def command() -> None:
    """What the shell calls. The model of a large vault is neither searched for garbage nor taken apart at the end."""
    _speak_utf8()
    gc.disable()
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(BrokenPipeError):
            if not stream.closed:  # a server has closed it with its editor
                stream.flush()
    os._exit(code)


def _speak_utf8() -> None:
    """Begin again in UTF-8 where names of files are taken for ASCII (LC_ALL=C with PYTHONUTF8=0): notes have other names."""
    if sys.getfilesystemencoding() != "utf-8" and not sys.flags.utf8_mode:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", "-m", "zhixing", *sys.argv[1:]])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="zhixing", description="Check, extract and extend a Markdown vault.")
    parser.add_argument("--version", action="version", version=f"zhixing {__version__}")
    where = "folder of the project or vault (default: here)"
    parser.add_argument("--root", default=".", help=where)
    root = argparse.ArgumentParser(add_help=False)
    root.add_argument("--root", default=argparse.SUPPRESS, help=where)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    check = commands.add_parser(
        "check", parents=[root], help="report everything that is wrong, sorted; exit 1 if anything is"
    )
    check.add_argument("--format", choices=sorted(FORMATS), default="text")
    check.add_argument("--no-cache", action="store_true", help="parse every file anew")
    check.add_argument("--quiet", action="store_true", help="no summary line")
    check.add_argument(
        "--suggest", action="store_true", help="instead, name cards that prose mentions without a link; exit 0"
    )
    check.add_argument("card", nargs="*", help="only these cards: file names or paths (default: all)")
    check.set_defaults(run=_check)

    extraction = commands.add_parser("extract", parents=[root], help="write the snippets package from the cards")
    extraction.add_argument(
        "--check", action="store_true", help="write nothing; show what differs and exit 1 if anything does"
    )
    extraction.set_defaults(run=_extract)

    new = commands.add_parser("new", parents=[root], help="write a new card, in every language, from the template")
    new.add_argument("title", help='for example "Flash Attention"')
    new.add_argument(
        "--category", default="Foundations", help="category and, in lower case, folder (default: Foundations)"
    )
    new.add_argument("--new-category", action="store_true", help="the category is one that no card has yet")
    new.set_defaults(run=_new)

    rename = commands.add_parser(
        "rename", parents=[root], help="give a card another name, in every language, with all that leads to it"
    )
    rename.add_argument("old", help="file name of the card")
    rename.add_argument("new", help="its new file name or title")
    rename.set_defaults(run=_rename)

    init = commands.add_parser("init", parents=[root], help="write an mkdocs.yml that builds the vault in this folder")
    init.add_argument("--name", default="", help="name of the site (default: name of the folder)")
    init.set_defaults(run=_init)

    shown = commands.add_parser("published", parents=[root], help="list what a site leaves out, and why")
    shown.add_argument("--all", action="store_true", help="list what it has instead")
    shown.set_defaults(run=_published)

    witness = commands.add_parser(
        "witness", parents=[root], help="list every number of a card with what vouches for it; or record it as given"
    )
    witness.add_argument("card", nargs="*", help="names of cards (default: all, as a summary)")
    witness.add_argument("--give", metavar="REASON", help="record the numbers without a witness, and the right options")
    witness.add_argument(
        "--confirm", action="store_true", help="record the numbers as they stand, if each has a witness"
    )
    witness.add_argument("--all", action="store_true", help="with --give or --confirm: every card")
    witness.add_argument("--missing", action="store_true", help="list only numbers that have no witness or are given")
    witness.add_argument(
        "--quizzes", action="store_true", help="list every quiz with what decides it: code, or its author"
    )
    witness.set_defaults(run=_witness)

    translated = commands.add_parser(
        "translated", parents=[root], help="confirm that the languages of a card say the same"
    )
    translated.add_argument("card", nargs="*", help="names of cards")
    translated.add_argument("--all", action="store_true", help="confirm every card")
    translated.add_argument("--prune", action="store_true", help="only drop entries of cards that are gone")
    translated.set_defaults(run=_translated)

    repair = commands.add_parser(
        "mend", parents=[root], help="turn text back that was saved after being read in a wrong encoding"
    )
    repair.add_argument("file", nargs="+", help="Markdown files")
    repair.set_defaults(run=_mend)

    words = "speak with an editor over standard input and output: a language server"
    server = commands.add_parser("lsp", parents=[root], help=words)
    server.add_argument("--stdio", action="store_true", help="the only way there is; some editors say so")
    server.set_defaults(run=_lsp)

    _add_study(commands, root)
    _add_practice(commands, root)
    _add_breaks(commands, root)

    others = commands.add_parser(
        "machines", parents=[root], help="run pytest as on other processors; exit 1 on failure"
    )
    others.add_argument("--profile", action="append", default=[], help="one by name (default: all); repeatable")
    others.add_argument("--most", type=int, default=0, metavar="N", help="only the N that differ most from this one")
    others.add_argument("--list", action="store_true", help="only show the profiles, and which cannot be had here")
    others.add_argument("arguments", nargs="*", help="what pytest gets; put -- before its own options")
    others.set_defaults(run=_machines)

    codes = commands.add_parser("codes", parents=[root], help="list every diagnostic code with its meaning")
    codes.add_argument("--markdown", action="store_true", help="as the page of the handbook, with an example of each")
    codes.set_defaults(run=_codes)
    return parser


def _add_study(commands: Commands, root: argparse.ArgumentParser) -> None:
    decks = commands.add_parser("decks", parents=[root], help="write Anki decks, CSV or JSON of what the cards ask")
    decks.add_argument("--format", choices=("apkg", "csv", "json"), action="append", help="default: apkg; repeatable")
    decks.add_argument("--lang", action="append", help="language (default: all)")
    decks.add_argument("--kinds", default="", help="question,quiz,cloze,formula (default: question,quiz)")
    decks.add_argument("--depth", choices=DEPTHS, default="", help="only what a reader meets who goes so deep")
    decks.add_argument("--output", default="build/decks", help="folder (default: build/decks)")
    decks.add_argument("--site-url", default=None, help="address of the site for links (default: that of mkdocs.yml)")
    decks.set_defaults(run=_decks)

    study = commands.add_parser(
        "study",
        parents=[root],
        help="review and quiz in the terminal",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="actions:\n" + "\n".join(f"  {name:9} {text}" for name, text in STUDY_ACTIONS.items()),
    )
    study.add_argument("action", nargs="?", choices=STUDY_ACTIONS, default="review", metavar="ACTION")
    study.add_argument("file", nargs="*", metavar="FILE", help="for import, export and merge; ids for resume")
    study.add_argument("--lang", default="", help="language (default: the first of the vault)")
    study.add_argument("--category", action="append", help="only this category; repeatable")
    study.add_argument("--card", default="", help="review: only this card, whatever the limits of the day")
    study.add_argument("--more", type=int, default=0, help="review: so many more than the limits of the day allow")
    study.add_argument("--kinds", default="", help="question,quiz,cloze,formula (default: as in the settings)")
    study.add_argument("--limit", type=int, default=0, help="stop after so many answers (quiz: 10)")
    study.add_argument("--state", default="", help="the history (default: $XDG_DATA_HOME/zhixing/study.json)")
    study.add_argument("--output", default="", help="where merge writes")
    study.add_argument("--retention", type=float, help="settings: wanted share of remembered items, 0.70 to 0.97")
    study.add_argument("--new", type=int, help="settings: new items a day")
    study.add_argument("--reviews", type=int, help="settings: reviews a day")
    study.add_argument("--date", help="plan: the day of the interview, such as 2026-11-30; none removes the plan")
    study.add_argument("--minutes", type=int, help="plan: minutes a day, 10 to 960; interview: 10, 20, 30, 45 or 60")
    study.add_argument("--role", help="plan, interview: all, research, training, inference or applied")
    study.add_argument("--level", help="interview: junior, middle or senior")
    study.add_argument("--case", help="interview: only this case of system design, by its id")
    study.set_defaults(run=_study)


def _add_practice(commands: Commands, root: argparse.ArgumentParser) -> None:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--lang", default="", help="language (default: the first of the vault)")
    shared.add_argument("--state", default="", help="the history (default: $XDG_DATA_HOME/zhixing/study.json)")

    practice = commands.add_parser("practice", parents=[root, shared], help="list the tasks, or start one")
    practice.add_argument("task", nargs="?", help="writes practice/TASK.py, an empty definition; never over your work")
    practice.add_argument("--again", action="store_true", help="begin anew; your file is kept as practice/TASK.1.py")
    practice.add_argument("--minutes", type=int, help="a timed attempt: so many minutes, no hints")
    practice.add_argument("--bug", default="", metavar="TASK", help="show a wrong implementation: find the line")
    practice.add_argument("--line", type=int, help="with --bug: the line that is wrong")
    practice.add_argument(
        "--strength", action="store_true", help="put every mutant before the judge; exit 1 below 97 %%"
    )
    practice.set_defaults(run=_practice)

    judge = commands.add_parser("judge", parents=[root, shared], help="judge practice/TASK.py; exit 0 if accepted")
    judge.add_argument("task")
    judge.add_argument("--file", default="", help="judge this file instead")
    judge.add_argument("--hint", action="store_true", help="show the next hint and judge nothing")
    judge.add_argument("--give-up", action="store_true", help="show the card's code; the task comes back soon")
    judge.add_argument("--seconds", type=float, default=20.0, help="time for the whole judgement (default: 20)")
    judge.add_argument("--json", action="store_true", help="the verdict for a program")
    judge.set_defaults(run=_practice)


def _add_breaks(commands: Commands, root: argparse.ArgumentParser) -> None:
    words = "for each claim that the page can run, find small changes that its proof notices"
    breaks = commands.add_parser("breaks", parents=[root], help=words)
    breaks.set_defaults(run=_breaks)

    words = "change what the cards define, and name the changes that no proof notices; exit 1 if there are too many"
    mutate = commands.add_parser("mutate", parents=[root], help=words)
    mutate.add_argument("card", nargs="*", help="only these cards: file names or paths (default: all)")
    mutate.add_argument("--sample", type=int, default=0, metavar="N", help="only N changes of each card")
    mutate.add_argument("--seed", default="", help="which N (default: the same in each run)")
    mutate.add_argument("--jobs", type=int, default=0, metavar="N", help="processes (default: one a core)")
    mutate.add_argument("--oracles", action="store_true", help="put what survives before tests/oracles as well: slow")
    mutate.add_argument("--excused", action="store_true", help="list equivalent mutants as well, with their reasons")
    mutate.add_argument("--record", action="store_true", help="write what was found for the pages of the site")
    mutate.add_argument("--no-cache", action="store_true", help="try again what is known")
    mutate.set_defaults(run=_mutate)


def _mutate(root: Path, options: argparse.Namespace) -> int:
    from zhixing.hosts.cli.mutate import run

    return run(root, options)


def _breaks(root: Path, options: argparse.Namespace) -> int:
    from zhixing.blocks.breaks import NAME, Breaks, breaks_bytes, parse_breaks
    from zhixing.page.runnable import is_runnable
    from zhixing.practice.breaks import find_breaks
    from zhixing.vault.load import load_vault
    from zhixing.vault.read import read_bytes
    from zhixing.vault.write import write_file

    vault = load_vault(root)
    path = f"{vault.config.snippets}/{NAME}"

    def keep(found: Mapping[str, Breaks]) -> None:
        write_file(root / path, breaks_bytes(found))
        print(f"{path}: {len(found)} proofs", file=sys.stderr)

    keep(find_breaks(root, vault, parse_breaks(read_bytes(root, path)), is_runnable(vault), keep))
    return 0


def _suggest(root: Path, options: argparse.Namespace) -> int:
    from zhixing.checks.mentions import mentions

    wanted, unknown = _named(root, options.card) if options.card else (None, "")
    if unknown:
        return _fault(unknown)
    found = [one for one in mentions(load_vault(root)) if wanted is None or one.span.path in wanted]
    for one in found:
        print(f"{one.span.path}:{one.span.line}: {one.words!r} is not linked\n  hint: write {one.link}")
    if not options.quiet:
        print(_count(len(found), "suggestion"), file=sys.stderr)
    return 0


def _check(root: Path, options: argparse.Namespace) -> int:
    if options.suggest:
        return _suggest(root, options)
    findings, notes, links = _findings(root, cache=not options.no_cache)
    if options.card:
        wanted, unknown = _named(root, options.card)
        if unknown:
            return _fault(unknown)
        findings = [finding for finding in findings if finding.span.path in wanted]
        notes = len(wanted)
    sys.stdout.write(FORMATS[options.format](findings))
    if not options.quiet and options.format == "text" and options.card:
        print(f"{', '.join(options.card)}: {_count(len(findings), 'problem')}", file=sys.stderr)
    elif not options.quiet and options.format == "text":
        print(f"{notes} notes, {links} links: {_count(len(findings), 'problem')}", file=sys.stderr)
    return 1 if findings else 0


def _named(root: Path, names: list[str]) -> tuple[set[str], str]:
    """The files that belong to the named cards: their pages in every language and their modules; or what is wrong."""
    from zhixing.syntax.slug import module_name

    vault = load_vault(root)
    wanted: set[str] = set()
    for name in names:
        path = PurePosixPath(name.replace(os.sep, "/"))
        keys = {card.key for card in vault.cards.values() if str(path) in (card.path, card.key, card.name)}
        keys = keys or {card.key for card in vault.cards.values() if path.stem.casefold() == card.name.casefold()}
        if not keys:
            close = get_close_matches(path.stem, sorted({card.name for card in vault.cards.values()}), 1)
            hint = f"did you mean {close[0]}?" if close else "use its file name, for example Attention_Mechanism"
            return set(), f"no card is called {name!r}\n  hint: {hint}"
        for card in vault.cards.values():
            if card.key in keys:
                wanted |= {card.path, f"{vault.config.snippets}/{module_name(card.name)}.py"}
    return wanted, ""


def _is_file_name(name: str) -> bool:
    """Whether every system can keep a note of this name, and a link can name it."""
    reserved = name.partition(".")[0].strip().lower()
    return (
        name.isprintable()
        and name[:1] not in ("", ".")
        and name[-1] != "."
        and not set(name) & set('/\\:*?"<>|#^[]')
        and reserved not in ("con", "prn", "aux", "nul")
        and not (reserved[:3] in ("com", "lpt") and reserved[3:].isdigit())
    )


def _rename(root: Path, options: argparse.Namespace) -> int:
    from zhixing.hosts.cli.rename import carry_out, go_on, unfinished
    from zhixing.syntax.canvas import SUFFIX as CANVAS
    from zhixing.syntax.slug import name_key
    from zhixing.vault.rename import plan
    from zhixing.vault.resolve import Index

    if (left := unfinished(root)) is not None:
        go_on(root, left)
        print(f"finished the renaming of {left.old} to {left.new}, which was interrupted")
        if (left.old, left.new) == (options.old, options.new):
            return 0
    vault = load_vault(root)
    space = "_" if vault.config.profile == "cards" else " "  # the name of a card is that of its module too
    noun = "card" if vault.config.profile == "cards" else "note"
    name = space.join(options.new.removesuffix(".md").split())
    if not _is_file_name(name):
        return _fault(f"{options.new!r} cannot be a file name\n  hint: use letters, digits, spaces and dashes")
    lang = vault.config.languages[0] if vault.config.languages else ""
    old = options.old.removesuffix(".md")
    card = Index(vault).card_named(old, lang)
    if card is None or card.is_notebook:
        same = [
            one.key for one in vault.cards.values() if name_key(one.name) == name_key(old) and one.lang in ("", lang)
        ]
        if len(same) > 1:
            return _fault(
                f"several {noun}s are called {old!r}\n  hint: give the path of one: {', '.join(sorted(same))}"
            )
        close = get_close_matches(options.old, sorted({one.name for one in vault.cards.values()}), 1)
        hint = f"did you mean {close[0]}?" if close else "use its file name"
        return _fault(f"no {noun} is called {options.old!r}\n  hint: {hint}")
    if card.path.endswith(CANVAS):
        name = f"{name.removesuffix(CANVAS)}{CANVAS}"
    file = name if name.endswith(CANVAS) else f"{name}.md"
    own = {path for path, one in vault.cards.items() if one.key == card.key and PurePosixPath(path).name != file}
    taken = [
        path
        for path in (*vault.cards, *vault.files)
        if PurePosixPath(path).name.casefold() == file.casefold() and path not in own
    ]
    if taken:
        print(f"{taken[0]}:1: L002 a {noun} of that name exists\n  hint: choose another name", file=sys.stderr)
        return 1
    renaming = plan(vault, card, name)
    changed = carry_out(root, vault, renaming, options.old, options.new)
    for old, new in renaming.moves.items():
        print(f"{old} → {new}")
    for path in sorted(set(changed) - set(renaming.moves.values())):
        print(f"wrote {path}")
    if renaming.module != renaming.new_module and (root / vault.config.snippets).is_dir():
        module = f"{vault.config.snippets}.{renaming.module}"
        print(f"code outside the vault that imports {module} is for you to change", file=sys.stderr)
    return 0


def _findings(root: Path, *, cache: bool) -> tuple[list[Diagnostic], int, int]:
    """What is wrong, and the number of notes and links; said again at once if nothing has changed since."""
    from zhixing.hosts.cli.drawn import drawing_programs

    with uncollected():
        state = read_state(root)
        key = f"{state.key()} {drawing_programs()}" if cache else ""
        known = read_cache(cache_file(root, "findings")) if cache else None
        if isinstance(known, tuple) and len(known) == 4 and known[0] == key:
            return known[1], known[2], known[3]

        from zhixing.checks.run import run_checks
        from zhixing.hosts.cli.drawn import unread

        later: list[Callable[[], None]] = []
        vault = load_vault(root, cache=cache, state=state, keep=later.append)
        findings = sorted({*run_checks(vault, later), *unread(vault)})
        found = findings, len(vault.cards), sum(len(card.links) for card in vault.cards.values())
        if cache:
            write_cache(cache_file(root, "findings"), (key, *found))
        return found


def _extract(root: Path, options: argparse.Namespace) -> int:
    from zhixing.blocks.extract import is_generated
    from zhixing.vault.write import remove_files, write_files

    vault = load_vault(root)
    try:
        wanted = extract(vault)
    except ExtractError as error:
        sys.stdout.write(FORMATS["text"](list(error.diagnostics)))
        return 1
    if options.check:
        return _show_difference(vault, wanted)
    changed = write_files(root, wanted)
    stale = [path for path in vault.generated if path not in wanted and is_generated(vault.generated[path])]
    gone = remove_files(root, sorted(stale))
    for path in changed:
        print(f"wrote {path}")
    for path in gone:
        print(f"removed {path}")
    print(f"{_count(len(wanted), 'file')}, {len(changed)} changed, {len(gone)} removed", file=sys.stderr)
    return 0


def _show_difference(vault: Vault, wanted: dict[str, bytes]) -> int:
    import difflib

    differs = False
    for path in sorted(wanted.keys() | vault.generated.keys()):
        old = vault.generated.get(path, b"").decode("utf-8", "replace").splitlines(keepends=True)
        new = wanted.get(path, b"").decode().splitlines(keepends=True)
        lines = list(difflib.unified_diff(old, new, f"committed/{path}", f"cards/{path}"))
        differs = differs or bool(lines)
        sys.stdout.writelines(lines)
    if differs:
        print("snippets differ from the cards\n  hint: run `zhixing extract`", file=sys.stderr)
    return 1 if differs else 0


def _new(root: Path, options: argparse.Namespace) -> int:
    from zhixing.vault.read import load_config
    from zhixing.vault.template import new_card
    from zhixing.vault.write import create_files

    config = load_config(root)
    for words in (options.title, options.category):
        if not _is_file_name(words.strip()):
            return _fault(f"{words!r} cannot be a file name\n  hint: use letters, digits, spaces and dashes")
    texts = new_card(options.title, options.category, config.languages)
    files = {f"{config.docs}/{path}": data for path, data in texts.items()}
    name = next(iter(files)).rsplit("/", 1)[-1].casefold()
    vault = load_vault(root, config)
    taken = [path for path in vault.cards if path.rsplit("/", 1)[-1].casefold() == name]
    known = sorted({card.front.category for card in vault.cards.values() if card.front.category})
    if not taken and known and options.category not in known and not options.new_category:
        close = get_close_matches(options.category, known, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)};"
        print(f"zhixing: no card has the category {options.category!r}", file=sys.stderr)
        print(f"  hint: {hint} a new one is made with --new-category", file=sys.stderr)
        return 1
    if taken:
        print(f"{taken[0]}:1: L002 a card of that name exists\n  hint: choose another title", file=sys.stderr)
        return 1
    create_files(root, files)
    for path in files:
        print(f"wrote {path}")
    print("fill them in, then: zhixing extract, zhixing check", file=sys.stderr)
    return 0


def _init(root: Path, options: argparse.Namespace) -> int:
    from zhixing.hosts.cli.init import site_config
    from zhixing.vault.write import create_file

    if (root / "mkdocs.yml").exists():
        hint = "  hint: add `zhixing` to its plugins"
        print(f"mkdocs.yml:1: F007 the file exists and was left alone\n{hint}", file=sys.stderr)
        return 1
    vault = load_vault(root, cache=False)
    if not vault.cards:
        return _fault("no Markdown file here\n  hint: run it in the root of a vault")
    create_file(root / "mkdocs.yml", site_config(vault, options.name or root.name))
    print(f"wrote mkdocs.yml for {_count(len(vault.cards), 'note')}; next: zhixing check, mkdocs serve")
    return 0


def _published(root: Path, options: argparse.Namespace) -> int:
    from zhixing.page.published import kept_off
    from zhixing.vault.links import survey
    from zhixing.vault.published import left_out, published, unlinked
    from zhixing.vault.read import read_bytes
    from zhixing.vault.resolve import Index

    vault = published(load_vault(root))
    index = Index(vault)
    files = unlinked(vault, index, survey(vault, index))
    files |= kept_off(vault, (path for path in vault.files if path not in files), partial(read_bytes, root))
    for path in sorted((*vault.cards, *(path for path in vault.files if path not in files))) if options.all else ():
        print(path)
    for one in left_out(vault, files) if not options.all else ():
        print(f"{one.path}: {one.reason}")
    return 0


def _translated(root: Path, options: argparse.Namespace) -> int:
    from zhixing.checks.translation import confirm, record_bytes
    from zhixing.vault.resolve import Index
    from zhixing.vault.write import write_file

    vault = load_vault(root)
    if not vault.config.languages:
        return _fault("this vault has one language only")
    broken = [finding for finding in vault.diagnostics if finding.code == "T010"]
    if broken:
        sys.stdout.write(FORMATS["text"](broken))
        return 1
    cards = list(vault.cards.values()) if options.all else []
    index = Index(vault)
    for name in options.card:
        card = index.card_named(name.removesuffix(".md"), vault.config.languages[0])
        if card is None:
            alike = [one.key for one in vault.cards.values() if one.lang == vault.config.languages[0]]
            alike = sorted(key for key in alike if key.rpartition("/")[2].casefold() == name.casefold())
            if alike:
                return _fault(f"{len(alike)} cards are called {name!r}\n  hint: say which: {', '.join(alike)}")
            return _fault(f"no card is called {name!r}\n  hint: use its file name, for example Attention_Mechanism")
        cards.append(card)
    if not cards and not options.prune:
        return _fault("name a card, or say --all or --prune")
    changed = write_file(root / vault.config.translations, record_bytes(confirm(vault, cards)))
    print(
        f"{'confirmed' if changed else 'nothing new for'} {', '.join(sorted({c.name for c in cards})) or 'the record'}"
    )
    return 0


def _witness(root: Path, options: argparse.Namespace) -> int:
    from zhixing.hosts.cli.witness import run

    return run(root, options)


def _mend(root: Path, options: argparse.Namespace) -> int:
    from zhixing.syntax.encoding import mend
    from zhixing.vault.read import read_bytes
    from zhixing.vault.write import write_file

    missing = 0
    for name in options.file:
        base = Path.cwd() if (Path.cwd() / name).is_file() else root  # the hint of `check` names it from the root
        data = read_bytes(base, name)
        if data is None:
            return _fault(f"{name}: no such file")
        try:
            result = mend(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            return _fault(f"{name}: byte {error.start} is not UTF-8: nothing was changed in it")
        write_file(base / name, result.text.encode("utf-8"))
        print(f"{name}: {_count(result.characters, 'character')} turned back")
        for line in result.lost:
            missing += 1
            print(f"{name}:{line}: F008 bytes are missing\n  hint: write the damaged characters of this line anew")
    return 1 if missing else 0


def _study(root: Path, options: argparse.Namespace) -> int:
    from zhixing.hosts.cli.interview import interview
    from zhixing.hosts.cli.study import run

    return run(root, options, interview)


def _practice(root: Path, options: argparse.Namespace) -> int:
    try:
        from zhixing.hosts.cli.practice import run
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return _fault("practice needs numpy\n  hint: pip install 'zhixing[cards]'")
    return run(root, options)


def _decks(root: Path, options: argparse.Namespace) -> int:
    from zhixing.hosts.cli.decks import run

    return run(root, options)


def _machines(root: Path, options: argparse.Namespace) -> int:
    from zhixing.hosts.cli.machines import machines

    return machines(root, options.profile, options.most, options.list, options.arguments)


def _lsp(root: Path, options: argparse.Namespace) -> int:
    try:
        from zhixing.hosts.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        return _fault("the language server needs pygls\n  hint: pip install 'zhixing[lsp]'")
    gc.enable()  # it lives as long as the editor
    serve()
    return 0


def _codes(root: Path, options: argparse.Namespace) -> int:
    if options.markdown:
        from zhixing.checks.examples import code_table

        sys.stdout.write(code_table())
        return 0
    for code, meaning in CODES.items():
        print(f"{code}  {meaning}")
    return 0


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _fault(message: str) -> int:
    print(f"zhixing: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    command()
