# Two commands do everything: `make serve` and `make test`. Installs are skipped when nothing changed.
PYTHON ?= python3.11
PORT ?= 8000
JOBS ?= 2
export NO_MKDOCS_2_WARNING := 1
export OMP_NUM_THREADS ?= 1
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input -c scripts/constraints.txt
PINS := pyproject.toml scripts/constraints.txt
HELP_PIP = { echo; echo "install failed: is Python 3.11 there, and can pip reach its package index?"; echo "  hint: run 'rm -rf $(VENV)' and the same command again; behind a proxy set HTTPS_PROXY"; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help serve site test test-triton check extract decks study record rewrite lint bench clean chromium

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/created:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) not found"; echo "  hint: install Python 3.11, or run 'make PYTHON=/path/to/python3.11 …'"; exit 1; }
	@echo "making $(VENV)"; $(PYTHON) -m venv $(VENV) || { echo "  hint: install the venv module (on Debian: apt install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/site: $(VENV)/created $(PINS)
	@echo "installing what the site needs"; $(PIP) -e '.[site]' || $(HELP_PIP)
	@touch $@

$(VENV)/study: $(VENV)/site $(PINS)
	@echo "installing what study needs"; $(PIP) -e '.[site,study]' || $(HELP_PIP)
	@touch $@

$(VENV)/test: $(VENV)/site $(PINS)
	@echo "installing PyTorch (CPU)"; $(PIP) torch==2.13.0 || $(HELP_PIP)
	@echo "installing what the tests need"; $(PIP) -e '.[site,cards,study,test,lint]' || $(HELP_PIP)
	@touch $@

$(VENV)/triton: $(VENV)/test $(PINS)
	@echo "installing Triton"; $(PIP) -e '.[triton]' || $(HELP_PIP)
	@touch $@

chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "installing Chromium for the browser tests" && \
	    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-noto-cjk; } >/dev/null 2>&1; } || \
	  echo "no Chromium and no right to install it: the browser tests will be skipped"

serve: $(VENV)/site  ## build the site and serve it with live reload on 127.0.0.1:8000
	@echo "http://127.0.0.1:$(PORT)/"
	@$(BIN)/mkdocs serve --quiet --dev-addr 127.0.0.1:$(PORT)

site: $(VENV)/site  ## build the site into site/
	@rm -rf .cache/site-next .cache/site-last && mkdir -p .cache
	@$(BIN)/mkdocs build --quiet --strict --site-dir .cache/site-next || { rm -rf .cache/site-next; echo "the last good site/ was left as it was"; exit 1; }
	@if [ -e site ]; then mv site .cache/site-last; fi; mv .cache/site-next site; rm -rf .cache/site-last; echo "built site/"

test: $(VENV)/test chromium  ## install everything and run every test
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadscope -q

test-triton: $(VENV)/triton  ## install Triton; test its kernels in the interpreter, compile them, run them on a GPU if there is one
	@TRITON_INTERPRET=1 $(BIN)/python -m pytest -q tests/kernels/test_interpreter.py docs/en/attention/Flash_Attention.md docs/zh/attention/Flash_Attention.md
	@$(BIN)/python -m pytest -q tests/kernels/test_compiled.py tests/kernels/test_cuda.py

check: $(VENV)/site  ## check every card: seconds, no PyTorch
	@$(BIN)/zhixing check

extract: $(VENV)/site  ## write snippets/ from the cards
	@$(BIN)/zhixing extract

decks: $(VENV)/study  ## write Anki decks into build/decks/: one a category and one for all, in each language
	@$(BIN)/zhixing decks

study: $(VENV)/study  ## review and quiz in the terminal; other actions: zhixing study --help
	@$(BIN)/zhixing study

record: $(VENV)/test  ## run every block and record what passed, for the badges on the site
	@$(BIN)/python -m pytest -n $(JOBS) -q docs --zhixing-record

rewrite: $(VENV)/test  ## run every block and rewrite shown outputs and pictures
	@$(BIN)/python -m pytest -n $(JOBS) -q docs --zhixing-rewrite

lint: $(VENV)/test  ## ruff and mypy
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

bench: $(VENV)/test  ## measure speed as ratios in one run
	@PYTHONPATH=scripts $(BIN)/python -m bench --write

clean:  ## remove everything that was built
	rm -rf site build .cache .pytest_cache .mypy_cache .ruff_cache
