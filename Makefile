# Two commands do everything: `make serve` and `make test`. Installs are skipped when nothing changed.
PYTHON ?= python3.11
PORT ?= 8000
# Processes of a test run: where there are two processors, four, since many tests wait for a browser or for a process of their own.
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); [ "$$n" -gt 4 ] && echo "$$n" || echo 4)
export NO_MKDOCS_2_WARNING := 1
export OMP_NUM_THREADS ?= 1
export PYTHONUTF8 := 1
# Hundreds of the tests start a Python: where no bytecode is kept, each compiles the engine and the tests again.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
LOGS := .cache/logs
STEP := sh scripts/step
PIP := $(BIN)/python -m pip install --disable-pip-version-check --no-input --progress-bar off -c scripts/constraints.txt
PINS := pyproject.toml scripts/constraints.txt
HELP_PIP = { echo "install failed: is Python 3.11 there, and can pip reach its package index?"; echo "  hint: run 'rm -rf $(VENV)' and the same command again; behind a proxy set HTTPS_PROXY"; exit 1; }
PYTEST := $(BIN)/python -m pytest -q -n $(JOBS) --dist loadscope

.DEFAULT_GOAL := help
.PHONY: help serve site test test-rest test-night test-fast test-machines test-triton check extract decks study record rewrite mutate lint bench drift constraints clean chromium

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/created:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) not found"; echo "  hint: install Python 3.11, or run 'make PYTHON=/path/to/python3.11 …'"; exit 1; }
	@$(STEP) $(LOGS)/venv.log "making $(VENV)" $(PYTHON) -m venv $(VENV) || { echo "  hint: install the venv module (on Debian: apt install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/site: $(VENV)/created $(PINS)
	@$(STEP) $(LOGS)/install-site.log "installing what the site needs" $(PIP) -e '.[site]' || $(HELP_PIP)
	@$(STEP) $(LOGS)/fetch-web.log "fetching what the pages need" $(BIN)/python scripts/fetch_web.py || exit 1
	@touch $@

$(VENV)/study: $(VENV)/site $(PINS)
	@$(STEP) $(LOGS)/install-study.log "installing what study needs" $(PIP) -e '.[site,study]' || $(HELP_PIP)
	@touch $@

$(VENV)/lint: $(VENV)/study $(PINS)
	@$(STEP) $(LOGS)/install-lint.log "installing what lint and types need" $(PIP) -e '.[site,study,lsp,test,lint]' || $(HELP_PIP)
	@$(STEP) $(LOGS)/fetch-web-dev.log "fetching what the tests of the pages need" $(BIN)/python scripts/fetch_web.py --dev || exit 1
	@touch $@

$(VENV)/test: $(VENV)/lint $(PINS)
	@$(STEP) $(LOGS)/install-torch.log "installing PyTorch (CPU)" $(PIP) torch==2.13.0 || $(HELP_PIP)
	@$(STEP) $(LOGS)/install-test.log "installing what the tests need" $(PIP) -e '.[site,cards,study,lsp,test,lint]' || $(HELP_PIP)
	@touch $@

$(VENV)/triton: $(VENV)/test $(PINS)
	@$(STEP) $(LOGS)/install-triton.log "installing Triton" $(PIP) -e '.[triton]' || $(HELP_PIP)
	@touch $@

chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	    $(STEP) $(LOGS)/install-chromium.log "installing Chromium for the browser tests" \
	      sh -c 'export DEBIAN_FRONTEND=noninteractive; apt-get update && { apt-get install -y chromium-headless-shell fonts-noto-cjk || apt-get install -y chromium fonts-noto-cjk; }'; } || \
	  echo "no Chromium and no right to install it: the browser tests will be skipped"

serve: $(VENV)/site  ## build the site and serve it with live reload on 127.0.0.1:8000
	@echo "http://127.0.0.1:$(PORT)/"
	@$(BIN)/mkdocs serve --quiet --dev-addr 127.0.0.1:$(PORT)

site: $(VENV)/site  ## build the site into site/
	@mkdir -p .cache && if [ ! -e site ] && [ -e .cache/site-last ]; then mv .cache/site-last site; fi && rm -rf .cache/site-next .cache/site-last
	@$(STEP) - "building the site" $(BIN)/mkdocs build --quiet --strict --site-dir .cache/site-next || { rm -rf .cache/site-next; echo "the last good site/ was left as it was"; exit 1; }
	@if [ -e site ]; then mv site .cache/site-last; fi; mv .cache/site-next site; rm -rf .cache/site-last; echo "built site/"

test: $(VENV)/test chromium  ## install everything and run every test; WHOLE=1: with all that test-rest has, in one run
	@echo "running every test in $(JOBS) processes; the slowest twenty are listed at the end"
	@$(PYTEST) --durations=20 --zhixing-remember -m "$(if $(WHOLE),,not exhaustive and )not nightly"

test-rest: $(VENV)/test chromium  ## all of what make test tries a sample of: every block in the browser and in the stock collector …
	@$(PYTEST) --durations=20 -m exhaustive tests

test-night: $(VENV)/test chromium  ## what takes long: axe on every page, every proof against every wrong change, writers killed a hundred times …
	@$(PYTEST) --durations=20 -m nightly tests

# All day long: no browser, and of the engine's tests not those that start pytest or a build, or try thousands of texts.
test-fast: $(VENV)/test  ## test the engine, and the blocks that changed since they passed
	@$(PYTEST) --zhixing-changed -m "not thorough and not exhaustive and not nightly" tests/engine tests/corpus docs

test-machines: $(VENV)/test  ## cards, oracles and experiments as on other processors; PROFILES="zen mixed", MOST=2, TESTS=docs/en
	@$(BIN)/zhixing machines $(PROFILES:%=--profile %) --most $(or $(MOST),0) -- -n $(JOBS) $(or $(TESTS),docs tests/oracles tests/experiments)

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
	@$(BIN)/python -m pytest -q -n $(JOBS) docs --zhixing-record

rewrite: $(VENV)/test  ## run every block and rewrite shown outputs and pictures
	@$(BIN)/python -m pytest -q -n $(JOBS) docs --zhixing-rewrite

mutate: $(VENV)/test  ## change what the cards define and name what no proof notices; CARD=Softmax, SAMPLE=20
	@$(BIN)/zhixing mutate $(CARD) --jobs $(JOBS) $(if $(SAMPLE),--sample $(SAMPLE),--record)

lint: $(VENV)/lint  ## ruff, mypy, Biome and tsc
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy
	@$(BIN)/python scripts/check_web.py

bench: $(VENV)/test  ## measure speed as ratios in one run; ONLY=engine, attention, decoding, page, weight or scale (SIZES="100 1000" WHAT=build); QUARTZ=its checkout
	@PYTHONPATH=scripts $(BIN)/python -m bench --write $(if $(ONLY),--only $(ONLY)) $(if $(SIZES),--sizes $(SIZES)) $(if $(WHAT),--what $(WHAT)) $(if $(QUARTZ),--quartz $(abspath $(QUARTZ)))

drift: $(VENV)/test  ## every block on the newest versions that the ranges allow, in a scratch environment; OLDEST=1, TESTS=docs/en/position
	@$(BIN)/python scripts/drift.py $(if $(OLDEST),oldest,newest) --jobs $(JOBS) $(TESTS)

constraints: $(VENV)/test  ## take the newest packages that the ranges allow (not PyTorch) and pin them in scripts/constraints.txt
	@$(BIN)/python scripts/constraints.py renew

clean:  ## remove everything that was built
	rm -rf site build .cache .pytest_cache .mypy_cache .ruff_cache
