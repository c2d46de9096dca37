"""`python -m zhixing`."""

from zhixing.hosts.cli.main import command

command()
