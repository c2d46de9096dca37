"""The table and the chart of the handbook's page on speed."""

from __future__ import annotations

from bench.measure import Result

Growth = list[tuple[int, float, float]]


def table(results: list[Result]) -> list[str]:
    """Markdown table of the measurements."""
    rows = ["| measured | value | wanted | met | remark |", "|---|---|---|---|---|"]
    for result in results:
        verdict = "" if not result.wanted else "yes" if result.ok else "**no**"
        rows.append(
            f"| {result.name} | {result.value:.2f} {result.unit} | {result.wanted} | {verdict} | {result.note} |"
        )
    return rows


def growth_table(growth: Growth) -> list[str]:
    """Markdown table of `zhixing check` over the size of the vault, with the time per card."""
    rows = ["| cards in each language | cold, s | ms a card | warm, s | ms a card |", "|---|---|---|---|---|"]
    for size, cold, warm in growth:
        rows.append(f"| {size:,} | {cold:.2f} | {1000 * cold / size:.2f} | {warm:.2f} | {1000 * warm / size:.2f} |")
    return rows


def page(results: list[Result], growth: Growth, machine: str, cards: int, rounds: int) -> str:
    """The whole page."""
    return "\n".join(
        [
            "---",
            "title: Speed",
            "---",
            "",
            "# Speed",
            "",
            f"Written by `make bench` on: {machine}. Machines are noisy: ratios come from runs taken in turn;",
            f"rounds of each, of which the median is shown: {rounds}.",
            f"The vault is synthetic: {cards:,} cards in each of two languages, about 3 kB each,",
            "with formulas, a diagram, links, code, a claim, a question and a quiz. Keys are typed into the lookup of the site,",
            "run by node on its index: milliseconds of computing.",
            "Plain MkDocs-Material has the same pages, extensions, theme, languages and lean navigation,",
            "and its own search index; it has no links between cards, no checks, no backlinks, no tested code.",
            "",
            *table(results),
            "",
            "## Growth",
            "",
            "`zhixing check` of the whole vault, cold (nothing cached) and warm.",
            "",
            *growth_table(growth),
            "",
            "![Seconds over cards](speed.svg)",
            "",
        ]
    )


def chart(growth: Growth) -> bytes:
    """Seconds over cards, as a small SVG that follows the colours of the page."""
    width, height, left, bottom = 640, 320, 56, 40
    most = max(size for size, _, _ in growth)
    longest = max(cold for _, cold, _ in growth) * 1.1

    def place(size: int, seconds: float) -> str:
        x = left + (width - left - 110) * size / most
        return f"{x:.1f},{(height - bottom) * (1 - seconds / longest) + 8:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        'font-family="sans-serif" font-size="13" fill="currentColor">',
        f'<path d="M{left},8V{height - bottom + 8}H{width - 100}" fill="none" stroke="currentColor"/>',
    ]
    for column, (name, colour) in enumerate((("cold", "#c0392b"), ("warm", "#2471a3")), start=1):
        points = " ".join(place(row[0], float(row[column])) for row in growth)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = place(most, float(growth[-1][column])).split(",")
        parts.append(f'<text x="{float(x) + 8:.1f}" y="{float(y) + 4:.1f}">{name} {growth[-1][column]:.1f} s</text>')
    for size, _, _ in growth:
        x = place(size, 0).split(",")[0]
        parts.append(f'<text x="{x}" y="{height - 12}" text-anchor="middle">{size:,}</text>')
    parts.append(f'<text x="{left}" y="{height}" dx="-50">cards</text></svg>')
    return ("\n".join(parts) + "\n").encode()
