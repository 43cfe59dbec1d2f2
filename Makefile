# make run    sets up what is missing, then serves: PORT=8000 HOST=0.0.0.0 DATABASE=sqlite:////somewhere/else.sqlite3
# make test   checks everything: style, types, every test, real browsers included, in three processes more than there are
#             cores, because tests also wait; CORES=4 uses four processes
# make deep   the same, with more random games, and with every game, page, language and screen: see CONTRIBUTING.md
# make quick  checks the rules of the games and their cheat-sheets alone, in less than a minute
# make messages  updates the catalogs after a text has changed, and compiles them after a translation
# make screenshots  writes a picture of every page and state into screenshots/: ONLY="--only table --looks dark"
# make coverage  runs every test but those in a browser and says which branches of companion/ none of them takes
# make bench  measures, about eight minutes: BENCH='--only companion,raw --tables 200' for less, see tests/bench/README.md
# make dist   builds the sdist and the wheel into dist/
# make pyz    builds dist/truc.pyz, the whole program in one file for any machine with Python 3.11 or newer
# make core   has browsers play on what is left without compiled packages, as on a phone
# make clean  removes what make has set up; games and secrets in instance/ stay
#
# You need make, and Python 3.11 to 3.14 with its module venv. make uses the first such of python3, python3.14 … 3.11, or
# PYTHON=/some/python3. It fetches everything else once; a file in .venv says that it did.

# Python may write compiled files, whatever the settings of this machine: otherwise each of some hundred servers that the
# tests start would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

PYTHONS := python3 python3.14 python3.13 python3.12 python3.11
HOST ?= 0.0.0.0
PORT ?= 8000
DATABASE ?=
CORES ?= auto

VENV := .venv
comma := ,
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet

# $(call debian,PACKAGES,WHAT) installs Debian packages as root or by sudo, or says what somebody else has to install.
debian = \
	if ! command -v apt-get >/dev/null; then \
		echo "Please install $(2) in your system's own way, then run make again." >&2; exit 1; \
	elif [ "$$(id -u)" = 0 ]; then as=env; \
	elif command -v sudo >/dev/null; then as="sudo env"; \
	else echo "Please have an administrator install the Debian packages: $(1). Then run make again." >&2; exit 1; fi; \
	echo "Installing the Debian packages $(1)"; \
	$$as apt-get update -qq && $$as DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(1) >/dev/null

# $(call pinned,FILE) installs exactly the packages named in FILE, each checked by its hash, then the project itself.
pinned = $(PIP) install --require-hashes --no-deps -r $(1) && $(PIP) install --no-deps --no-build-isolation -e .

# Whether $$python is one that will do. It need not be there.
fit = "$$python" -c 'import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null

.PHONY: run dist pyz core test deep quick coverage bench messages screenshots clean browser postgresql proxies dictionaries

run: $(VENV)/.run
	@exec $(BIN)/companion serve --host '$(HOST)' --port '$(PORT)' $(if $(DATABASE),--database '$(DATABASE)')

# If a process of the tests crashes, the run ends and names the test. The others would wait for a new one for ever.
SPREAD := --numprocesses $(CORES) --max-worker-restart 0

test: $(VENV)/.test browser postgresql proxies dictionaries
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@# While mypy needs one core, the tests are compiled on another one, once for all processes.
	$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 & $(BIN)/mypy --strict companion; status=$$?; wait; exit $$status
	$(BIN)/pytest $(SPREAD) $(WALKS)

deep: WALKS := --hypothesis-profile deep
deep: test

quick: $(VENV)/.test
	$(BIN)/pytest $(SPREAD) tests/engine tests/variants tests/cheatsheets

coverage: $(VENV)/.test postgresql proxies dictionaries
	@$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(SPREAD) --ignore tests/browser
	@$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

bench: $(VENV)/.test postgresql
	@PYTHONPATH=. $(BIN)/python -m tests.bench $(BENCH)

# Besides gettext's own names: N_ and NN_ mark a text kept in a table, the others are errors that a page may show.
KEYWORDS := N_ NN_:1,2 Impossible Malformed UnknownHouseRule UnknownVariant NotAllowed SeatAsked SeatTaken Unreadable
CATALOGS := companion/translations
# Languages with every message; the other catalogs hold what a region says otherwise, and are written by hand.
WHOLE := ca es fr pt_BR

messages: $(VENV)/.test
	$(BIN)/pybabel -q extract -F $(CATALOGS)/babel.cfg $(KEYWORDS:%=-k %) -c NOTE: -s --add-location=file --sort-by-file --omit-header \
		-o $(CATALOGS)/messages.pot .
	for code in $(WHOLE); do $(BIN)/pybabel -q update -i $(CATALOGS)/messages.pot -d $(CATALOGS) -l $$code \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date || exit 1; done
	$(BIN)/pybabel -q compile -d $(CATALOGS)

screenshots: $(VENV)/.test browser
	@PYTHONPATH=. $(BIN)/python -m tests.browser.screenshots $(ONLY)

dist: $(VENV)/.run
	@rm -rf dist/*.tar.gz dist/*.whl
	@$(BIN)/python -W ignore -c 'import setuptools.build_meta as b; b.build_sdist("dist"); b.build_wheel("dist")' >/dev/null
	@ls -l dist

# Everything in it is Python and nothing else, so it runs on any processor. Two packages have a compiled part that they do
# without where there is no compiler.
PURE := build/pure
EXACT := build/exact.txt
pyz: $(VENV)/.test dist
	@rm -rf build && mkdir -p $(PURE)
	@sed -n 's/^\([a-z][^ ]*==[^ ;]*\).*/\1/p' companion/requirements.txt >$(EXACT)
	@CC=false $(PIP) wheel --no-deps --no-binary markupsafe --constraint $(EXACT) --wheel-dir build markupsafe
	@$(PIP) install --target $(PURE) --no-compile --find-links build --constraint $(EXACT) \
		--only-binary :all: --platform any --implementation py --abi none dist/*.whl
	@CC=false SKIP_CYTHON=1 $(PIP) install --target $(PURE) --no-compile --no-deps --no-binary zeroconf --constraint $(EXACT) zeroconf
	@$(BIN)/shiv --site-packages $(PURE) --compressed --reproducible --python '/usr/bin/env python3' \
		--console-script companion --output-file dist/truc.pyz
	@ls -l dist/truc.pyz

# Has browsers play on the core without anything compiled, as on a phone: whole evenings, and what goes wrong in them.
PLAYED := test_evening test_faults test_table_script test_queue test_offline
core: $(VENV)/.test browser
	@rm -rf build/core
	@COMPANION_UNDER_TEST="$$($(BIN)/python -m tests.core build/core)" $(BIN)/pytest $(SPREAD) $(PLAYED:%=tests/browser/%.py)

clean:
	rm -rf $(VENV) build dist *.egg-info .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find companion tests -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.python:
	@for python in $(or $(PYTHON),$(PYTHONS)); do $(fit) && break; done; \
	$(fit) || { $(call debian,python3 python3-venv,Python 3.11 to 3.14 with its module venv); python=/usr/bin/python3; }; \
	$(fit) || { echo "Please install Python 3.11 to 3.14, with its module venv: none is here." >&2; exit 1; }; \
	echo "Setting up $(VENV) (once) with $$($$python --version)"; \
	$$python -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: companion/requirements.txt pyproject.toml | $(VENV)/.python
	@$(call pinned,companion/requirements.txt)
	@touch $@

$(VENV)/.test: tests/requirements.txt pyproject.toml | $(VENV)/.python
	@$(call pinned,tests/requirements.txt)
	@touch $@ $(VENV)/.run

# Chromium and what the program that drives it wants; WebKit, its driver and a screen that nobody sees, which it insists
# on; the letters of tests/browser/fonts.py.
LETTERS := dejavu/DejaVuSans liberation/LiberationSans-Regular roboto/unhinted/RobotoTTF/Roboto-Regular noto/NotoSerif-Regular
FONTS := fonts-dejavu-core fonts-liberation fonts-roboto-unhinted fonts-noto-core fonts-urw-base35

browser: $(VENV)/.test
	@{ command -v chromium-headless-shell && command -v WebKitWebDriver && command -v Xvfb && $(BIN)/playwright --version && \
		ls $(LETTERS:%=/usr/share/fonts/truetype/%.ttf) /usr/share/fonts/opentype/urw-base35/P052-Roman.otf; } >/dev/null 2>&1 || { $(call debian,\
		chromium-headless-shell webkit2gtk-driver xvfb libatomic1 $(FONTS),Chromium$(comma) WebKitWebDriver$(comma) Xvfb and the fonts DejaVu$(comma) Liberation$(comma) Roboto$(comma) Noto and URW); }

# PostgreSQL, whose programs the tests run on data of their own; the system itself gets no database from us.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
		$(call debian,postgresql-common,PostgreSQL); \
		$$as sed -i 's/^#* *create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf; \
		$(call debian,postgresql,PostgreSQL); }

# The words of seven languages, against which the tests hold every text.
DICTIONARIES := en_GB ca ca_ES-valencia es_ES es_AR fr pt_BR
dictionaries:
	@{ command -v hunspell && ls $(DICTIONARIES:%=/usr/share/hunspell/%.dic); } >/dev/null 2>&1 || { $(call debian,\
		hunspell hunspell-en-gb hunspell-ca hunspell-es hunspell-fr hunspell-pt-br,hunspell with dictionaries of English$(comma) Catalan$(comma) Spanish$(comma) French and Portuguese); }

# What may stand before the server, or between it and PostgreSQL: the tests start programs of their own. Debian
# begins a service with each; one that was not there before is switched off again.
PATH_OF_SERVICES := $$PATH:/usr/sbin:/sbin
proxies:
	@for program in nginx caddy pgbouncer openssl; do \
		PATH="$(PATH_OF_SERVICES)" command -v $$program >/dev/null && continue; \
		{ $(call debian,$$program,$$program); } || exit 1; \
		if command -v systemctl >/dev/null; then $$as systemctl disable --now $$program >/dev/null 2>&1 || true; fi; \
	done
