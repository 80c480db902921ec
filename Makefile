# Four commands are the whole developer interface: run, check, test, format. The rest is for special days.
PYTHON ?= python3
ARGS ?=
IN := .venv/bin/python
# Thousands of small databases, each synced to disk: in memory, where there is room, that costs nothing.
ROOMY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 1000000 { print "/dev/shm" }')
WORKERS := $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n < 8 ? n : 8)))
# A test in a browser waits now and then, for a page or a proxy that gives up.
ONE_MORE := $(shell echo $$(($(WORKERS) + 1)))
PYTEST := $(if $(ROOMY),PYTEST_DEBUG_TEMPROOT=$(ROOMY)) $(IN) -m pytest --dist loadfile --no-loadscope-reorder --durations=20
# What is written is looked at while it is tried.
BESIDE := $(MAKE) --no-print-directory -j3 style types ring
# One file for every system and every Python from 3.11 on, with the sums of all builds there are.
LOCKED := --universal --python-version 3.11 --generate-hashes --upgrade --quiet --no-config --custom-compile-command "make lock"
# The functions that mark a text, and which of their arguments are it: tests/test_catalogs.py reads this line too.
MARKED := -k lazy_gettext -k say -k say_many:1,2 -k say_as:1c,2
POT := .venv/messages.pot
export PYTHON
# Hundreds of servers are started, and none should have to compile the app anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run extra check test test-all strength planted golden format screens bench catalogs lock ready tools style types ring

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

run: ready  ## start Tableside (ARGS="--port 8080")
	@$(IN) app.py $(ARGS)

extra:  ## let phones find this device by name (companion.local)
	@deploy/setup/venv.sh requirements-extra.lock

check: tools  ## while you work: style, types, and the tests that need no browser, no PostgreSQL and no Redis
	@$(BESIDE) RING=check

test: tools  ## before a change is shared: that, PostgreSQL, and what people do in a browser
	@deploy/setup/system_packages.sh
	@$(BESIDE) RING=test WORKERS=$(ONE_MORE)

test-all: tools  ## before a release: every test there is, on both kinds of store
	@deploy/setup/system_packages.sh
	@$(IN) -m tests.audit
	@$(BESIDE) RING=all WORKERS=$(ONE_MORE)

strength: tools  ## the long form of tests/strength and tests/stranger: kills, power cuts, nonsense, evenings at random (TABLESIDE_STRENGTH=0.1: a tenth)
	@deploy/setup/system_packages.sh
	TABLESIDE_STRENGTH=$${TABLESIDE_STRENGTH:-1} $(PYTEST) -n $(ONE_MORE) -o faulthandler_timeout=$$(($${TABLESIDE_STRANGER_SECONDS:-10800} + 7200)) $(or $(ARGS),tests/strength tests/stranger)

planted: tools  ## plant faults one at a time, and see which tests notice them: docs/planted.md (ARGS="--list")
	@deploy/setup/system_packages.sh
	$(IN) -m tests.planted $(ARGS)

golden: tools  ## make the golden files anew, which say what every page shows (ARGS=nile: those of one game)
	$(IN) -m tests.golden $(ARGS)

format: tools  ## bring the code into shape
	$(IN) -m ruff check --fix .
	$(IN) -m ruff format .

screens: tools  ## make the README's pictures anew (ARGS="--all FOLDER": photograph every page)
	$(IN) -m bench.screens $(ARGS)

bench: tools  ## measure everything, on a quiet machine: bench/RESULTS.md
	$(IN) -m bench.all $(ARGS)

catalogs: tools  ## bring the translation catalogues up to date
	.venv/bin/pybabel -q extract -F babel.cfg $(MARKED) -c "Translators:" --add-location=file --sort-output --project=Tableside -o $(POT) .
	.venv/bin/pybabel -q update -i $(POT) -d companion/translations --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date -w 120
	$(IN) -m tests.notes
	.venv/bin/pybabel -q compile -d companion/translations
	$(IN) -m pytest -q tests/test_catalogs.py

lock: tools  ## look for newer packages within our ranges, and write down which, with their sums
	$(IN) -m tests.requirements
	$(IN) -m uv pip compile $(LOCKED) requirements.txt --output-file requirements.lock
	$(IN) -m uv pip compile $(LOCKED) requirements-hosted.txt --output-file requirements-hosted.lock
	$(IN) -m uv pip compile $(LOCKED) requirements-extra.txt --output-file requirements-extra.lock
	$(IN) -m uv pip compile $(LOCKED) requirements-dev.txt --output-file requirements-dev.lock

style:
	@$(IN) -m ruff check --quiet .
	@$(IN) -m ruff format --check --quiet .

types:
	@$(IN) -m mypy --no-error-summary

ring:
	$(PYTEST) -n $(WORKERS) --ring $(RING) $(ARGS)

ready:
	@deploy/setup/venv.sh requirements.lock

tools:
	@deploy/setup/venv.sh requirements-dev.lock
