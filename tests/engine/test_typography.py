"""Chinese as a typesetter would leave it: where headings break, what is emphasised how, and what a bare link shows."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from zhixing.model import Config
from zhixing.page.inline import link_text
from zhixing.page.phrases import pieces
from zhixing.page.typography import (
    break_cells,
    break_headings,
    break_names,
    close_gaps,
    join_lines,
    links_below_titles,
    mark_latin_emphasis,
    narrow_columns,
)
from zhixing.syntax.parse import parse_card
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Target, index_of

TERMS = {"循环神经网络", "长短期记忆", "注意力", "自注意力", "掩码", "语言模型", "多头注意力", "变体", "对比"}


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("循环神经网络与长短期记忆", "循环神经网络|与长短期记忆"),
        ("为什么不是严格意义上的语言模型", "为什么|不是|严格意义上的|语言模型"),
        ("多头注意力变体对比", "多头注意力|变体|对比"),
        ("术语表", "术语表"),
        ("注意力机制", "注意力机制"),  # short: it stays whole
        (
            "2.3 自注意力、交叉注意力、掩码注意力",
            "2.3 自注意力、交叉注意力、掩码注意力",
        ),  # breaks behind its punctuation
        ("给与会议参与总和的目的", "给与会议参与总和的|目的"),  # words that only contain what joins
        ("残差分支为什么从小开始 (Why small)", "残差分支|为什么|从小开始 (Why small)"),
        ("用损失函数来约束语言模型", "用损失函数来约束|语言模型"),  # too long for a line: beside a single term as well
        ("一夜之间标注一千万份文档", "一夜之间标注|一千万份文档"),  # and in front of what is counted
        ("把开销压到原来的百分之三", "把开销压到原来的|百分之三"),
        ("Attention Mechanism", "Attention Mechanism"),
        ("", ""),
    ],
)
def test_a_heading_may_break_beside_what_joins_and_beside_terms(text, cut):
    assert "|".join(pieces(text, TERMS)) == cut
    assert "".join(pieces(text, TERMS)) == text


def test_breaks_are_marked_in_every_part_of_a_heading_but_not_in_code():
    root = fromstring(
        "<div><h2>循环神经网络与长短期记忆<b>为什么不是语言模型</b>的循环神经网络与长短期记忆"
        '<code>循环神经网络与长短期记忆</code><a class="headerlink">#</a></h2><p>循环神经网络与长短期记忆</p></div>'
    )
    before = "".join(root.itertext())
    break_headings(root, TERMS)
    shown = tostring(root, encoding="unicode")
    assert (
        "<h2>循环神经网络<wbr />与长短期记忆<b>为什么<wbr />不是<wbr />语言模型</b>的循环神经网络<wbr />与长短期记忆"
        in shown
    )
    assert "<code>循环神经网络与长短期记忆</code>" in shown
    assert "<p>循环神经网络与长短期记忆</p>" in shown
    assert "".join(root.itertext()) == before


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<code>scaled_dot_product_attention</code>，因为", "<code>scaled_|dot_|product_|attention</code>，因为"),
        ("<a>ofirpress/attention_with.py</a>.", "<a>ofirpress/|attention_|with.|py</a>."),
        ("<a><code>scaled_dot_product_attention</code></a>)", "<a><code>scaled_|dot_|product_|attention</code></a>)"),
        ("<code>scaled_dot_product_attention</code> 很快", "<code>scaled_dot_product_attention</code> 很快"),
        ("<code>short_name</code>，", "<code>short_name</code>，"),
        (
            "<code>a_b_c_d = softmax(q_i, k_j) * v</code>，",
            "<code>a_b_c_d = softmax(q_i, k_j) * v</code>，",
        ),  # has spaces
        ("<em>scaled_dot_product_attention</em>，", "<em>scaled_dot_product_attention</em>，"),
    ],
)
def test_a_long_name_with_a_mark_behind_it_breaks_within(html, expected):
    root = fromstring(f"<p>见{html}</p>")
    break_names(root)
    assert tostring(root, encoding="unicode") == f"<p>见{expected}</p>".replace("|", "<wbr />")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<em>整体</em>", "<em>整体</em>"),
        ("<em>Attention Is All You Need</em>", '<em class="zx-latin">Attention Is All You Need</em>'),
        (
            "<em>整个 Transformer 层的 GPU 时间</em>",
            '<em>整个<span class="zx-latin"> Transformer </span>层的<span class="zx-latin"> GPU </span>时间</em>',
        ),
        (
            "<em>从<b>头</b> PyTorch 到<i>尾</i>的 A</em>",
            '<em>从<b>头</b><span class="zx-latin"> PyTorch </span>到<i>尾</i>的<span class="zx-latin"> A</span></em>',
        ),
        ("<em>，。</em>", "<em>，。</em>"),
    ],
)
def test_latin_letters_in_emphasis_are_told_from_chinese(html, expected):
    root = Element("p")
    root.append(fromstring(html))
    mark_latin_emphasis(root)
    assert tostring(root[0], encoding="unicode") == expected


def test_no_space_stands_between_a_chinese_link_and_the_chinese_around_it():
    link = '<a class="wikilink">注意力</a>'
    root = fromstring(f'<p>由 {link} 与 {link} 、<b>而</b> {link} of {link} 看<a class="wikilink">RoPE</a> 的</p>')
    close_gaps(root)
    assert "".join(root.itertext()) == "由注意力与注意力 、而 注意力 of 注意力看RoPE 的"


def test_a_line_that_ends_between_chinese_characters_is_no_space():
    root = fromstring(
        "<div><p>目标、\n  自测<em>和</em>\n检查 a\n词\nb</p><pre># 甲\n# 乙<code>甲\n乙</code></pre></div>"
    )
    join_lines(root)
    assert tostring(root, encoding="unicode") == (
        "<div><p>目标、自测<em>和</em>\n检查 a\n词\nb</p><pre># 甲\n# 乙<code>甲\n乙</code></pre></div>"
    )


def test_a_bare_link_shows_the_title_in_the_page_s_language(tmp_path: Path):
    titles = {
        "en": {"Causal_Mask": "🎭 Causal Mask (因果掩码)", "RoPE": "🌀 RoPE: Rotary (旋转)", "Plain_Name": "Other"},
        "zh": {"Causal_Mask": "🎭 因果掩码 (Causal Mask)", "RoPE": "🌀 RoPE：旋转 (Rotary)", "Plain_Name": "Other"},
    }
    for lang, cards in titles.items():
        (tmp_path / f"docs/{lang}").mkdir(parents=True)
        for name, title in cards.items():
            (tmp_path / f"docs/{lang}/{name}.md").write_text(
                f"# {title}\n\n## 公式 (Formula)\n\nWords ^why\n", encoding="utf-8"
            )
    vault = load_vault(tmp_path, Config(languages=("en", "zh")))
    expected = {
        ("zh", "[[Causal_Mask]]"): "因果掩码",
        ("zh", "[[Causal_Mask#公式 (Formula)]]"): "因果掩码 > 公式",
        ("zh", "[[RoPE]]"): "RoPE",
        ("zh", "[[Causal_Mask#^why]]"): "因果掩码",
        ("zh", "[[Plain_Name]]"): "Plain Name",
        ("en", "[[Causal_Mask]]"): "Causal Mask",
    }
    for (lang, written), shown in expected.items():
        card = vault.cards[f"docs/{lang}/RoPE.md"]
        (link,) = parse_card(card.path, lang, card.key, written).links
        found = index_of(vault).resolve(link, card)
        assert isinstance(found, Target)
        assert link_text(link.target, link.fragment, found, lang) == shown
        assert link_text(link.target, "", found, "") == link.target.replace("_", " ")  # a vault of one language


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("以组为基线 (The group)", '以组为基线 <span class="zx-other">(The group)</span>'),
        (
            '基线 (The group)<a class="headerlink">#</a>',
            '基线 <span class="zx-other">(The group)<a class="headerlink">#</a></span>',
        ),
        ("The <b>flow</b> of it (核心流程)", 'The <b>flow</b> of it <span class="zx-other">(核心流程)</span>'),
        ("基线 (The <b>group</b>)", "基线 (The <b>group</b>)"),  # more than text
        ("基线（组）", "基线（组）"),  # one language
    ],
)
def test_the_other_language_of_a_heading_stands_by_itself(html, expected):
    root = fromstring(f"<div><h2>{html}</h2></div>")
    break_headings(root, set())
    assert tostring(root[0], encoding="unicode") == f"<h2>{expected}</h2>"


def test_a_link_in_the_title_of_a_fold_stands_at_the_beginning_of_the_fold():
    title = '<summary>As <a class="wikilink" href="../RoPE/">RoPE</a> has it</summary>'
    root = fromstring(f"<div><details>{title}<p>Body</p></details><details><summary>None</summary></details></div>")
    links_below_titles(root)
    led = '<p class="zx-led"><a class="wikilink" href="../RoPE/">RoPE</a> </p>'
    assert tostring(root, encoding="unicode") == (
        f"<div><details><summary>As <span>RoPE</span> has it</summary>{led}<p>Body</p></details>"
        "<details><summary>None</summary></details></div>"
    )


def test_a_link_in_a_cell_breaks_where_a_word_ends_and_the_words_beside_it_anywhere():
    row = "<tr><td><a>多头注意力变体对比</a>，多头注意力变体对比</td><td><a>RoPE</a></td></tr>"
    root = fromstring(f"<div><table><tbody>{row}</tbody></table><p><a>多头注意力变体对比</a></p></div>")
    break_cells(root, TERMS)
    shown = tostring(root, encoding="unicode")
    assert "<td><a>多头注意力<wbr />变体<wbr />对比</a>，多头注意力变体对比</td><td><a>RoPE</a></td>" in shown
    assert "<p><a>多头注意力变体对比</a></p>" in shown


@pytest.mark.parametrize(
    ("head", "cell", "is_narrow"),
    [
        ("#", "14", True),
        ("年份", "2026", True),
        ("分钟", "1,024", False),
        ("年份", "两年多", False),
        ("#", "<a>1</a>", False),
        ("# of them", "1", False),
    ],
)
def test_a_column_of_numbers_is_marked_as_narrow(head, cell, is_narrow):
    table = f"<table><thead><tr><th>{head}</th></tr></thead><tbody><tr><td>{cell}</td></tr></tbody></table>"
    root = fromstring(f"<div>{table}</div>")
    narrow_columns(root)
    assert root.find(".//th").get("class") == ("zx-slim" if is_narrow else None)
