"""Languages by the codes that folders are named after, each with the name it has in itself."""

from __future__ import annotations

import re

NAMES = {
    "af": "Afrikaans", "ar": "العربية", "az": "Azərbaycanca", "be": "Беларуская", "bg": "Български", "bn": "বাংলা",
    "ca": "Català", "cs": "Čeština", "cy": "Cymraeg", "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English",
    "eo": "Esperanto", "es": "Español", "et": "Eesti", "eu": "Euskara", "fa": "فارسی", "fi": "Suomi", "fr": "Français",
    "ga": "Gaeilge", "gl": "Galego", "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski", "hu": "Magyar", "hy": "Հայերեն",
    "id": "Bahasa Indonesia", "is": "Íslenska", "it": "Italiano", "ja": "日本語", "ka": "ქართული", "kk": "Қазақша",
    "km": "ខ្មែរ", "ko": "한국어", "lt": "Lietuvių", "lv": "Latviešu", "mk": "Македонски", "mn": "Монгол",
    "ms": "Bahasa Melayu", "my": "မြန်မာ", "nb": "Norsk bokmål", "nl": "Nederlands", "nn": "Norsk nynorsk",
    "no": "Norsk", "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский", "sk": "Slovenčina", "sl": "Slovenščina",
    "sq": "Shqip", "sr": "Српски", "sv": "Svenska", "ta": "தமிழ்", "th": "ไทย", "tr": "Türkçe", "uk": "Українська",
    "ur": "اردو", "uz": "Oʻzbekcha", "vi": "Tiếng Việt", "zh": "中文",
}  # fmt: skip
_CODE = re.compile(r"([a-z]{2})(-[A-Za-z]{4})?(-[A-Za-z]{2})?")
_SCRIPTS = {"zh-TW": "繁體中文", "zh-Hant": "繁體中文", "zh-HK": "繁體中文", "zh-Hans": "简体中文", "zh-CN": "简体中文"}


def is_language(folder: str) -> bool:
    """Whether a folder is named after a language: `en`, `zh-TW`, `pt-br`."""
    match = _CODE.fullmatch(folder)
    return match is not None and match.group(1) in NAMES


def native_name(code: str) -> str:
    """The language's own name, with the country if the code has one."""
    if code in _SCRIPTS:
        return _SCRIPTS[code]
    base, _, country = code.partition("-")
    name = NAMES.get(base, code)
    return f"{name} ({country.upper()})" if country else name
