"""Study days: each begins at four in the morning, local time; who studies past midnight is still in the evening."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_BEGINS = 4


def day_number(at: datetime) -> int:
    """Days since the epoch, by the local calendar."""
    local = at.astimezone()
    return local.toordinal() - datetime(1970, 1, 1).toordinal() - (local.hour < _BEGINS)


def day_end(at: datetime, later: int = 0) -> datetime:
    """The moment at which the study day of `at`, or the one so many days later, ends."""
    local = at.astimezone().replace(tzinfo=None)
    first = local.replace(hour=_BEGINS, minute=0, second=0, microsecond=0)
    days = (0 if local.hour < _BEGINS else 1) + later
    return (first + timedelta(days=days)).astimezone(UTC)


def moment(at: datetime) -> str:
    """UTC with milliseconds: strings of this form sort as the moments do."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parsed(text: str) -> datetime:
    """The moment that a string of that form names."""
    return datetime.fromisoformat(text)


def now() -> datetime:
    """The clock, to the millisecond: what is written is what was."""
    at = datetime.now(UTC)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)
