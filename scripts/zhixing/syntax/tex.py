"""TeX → a line of Unicode, where one can be read; else the TeX as it is."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ "
    "nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ "
    "Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω ell ℓ hbar ℏ partial ∂ nabla ∇ infty ∞ emptyset ∅ "
    "times × cdot · odot ⊙ otimes ⊗ oplus ⊕ ast ∗ circ ∘ pm ± mp ∓ div ÷ cup ∪ cap ∩ setminus ∖ wedge ∧ vee ∨ neg ¬ "
    "le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ subset ⊂ "
    "subseteq ⊆ forall ∀ exists ∃ to → rightarrow → leftarrow ← Rightarrow ⇒ Leftarrow ⇐ iff ⇔ mapsto ↦ uparrow ↑ "
    "downarrow ↓ sum ∑ prod ∏ int ∫ top ⊤ bot ⊥ perp ⊥ parallel ∥ mid | vert | Vert ‖ lVert ‖ rVert ‖ lvert | rvert | "
    "langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ prime ′ dagger † "
    "triangleq ≜ star ⋆ bullet • square □ checkmark ✓ quad \u2003 qquad \u2003\u2003"
)
_SYMBOLS = dict(zip(*[iter(_LETTERS.split(" "))] * 2, strict=True))
_NAMES_TEXT = (
    "log ln exp max min sin cos tan tanh sinh cosh arg det dim lim sup inf argmax argmin rank tr diag Pr gcd ker deg "
    "bmod mod"
)
_PLAIN_TEXT = (
    "text mathrm mathbf mathsf mathit mathtt boldsymbol operatorname mathrel mathop textbf mathbin mathcal mathscr "
    "mathfrak bm textit boxed"
)
_SILENT_TEXT = (
    "left right big Big bigl bigr Bigl Bigr bigg biggl biggr Bigg Biggl Biggr middle displaystyle textstyle limits "
    "nolimits"
)
_NAMES, _PLAIN, _SILENT = (frozenset(text.split()) for text in (_NAMES_TEXT, _PLAIN_TEXT, _SILENT_TEXT))
_SPACES = {",": " ", ";": " ", ":": " ", "!": "", " ": " ", "{": "{", "}": "}", "%": "%", "_": "_", "&": "&", "#": "#"}
_SPACES |= {"$": "$", "|": "‖", "\\": "; "}
_DOUBLE = dict(zip("RNZQCEP1", "ℝℕℤℚℂ𝔼ℙ𝟙", strict=True))
_ACCENTS = {"hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304"}
_ACCENTS |= {"overline": "\u0304", "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7"}
_UP = dict(
    zip("0123456789+-=()niTabcdefghjklmoprstuvwxyz*⊤′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ*ᵀ′", strict=True)
)
_DOWN = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_TOKEN = re.compile(r"\\([A-Za-z]+)\*?|\\(.)|([{}^_&~])|(\s+)|(.)", re.S)


class _UnreadableError(Exception):
    """A line cannot show it."""


def readable(tex: str) -> str:
    """`\\frac{a}{\\sqrt{d_k}}` → `a/√dₖ`; a formula that needs two dimensions comes back as it was."""
    try:
        tokens = [match.groups() for match in _TOKEN.finditer(tex.strip())]
        line = _Reader(tokens).all()
        return " ".join(unicodedata.normalize("NFC", line).split())
    except (_UnreadableError, RecursionError):
        return tex.strip()


class _Reader:
    def __init__(self, tokens: list[tuple[str | None, ...]]) -> None:
        self._tokens = tokens
        self._place = 0

    def all(self, end: str = "") -> str:
        """Everything up to the closing brace, or to the end."""
        parts: list[str] = []
        while self._place < len(self._tokens):
            mark = self._tokens[self._place][2]
            if mark == "}":
                if not end:
                    raise _UnreadableError
                self._place += 1
                return "".join(parts)
            if mark in ("^", "_"):
                self._place += 1
                parts.append(_script(self.one(), mark))
            else:
                parts.append(self.one())
        if end:
            raise _UnreadableError
        return "".join(parts)

    def one(self) -> str:
        """The next symbol, command with its arguments, or group."""
        if self._place >= len(self._tokens):
            raise _UnreadableError
        command, escaped, mark, space, character = self._tokens[self._place]
        self._place += 1
        if command:
            return self._command(command)
        if escaped:
            if escaped not in _SPACES:
                raise _UnreadableError
            return _SPACES[escaped]
        if mark == "{":
            return self.all("}")
        if mark in ("&", "~"):
            return " "
        if mark:
            raise _UnreadableError
        return " " if space else str(character)

    def _argument(self) -> str:
        while self._place < len(self._tokens) and self._tokens[self._place][3]:
            self._place += 1
        return self.one()

    def _command(self, name: str) -> str:
        if name in _SYMBOLS:
            return str(_SYMBOLS[name])
        if name in _NAMES:
            return f" {name} " if name in ("bmod", "mod") else name + self._gap()
        if name in _SILENT:
            return ""
        if name in _PLAIN:
            return self._argument()
        if name == "mathbb":
            return "".join(_DOUBLE.get(letter, letter) for letter in self._argument())
        if name in _ACCENTS:
            return "".join(letter + _ACCENTS[name] for letter in self._argument())
        if name == "sqrt":
            return f"√{_grouped(self._argument())}"
        if name in ("frac", "tfrac", "dfrac"):
            shown = f"{_grouped(self._argument())}/{_grouped(self._argument())}"
            return f"({shown})" if self._is_multiplied() else shown
        if name == "binom":
            return f"C({self._argument()}, {self._argument()})"
        raise _UnreadableError

    def _gap(self) -> str:
        """Between the name of a function and a letter after it."""
        return " " if self._is_multiplied() and not self._next_is("(") else ""

    def _is_multiplied(self) -> bool:
        """Whether a letter, a number or a parenthesis follows at once."""
        command, *_, character = self._tokens[self._place] if self._place < len(self._tokens) else (None,) * 5
        return bool(command and command not in _SILENT and _SYMBOLS.get(command, "a").isalpha()) or (
            (character or "").isalnum() or self._next_is("(")
        )

    def _next_is(self, character: str) -> bool:
        return self._place < len(self._tokens) and self._tokens[self._place][4] == character


def _grouped(text: str) -> str:
    """In parentheses, if the text is more than one letter, number or name."""
    text = text.strip()
    whole = text.startswith("(") and text.endswith(")") and text.count("(") == 1
    simple = whole or not re.search(r"[\s+\-−/·×,=<>∑]", text)
    return text if simple else f"({text})"


def _script(text: str, mark: str) -> str:
    table = _UP if mark == "^" else _DOWN
    text = text.strip()
    if text and all(letter in table for letter in text):
        return "".join(table[letter] for letter in text)
    return f"{mark}{text}" if len(text) == 1 else f"{mark}({text})"
