# Four commands are the whole developer interface: run, test, check, format. The rest is for special days.
PYTHON ?= python3
ARGS ?=
IN := .venv/bin/python
# Thousands of small databases, each synced to disk: in memory, where there is room, that costs nothing.
ROOMY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 1000000 { print "/dev/shm" }')
# Now and then all of a test waits: for a proxy that gives up, a worker that comes back. So one more than there are
# processors, up to eight.
WORKERS := $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n < 8 ? n + 1 : 8)))
TESTS := $(if $(ROOMY),PYTEST_DEBUG_TEMPROOT=$(ROOMY)) $(IN) -m pytest -n $(WORKERS) --dist loadfile
# One file for every system and every Python from 3.11 on, with the sums of all builds there are.
LOCKED := --universal --python-version 3.11 --generate-hashes --upgrade --quiet --no-config --custom-compile-command "make lock"
export PYTHON
# Hundreds of servers are started, and none should have to compile the app anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run extra test check strength format screens bench catalogs lock ready tools

help:  ## list the commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

run: ready  ## start Tableside (ARGS="--port 8080")
	@$(IN) app.py $(ARGS)

extra:  ## let phones find this device by name (companion.local)
	@deploy/setup/venv.sh requirements-extra.txt

test: tools  ## everything that must hold before a change is shared
	@deploy/setup/system_packages.sh
	@$(MAKE) --no-print-directory lint
	$(TESTS)

check: tools lint  ## the quick part of it: style, types, tests without a browser, pages on one kind of store
	TABLESIDE_TEST_STORE=sqlite $(TESTS) --ignore=tests/e2e

strength: tools  ## the long form of tests/strength: kills, power cuts, races, nonsense (TABLESIDE_STRENGTH=0.1: a tenth)
	@deploy/setup/system_packages.sh
	TABLESIDE_STRENGTH=$${TABLESIDE_STRENGTH:-1} $(TESTS) -o faulthandler_timeout=7200 $(or $(ARGS),tests/strength)

format: tools  ## bring the code into shape
	$(IN) -m ruff check --fix .
	$(IN) -m ruff format .

screens: tools  ## make the README's pictures anew (ARGS="--all FOLDER": photograph every page)
	$(IN) -m bench.screens $(ARGS)

bench: tools  ## measure everything, on a quiet machine: bench/RESULTS.md
	$(IN) -m bench.all $(ARGS)

catalogs: tools  ## bring the translation catalogues up to date
	$(IN) -m companion.translations.catalogs

lock: tools  ## look for newer packages within our ranges, and write down which, with their sums
	$(IN) -m uv pip compile $(LOCKED) requirements.txt --output-file requirements.lock
	$(IN) -m uv pip compile $(LOCKED) requirements-hosted.txt --output-file requirements-hosted.lock

.PHONY: lint
lint: tools
	$(IN) -m ruff check .
	$(IN) -m ruff format --check .
	$(IN) -m mypy

ready:
	@deploy/setup/venv.sh requirements.lock

tools:
	@deploy/setup/venv.sh requirements-dev.txt
