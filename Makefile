# make run    sets up what is missing, then serves: PORT=8000 HOST=0.0.0.0 DATABASE=sqlite:////somewhere/else.sqlite3
# make test   checks everything: style, types, every test, real browsers included
# make messages  after a text was written or changed: tells the catalogs; after a translation: compiles them
# make screenshots  writes a picture of every page and state into screenshots/: ONLY="--only table --looks dark"
# make bench  measures, about eight minutes: BENCH='--only companion,raw --tables 200' for less, see tests/bench/README.md
# make clean  removes what make has set up; games and secrets in instance/ stay
#
# Wanted beforehand: python3.11 and make. Everything else is fetched once; a file in .venv says that it was.

PYTHON ?= python3.11
HOST ?= 0.0.0.0
PORT ?= 8000
DATABASE ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet

# $(call debian,PACKAGES) installs Debian packages as root or by sudo, or says what somebody else has to install.
debian = \
	if ! command -v apt-get >/dev/null; then \
		echo "Please install $(1) in your system's own way, then run make again." >&2; exit 1; \
	elif [ "$$(id -u)" = 0 ]; then as=env; \
	elif command -v sudo >/dev/null; then as="sudo env"; \
	else echo "Please have an administrator install the Debian packages: $(1). Then run make again." >&2; exit 1; fi; \
	echo "Installing the Debian packages $(1)"; \
	$$as apt-get update -qq && $$as DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(1) >/dev/null

# $(call pinned,FILE) installs exactly the packages named in FILE, each checked by its hash, then the project itself.
pinned = $(PIP) install --require-hashes --no-deps -r $(1) && $(PIP) install --no-deps --no-build-isolation -e .

.PHONY: run test bench messages screenshots clean browser postgresql proxies

run: $(VENV)/.run
	@exec $(BIN)/companion serve --host '$(HOST)' --port '$(PORT)' $(if $(DATABASE),--database '$(DATABASE)')

test: $(VENV)/.test browser postgresql proxies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict companion
	$(BIN)/pytest

bench: $(VENV)/.test postgresql
	@$(PIP) install --require-hashes --no-deps -r tests/bench/requirements.txt
	@PYTHONPATH=. $(BIN)/python -m tests.bench $(BENCH)

# Besides gettext's own names: N_ and NN_ mark a text kept in a table, the others are errors that a page may show.
KEYWORDS := N_ NN_:1,2 Impossible Malformed HouseRule UnknownVariant NotAllowed SeatTaken
CATALOGS := companion/translations

messages: $(VENV)/.test
	$(BIN)/pybabel -q extract -F $(CATALOGS)/babel.cfg $(KEYWORDS:%=-k %) -c NOTE: -s --add-location=file --sort-by-file --omit-header \
		-o $(CATALOGS)/messages.pot .
	$(BIN)/pybabel -q update -i $(CATALOGS)/messages.pot -d $(CATALOGS) --no-fuzzy-matching \
		--ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile -d $(CATALOGS)

screenshots: $(VENV)/.test browser
	@PYTHONPATH=. $(BIN)/python -m tests.browser.screenshots $(ONLY)

clean:
	rm -rf $(VENV) *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find companion tests -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.python:
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(call debian,python3.11 python3.11-venv); }
	@echo "Setting up $(VENV) (once)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: companion/requirements.txt pyproject.toml | $(VENV)/.python
	@$(call pinned,companion/requirements.txt)
	@touch $@

$(VENV)/.test: tests/requirements.txt pyproject.toml | $(VENV)/.python
	@$(call pinned,tests/requirements.txt)
	@touch $@ $(VENV)/.run

# Chromium and what the program that drives it wants; WebKit, its driver and a screen that nobody sees, which it insists
# on; a font, so that pages have letters.
browser: $(VENV)/.test
	@{ command -v chromium && command -v WebKitWebDriver && command -v Xvfb && $(BIN)/playwright --version; } \
		>/dev/null 2>&1 || { $(call debian,chromium webkit2gtk-driver xvfb fonts-dejavu-core libatomic1); }

# PostgreSQL, whose programs the tests run on data of their own; the system itself gets no database from us.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
		$(call debian,postgresql-common); \
		$$as sed -i 's/^#* *create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf; \
		$(call debian,postgresql); }

# What may stand before the server, or between it and PostgreSQL: the tests start programs of their own. Debian
# begins a service with each; one that was not there before is switched off again.
PATH_OF_SERVICES := $$PATH:/usr/sbin:/sbin
proxies:
	@for program in nginx pgbouncer openssl; do \
		PATH="$(PATH_OF_SERVICES)" command -v $$program >/dev/null && continue; \
		{ $(call debian,$$program); } || exit 1; \
		if command -v systemctl >/dev/null; then $$as systemctl disable --now $$program >/dev/null 2>&1 || true; fi; \
	done
