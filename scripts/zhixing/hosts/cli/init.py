"""The mkdocs.yml for an existing vault: made from what lies in it."""

from __future__ import annotations

import json
import re

from zhixing.model import Vault
from zhixing.vault.languages import native_name

_LOCALE = re.compile(r"[a-z]{2}(-[A-Za-z]{4})?(-[A-Z]{2})?")  # what mkdocs-static-i18n takes
_SITE_FOLDERS = ("site", "_site", "public")

_HEAD = """\
# Written by `zhixing init`. Build the site with `mkdocs build`, or read it while you write with `mkdocs serve`.
site_name: {name}
docs_dir: {docs}
site_dir: {site}
use_directory_urls: true

theme:
  name: material
  language: {language}
  font: false # no request leaves the site
  palette:
    - media: "(prefers-color-scheme)"
      primary: custom
      accent: custom
      toggle:
        icon: material/brightness-auto
        name: {auto}
    - media: "(prefers-color-scheme: light)"
      scheme: default
      primary: custom
      accent: custom
      toggle:
        icon: material/weather-sunny
        name: {light}
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      primary: custom
      accent: custom
      toggle:
        icon: material/weather-night
        name: {dark}
  features:
    - content.code.copy
    - content.footnote.tooltips
    - navigation.tabs
    - navigation.indexes
    - navigation.footer
    - navigation.top
    - navigation.tracking
    - toc.follow

plugins:
  - zhixing:
      profile: vault # asks for links, encoding and structure; `cards` asks for the whole contract of a card
      html: safe # HTML in notes is cleaned and nothing in them runs; `trusted` leaves it as it is written
      line_breaks: obsidian # as the vault's own setting "Strict line breaks" says; or `kept`, `strict`
      properties: table # shown below the title; or `hidden`
"""

_TAIL = """
# What Obsidian understands, and nothing else: no attributes in braces, no [TOC], tabs or definition lists.
markdown_extensions:
  - footnotes:
      USE_DEFINITION_ORDER: false
  - tables
  - toc:
      marker: ""
      permalink: "#"
      permalink_title: ""
      toc_depth: 2-3
      slugify: !!python/object/apply:pymdownx.slugs.slugify
        kwds:
          case: lower
  - pymdownx.betterem
  - pymdownx.highlight:
      anchor_linenums: false
      pygments_lang_class: true
  - pymdownx.superfences:
      custom_fences:
        - name: mermaid
          class: mermaid
          format: !!python/name:pymdownx.superfences.fence_code_format
  - pymdownx.tilde:
      subscript: false

# `zhixing check` reports broken links with their lines; here they are only mentioned.
validation:
  nav:
    omitted_files: ignore
    absolute_links: ignore
  links:
    not_found: info
    anchors: ignore
    absolute_links: ignore
    unrecognized_links: ignore
"""

_COLOURS = {
    "en": ("as the system. Switch to light", "light. Switch to dark", "dark. Switch to the system's"),
    "zh": ("跟随系统。切换到浅色", "浅色。切换到深色", "深色。切换到跟随系统"),
}


def site_config(vault: Vault, name: str) -> bytes:
    """The mkdocs.yml that builds this vault with the languages found in it."""
    languages = vault.config.languages
    language = languages[0] if languages else _main_language(vault)
    auto, light, dark = _COLOURS["zh" if language.startswith("zh") else "en"]
    before = "配色：" if language.startswith("zh") else "Colours: "
    head = _HEAD.format(
        name=_quoted(name),
        docs=vault.config.docs,
        site=_site_folder(vault),
        language=language,
        auto=_quoted(before + auto),
        light=_quoted(before + light),
        dark=_quoted(before + dark),
    )
    return (head + _languages(languages) + _TAIL).encode()


def _languages(languages: tuple[str, ...]) -> str:
    """Options of the two plugins that concern languages; none for a vault of one language."""
    if not languages:
        return ""
    lines = [f"      languages: [{', '.join(languages)}] # the first is the source of the others"]
    lines += ["  - i18n:", "      docs_structure: folder", "      fallback_to_default: false", "      languages:"]
    shown = [language for language in languages if _LOCALE.fullmatch(language)]
    for language in shown:
        lines += [f"        - locale: {language}", f"          name: {_quoted(native_name(language))}"]
        lines += ["          default: true"] if language == shown[0] else []
        lines += ["          build: true"]
    return "\n".join(lines) + "\n"


def _main_language(vault: Vault) -> str:
    """`zh` if most notes hold Chinese, else `en`."""
    chinese = sum(bool(re.search(r"[\u4e00-\u9fff]{4}", card.text)) for card in vault.cards.values())
    return "zh" if 2 * chinese > len(vault.cards) else "en"


def _site_folder(vault: Vault) -> str:
    """A folder for the site that holds no notes."""
    taken = {path.partition("/")[0] for path in (*vault.cards, *vault.files)}
    return next((folder for folder in _SITE_FOLDERS if folder not in taken), "zhixing-site")


def _quoted(text: str) -> str:
    """A YAML string; JSON's form is YAML too."""
    return json.dumps(text, ensure_ascii=False)
