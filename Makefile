# duecal: `make demo` builds and shows it, `make test` tests it, `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
SHELL := /bin/sh

# Two builds in all: debug for the unit tests, a static release for everything that runs the command.
RELEASE := swift build -c release --static-swift-stdlib
DEBUG := swift build --build-tests --explicit-target-dependency-import-check error
BINARY := .build/release/duecal
CHECKS := .build/release/duecal-checks

# Files that others wrote, where a checkout of them lies beside this one.
ifneq ($(wildcard ../shared/corpora),)
export DUECAL_CORPORA ?= $(abspath ../shared/corpora)
endif
export DUECAL_BINARY := $(abspath $(BINARY))
export DUECAL_CHECKS := $(abspath $(CHECKS))

.PHONY: help setup build demo test unit oracles readers torture lint bench install clean

help:
	@echo "make demo       build a release, export Samples/ and show the calendar"
	@echo "make test       run all tests"
	@echo "make torture    kill and disturb the command at each of its calls of the system"
	@echo "make lint       check format, imports and the table of modules"
	@echo "make bench      print the figures of Docs/Performance.md"
	@echo "make install    install to PREFIX (now $(PREFIX))"
	@echo "make clean      remove what was built"

setup:
	@scripts/setup

build: setup
	$(RELEASE)

demo: build
	@$(BINARY) export Samples --zone Europe/Berlin --name Samples -o .build/samples.ics
	@cat .build/samples.ics
	@echo
	@echo "This is .build/samples.ics: import it, or try: $(BINARY) export --help"

test: build unit oracles readers

unit: setup
	$(DEBUG)
	swift test --skip-build --quiet

# What takes too long in debug, and what another implementation has to say.
oracles: build
	python3 -m unittest discover -q Tests/Oracles
	python3 Tests/Oracles/mutations.py $(CHECKS)
	python3 Tests/Oracles/zones.py $(CHECKS)
	python3 Tests/Oracles/exports.py $(BINARY)
	python3 Tests/Torture/torture.py $(BINARY) --short

# Everything that can go wrong while a file is written; some minutes.
torture: build
	@scripts/setup strace
	python3 Tests/Torture/torture.py $(BINARY)

# Independent readers of what is written, from PyPI.
readers: build
	Tests/Readers/run $(BINARY)

lint: setup
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources
	$(DEBUG)
	python3 scripts/imports.py

bench: build
	@$(MAKE) --no-print-directory -C Benchmarks ONLY="$(ONLY)"

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/duecal

clean:
	rm -rf .build Benchmarks/.build
