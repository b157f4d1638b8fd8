# Two commands: `make serve` builds the page and serves it; `make test` runs every check.
# Required: Rust (rustup) and Node 20 or newer. Everything else is installed on first use:
# the wasm target by rustup, trunk and wasm-bindgen by cargo into .tools/, the text editor's packages by npm,
# and, for the tests, Chromium with its driver, and Neovim, by apt where they are missing.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

WASM_BINDGEN := 0.2.129
TRUNK        := 0.21.14
TOOLS        := $(CURDIR)/.tools
WASM         := wasm32-unknown-unknown

# `PATH` without the tools that are installed here.
INSTALLED    := $(PATH)
export PATH := $(TOOLS)/bin:$(CURDIR)/node_modules/.bin:$(PATH)
export TRUNK_SKIP_VERSION_CHECK := true
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER := wasm-bindgen-test-runner
# Trunk accepts only `true` and `false` as its value.
unexport NO_COLOR

.PHONY: help serve build release compile-native later cli extension server-web test setup bundle browser format lint bench peers fuzz fuzz-random monkey kills test-native clients test-wasm test-browser figures clean

help:
	@echo "make serve    build the page and serve it on http://127.0.0.1:8080 (PORT=… for another)"
	@echo "make test     format, lints, and the native, wasm and browser tests"
	@echo "make bench    all benchmarks, and one table of them beside other tools: check, layout, text, canvas, size; SIZES=200,2000 TURNS=3"
	@echo "make peers    the layout beside elkjs and dagre, the canvas beside React Flow, on the same graphs: SIZES=200,2000 TURNS=3"
	@echo "make figures  build time and size of the page"
	@echo "make fuzz     random documents for one part of the core: TARGET=check SECONDS=60, or RUNS=100000"
	@echo "make monkey   random actions in the page: SECONDS=3600 LANGUAGE=tosca SEED=7"
	@echo "make kills    kills the page and the browser while it edits: KILLS=200 SEED=7"
	@echo "make build    the release page, in dist/: copy it to any static host"
	@echo "make later    renew the list of what the page loads after the first diagram"
	@echo "make cli      the command line, as one file that starts quickly"
	@echo "make extension  the extension for VS Code, on a desktop and in a browser: target/limn.vsix"
	@echo "make format   format the Rust sources"
	@echo "make clean    remove build results (not the tools)"

PORT ?= 8080
serve: setup
	@echo "Limn will be at http://127.0.0.1:$(PORT)/ once built; it is built again when a source changes. Ctrl+C ends."
	trunk serve --port $(PORT)

# After `bundle`, which writes the same file for tests, without the release's settings.
build: bundle
	trunk build --release

# Renews the list of functions that the first diagram does not need, by opening each sample of the page, and builds the page with it.
later: build browser
	. tests/browser/find.sh; node src/ui/build/trace.mjs
	trunk build --release

# Statically linked on Linux: starting takes half the time of checking a small file.
HOST   = $(shell rustc -vV | sed -n 's/^host: //p')
STATIC = $(if $(findstring linux-gnu,$(HOST)),-C target-feature=+crt-static -C relocation-model=static)
cli:
	RUSTFLAGS="$(STATIC)" cargo build --release --locked --bin limn --target $(HOST)
	@echo "It is target/$(HOST)/release/limn"

# The language server for editors in a browser.
server-web: setup
	node src/lsp/web/build.mjs

extension: server-web build
	node src/editors/vscode/pack.mjs target/limn.vsix

# Packages are installed first, one after the other, because apt has a lock. Then two parts run at a time: compiling uses every core, but linking the page
# and driving a browser use little more than one each. The browser is first, as its tests take longest. Cargo would take make's limit of two for its own.
unexport MAKEFLAGS MFLAGS
SELF := $(MAKE)
test: setup clients browser
	@$(SELF) --jobs=2 SIDE_BY_SIDE=1 test-browser lint test-wasm compile-native test-native

# Two chains: the page, then its browser tests; and all other parts one after the other, as they wait for the same lock of cargo.
ifdef SIDE_BY_SIDE
test-wasm: lint
compile-native: test-wasm
test-native: compile-native
endif

# One after the other, in one of the two parts: the second would only wait for cargo's lock.
release: setup bundle
	@$(SELF) server-web build

format:
	cargo fmt
	cargo fmt --manifest-path tests/fuzz/Cargo.toml

lint: setup bundle
	cargo fmt --check
	cargo fmt --check --manifest-path tests/fuzz/Cargo.toml
	cargo clippy --locked --all-targets -- -D warnings
	cargo clippy --locked --package limn-page --package limn-lsp-web --all-targets --target $(WASM) -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --exclude limn-page --exclude limn-lsp-web --no-deps --document-private-items
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --package limn-page --package limn-lsp-web --target $(WASM) --no-deps --document-private-items

# While the page is still built, which some native tests open.
compile-native: setup
	cargo test --locked --no-run

# A failure does not hide those of the tests after it.
test-native: clients release
	cargo test --locked --no-fail-fast

# Clients that the language server is tested with: Neovim, and a Python library. If one is missing, its tests are skipped; in `.ci/run`, they fail.
clients:
	@if ! command -v nvim >/dev/null && command -v apt-get >/dev/null; then \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  ($$sudo apt-get update -q && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends neovim) >/dev/null 2>&1 \
	    || echo "Neovim could not be installed"; \
	fi
	@if ! .tools/lsp-client/bin/python -c "import pytest_lsp" 2>/dev/null; then \
	  (python3 -m venv --clear .tools/lsp-client \
	    && .tools/lsp-client/bin/python -m pip install --quiet --disable-pip-version-check -r tests/lsp/requirements.txt) \
	    || echo "pytest-lsp could not be installed"; \
	fi

test-wasm: setup browser bundle
	. tests/browser/find.sh; cargo test --locked --package limn-page --target $(WASM) --test web

# The wasm tests use the text editor, too.
bundle: setup
	node src/ui/build/bundle.mjs

test-browser: release browser
	. tests/browser/find.sh; playwright test --config tests/browser/playwright.config.ts

bench: build browser
	rm -rf target/bench
	cargo bench --locked --bench pipeline
	cargo build --locked --release --bin limn
	-python3 tests/bench/peers.py target/release/limn target/bench/peers 1000
	node tests/bench/layout.mjs
	node tests/bench/lsp.mjs
	. tests/browser/find.sh; LIMN_BENCH=1 LIMN_SIZES=$(or $(SIZES),200,2000) $(if $(TURNS),LIMN_TURNS=$(TURNS)) \
	  playwright test --config tests/browser/playwright.config.ts bench/start bench/keys bench/text bench/open bench/canvas; node tests/bench/table.mjs

# Only what is compared with other libraries for diagrams: layouts with elkjs and dagre, the canvas with React Flow, on the same graphs.
# SIZES=10000 takes an hour.
SIZES ?=
TURNS ?=
peers: build browser
	cargo build --locked --release --bin limn
	node tests/bench/layout.mjs
	. tests/browser/find.sh; LIMN_BENCH=1 $(if $(SIZES),LIMN_SIZES=$(SIZES)) $(if $(TURNS),LIMN_TURNS=$(TURNS)) \
	  playwright test --config tests/browser/playwright.config.ts bench/canvas; node tests/bench/table.mjs

# Processor time of building the page, and its size. COMMIT=… for another commit, ALL=all to build the tools, too.
figures:
	tests/bench/build.sh $(or $(COMMIT),HEAD) $(ALL)

# Coverage-guided fuzzing by libFuzzer, which its crate contains: it needs only a C++ compiler. The sources are instrumented by flags of
# stable rustc, for one target, so that build scripts are not instrumented. LIMN_CORPUS=… adds a folder of documents to the seeds.
TARGET  ?= check
RUNS    ?= -1
FUZZ_SECONDS = $(or $(SECONDS),$(if $(filter -1,$(RUNS)),60,0))
COVER    = -Cpasses=sancov-module $(addprefix -Cllvm-args=-sanitizer-coverage-,level=3 inline-8bit-counters pc-table trace-compares)
FUZZ     = $(CURDIR)/target/fuzz
fuzz:
	CARGO_TARGET_DIR=$(FUZZ) RUSTFLAGS="$(COVER)" cargo build --release --locked --manifest-path tests/fuzz/Cargo.toml --bin limn-fuzz --target $(HOST)
	@mkdir -p $(addprefix $(FUZZ)/run/,corpus/$(TARGET) seeds/$(TARGET) finds/$(TARGET))
	LIMN_FUZZ_TARGET=$(TARGET) LIMN_FUZZ_WORK=$(FUZZ)/run $(FUZZ)/$(HOST)/release/limn-fuzz -max_len=3000 -timeout=20 -rss_limit_mb=2048 \
	  -runs=$(RUNS) -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -artifact_prefix=$(FUZZ)/run/finds/$(TARGET)/ \
	  $(FUZZ)/run/corpus/$(TARGET) $(FUZZ)/run/seeds/$(TARGET)

# The same without coverage: many more inputs, mutated from those that guided runs found. SEED=… selects others.
fuzz-random:
	CARGO_TARGET_DIR=$(FUZZ)-random cargo build --release --locked --manifest-path tests/fuzz/Cargo.toml --bin limn-random
	LIMN_FUZZ_TARGET=$(TARGET) LIMN_FUZZ_WORK=$(FUZZ)/run $(FUZZ)-random/release/limn-random $(FUZZ_SECONDS) $(or $(SEED),1)

# Longer runs of tests that `make test` runs briefly. The report of a failure lists the variables to set before `make`, which are explained at the start
# of each test file.
SECONDS  ?=
LANGUAGE ?=
KILLS    ?= 200
SEED     ?=
monkey: build browser
	. tests/browser/find.sh; $(if $(SECONDS),LIMN_SECONDS=$(SECONDS)) $(if $(LANGUAGE),LIMN_LANGUAGE=$(LANGUAGE)) $(if $(SEED),LIMN_SEED=$(SEED)) \
	  playwright test --config tests/browser/playwright.config.ts browser/monkey.spec

kills: build browser
	. tests/browser/find.sh; LIMN_KILLS=$(KILLS) $(if $(SEED),LIMN_SEED=$(SEED)) \
	  playwright test --config tests/browser/playwright.config.ts browser/kills.spec

# --- Setting up ------------------------------------------------------------------------------------------------------------

setup: .stamps/$(WASM) $(TOOLS)/bin/wasm-bindgen $(TOOLS)/bin/trunk node_modules/.package-lock.json
	@rm -rf $(TOOLS)/target

.stamps/$(WASM):
	rustup target add $(WASM)
	@mkdir -p .stamps && touch $@

# The tools are built without optimization, which is faster, except code that takes time at every change of the page: checksums (trunk), and reading and
# writing the program (wasm-bindgen).
QUICK = $(foreach crate,$(1),--config profile.release.package.$(crate).opt-level=$(2))
TOOL = CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=0 \
       CARGO_TARGET_DIR=$(TOOLS)/target cargo install --locked --no-default-features --root $(TOOLS)
WASM_CRATES = walrus wasmparser wasm-encoder wasm-bindgen-cli-support wasm-bindgen-cli hashbrown indexmap id-arena leb128fmt bitflags smallvec

# An installed tool is used if it has the required version; otherwise it is built here. The wasm-bindgen crate and tool must have the same version,
# and the tool includes a test runner.
FITTING = PATH="$(INSTALLED)"; found=$$(command -v $(1) || true); [ -n "$$found" ] && [ "$$("$$found" --version 2>/dev/null)" = "$(1) $(2)" ]

$(TOOLS)/bin/wasm-bindgen: Makefile
	@mkdir -p $(TOOLS)/bin
	@if [ "$$($@ --version 2>/dev/null)" = "wasm-bindgen $(WASM_BINDGEN)" ]; then :; \
	elif ($(call FITTING,wasm-bindgen,$(WASM_BINDGEN)) && command -v wasm-bindgen-test-runner >/dev/null); then \
	  for tool in wasm-bindgen wasm-bindgen-test-runner; do ln -sf "$$(PATH="$(INSTALLED)" command -v $$tool)" $(TOOLS)/bin/$$tool; done; \
	else $(TOOL) wasm-bindgen-cli --version $(WASM_BINDGEN) $(call QUICK,$(WASM_CRATES),2); fi
	@touch -ch $@ 2>/dev/null || true

$(TOOLS)/bin/trunk: Makefile
	@mkdir -p $(TOOLS)/bin
	@if [ "$$($@ --version 2>/dev/null)" = "trunk $(TRUNK)" ]; then :; \
	elif ($(call FITTING,trunk,$(TRUNK))); then ln -sf "$$(PATH="$(INSTALLED)" command -v trunk)" $@; \
	else $(TOOL) trunk --version $(TRUNK) $(call QUICK,sha2,3); fi
	@touch -ch $@ 2>/dev/null || true

node_modules/.package-lock.json: package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# A browser and its driver, for the tests only.
browser:
	@. tests/browser/find.sh; \
	if [ -z "$$CHROMIUM" ] || [ -z "$$CHROMEDRIVER" ]; then \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  echo "no Chromium with its driver was found: installing Debian's"; \
	  $$sudo apt-get update; $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium chromium-driver; \
	fi

clean:
	rm -rf dist target .stamps test-results playwright-report
