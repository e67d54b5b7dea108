# duecal: `make demo` builds and shows it, `make test` tests it, `make help` lists the rest.

PREFIX ?= /usr/local
# A shell does not expand a tilde in PREFIX=~/…, so it is expanded here.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
DESTDIR ?=
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/duecal
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
VIMDIR ?= $(PREFIX)/share/vim/vimfiles
NVIMDIR ?= $(PREFIX)/share/nvim/site
EMACSDIR ?= $(PREFIX)/share/emacs/site-lisp
KATEDIR ?= $(PREFIX)/share/org.kde.syntax-highlighting/syntax
SHELL := /bin/sh

# Functions in sections of their own let the linker (gold, Swift's own choice) drop those that nothing calls, and keep one of
# equal ones.
# Without debug information, which `make install` strips, a release is built in a tenth less time.
RELEASE_FLAGS := -c release --static-swift-stdlib -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xcc -ffunction-sections -Xcc -fdata-sections -Xlinker --icf=safe
# Two builds in one folder: debug for tests, a static release for everything that runs the command. A release compiles only what
# the product needs: SwiftNIO and its packages for duecal-net, not for duecal.
RELEASE := swift build $(RELEASE_FLAGS) --product
DEBUG := swift build --build-tests --explicit-target-dependency-import-check error
BINARY := .build/release/duecal
NET_BINARY := .build/release/duecal-net
NET_DEBUG := .build/debug/duecal-net
CHECKS := .build/release/duecal-checks
RULE_TOOLS := Benchmarks/.build/release

# The commit that --version names; a tree without its history has none.
export DUECAL_COMMIT := $(shell [ ! -e .git ] || git describe --always --dirty --abbrev=12 --exclude='*')

# Files that others wrote, if there is a checkout of them next to this one.
ifneq ($(wildcard ../shared/corpora),)
export DUECAL_CORPORA ?= $(abspath ../shared/corpora)
endif
export DUECAL_BINARY := $(abspath $(BINARY))
export DUECAL_CHECKS := $(abspath $(CHECKS))

.PHONY: help setup build quick mutants modules first-picture editor-pictures api net checks debug caldav-times demo docs docc test unit judges oracles oracle simulation privacy accepting readers samples network \
  network-hostile caldav caldav-times torture random-changes random-editing torture-sync torture-servers random-servers sync-accidents sync-days vault-days instants compare-sync damage fuzz random \
  random-sync random-shared \
	lint bench identity install uninstall deb test-editors record-editors test-clients test-network test-serve test-servers clean

help:
	@echo "To build and use:"
	@echo "  make demo           build a release, and show in twenty lines what it does"
	@echo "  make build          build the release of duecal"
	@echo "  make net            build duecal-net, which reads calendars from http and https"
	@echo "  make install        install to PREFIX (now $(PREFIX)); make uninstall removes it"
	@echo "  make deb            build a Debian package in .build/"
	@echo "  make setup          install what the other targets need"
	@echo "  make clean          remove what was built"
	@echo "To check a change:"
	@echo "  make debug          build everything for tests; make checks builds a release of the program duecal-checks"
	@echo "  make quick          run the unit tests of what has changed"
	@echo "  make unit           run all unit tests"
	@echo "  make lint           check format, imports, layers, calls, pages, messages, words and public declarations"
	@echo "  make test           run the tests of the core: unit, judges, samples"
	@echo "  make test-network   run the tests of the trait Network: network, caldav"
	@echo "  make judges         run the oracles and readers of make test; make oracles without the readers"
	@echo "  make readers        read what duecal writes with other libraries"
	@echo "  make samples        build and run the packages of Samples/"
	@echo "  make network        try a server on loopback that does everything wrong"
	@echo "  make caldav         try CalDAV servers on loopback"
	@echo "  make mutants        change COUNT=10 operators of each module, or of MODULE=ICalendar, and count noticed changes"
	@echo "Longer checks:"
	@echo "  make oracle         compare a million rules with other libraries"
	@echo "  make simulation     import calendars into 1,000 files while items move and a person edits"
	@echo "  make privacy        look for words of lines that are left out in the feeds of COUNT=5000 outlines"
	@echo "  make accepting      give what import writes from each calendar to check and export"
	@echo "  make torture        kill and disturb the command at each of its system calls"
	@echo "  make damage         damage the state, a store and a cache 10,000 times each"
	@echo "  make fuzz           look for inputs that break something, SECONDS=60 or RUNS=1000000 for each kind"
	@echo "  make random         do STEPS=100000 random operations on each store, and compare them with the reference"
	@echo "  make random-changes change texts CHANGES=1000000 times, and compare them with texts that are read again"
	@echo "  make random-editing change texts in three encodings 1,000,000 times, try 10,000 actions, cut 10,000,000 messages"
	@echo "  make random-sync    do STEPS=100000 random changes of two synced stores, and compare them"
	@echo "  make torture-sync   kill a sync at each of its system calls"
	@echo "  make random-shared  change files that two machines share, and a phone, in SEEDS=300 runs of 200 steps"
	@echo "  make torture-servers  kill a sync with six CalDAV servers at each of its requests (installs them)"
	@echo "  make random-servers  do DUECAL_STEPS=5000 random changes of synced servers (installs them)"
	@echo "  make sync-accidents  do to synced task files and stores what goes wrong with folders, stores and clocks"
	@echo "  make sync-days      sync two machines and a phone every five minutes for DAYS=30"
	@echo "  make vault-days     sync a vault of NOTES=300 notes and a phone for DAYS=30"
	@echo "  make instants       read, move, sync and export items of nine programs in 70 zones whose data change, with five readers"
	@echo "  make network-hostile  give the release of duecal-net hostile answers of 3 and 6 MB"
	@echo "  make test-editors   drive Neovim, Vim, Emacs and Kate with duecal lsp (installs them)"
	@echo "  make record-editors  record 10,000 batches of changes of these editors, and compare the texts on both sides"
	@echo "  make test-clients   show a feed and tasks to Thunderbird, GNOME's calendar and others (installs them)"
	@echo "  make test-serve   send the server what clients send, also through nginx and Caddy (installs them)"
	@echo "  make test-servers   write to Cyrus with a replica, DAViCal and SOGo (installs them)"
	@echo "To measure and to write:"
	@echo "  make bench          print the figures of Docs/Performance.md"
	@echo "  make caldav-times   build what make bench ONLY=stores runs"
	@echo "  make compare-sync   measure a sync beside vdirsyncer, calcurse-caldav and org-caldav (installs them)"
	@echo "  make identity       count how often edited lines are recognised"
	@echo "  make docs           write the manual pages and completions"
	@echo "  make docc           make the pages of the libraries, in .build/docc"
	@echo "  make api            list the public declarations of the libraries in Docs/API"
	@echo "  make first-picture  draw the picture of the README"
	@echo "  make modules        draw the modules of Package.swift in Docs/Modules.svg"
	@echo "  make editor-pictures  make the pictures of Docs/Editors.md (installs the editors)"

setup:
	@scripts/setup

build: setup
	$(RELEASE) duecal

net: setup
	$(RELEASE) duecal-net

# The program of the checks that need an optimised build.
checks: build
	$(RELEASE) duecal-checks

# What `make bench ONLY=stores` runs.
caldav-times: setup
	$(RELEASE) duecal-caldav-times

# A debug build of everything, for tests.
debug: setup
	$(DEBUG)

demo: build
	@scripts/demo $(BINARY)

# The picture that opens the README.
first-picture: build
	python3 scripts/first-picture.py $(BINARY)

test: build unit judges samples

# The tests that need a server on loopback.
test-network: network caldav

unit: checks debug
	@scripts/in-memory swift test --skip-build >.build/unit.log 2>&1 \
	  || { grep -E '^✘|rror:|^ +|Fatal' .build/unit.log | head -100; exit 1; }
	@grep -h 'Test run with' .build/unit.log

# The unit tests of the modules that have changed, since SINCE=main or another commit; or those of MODULE.
quick: setup
	python3 scripts/quick.py $(or $(MODULE),$(SINCE))

# Changes COUNT operators of each module, or of MODULE, and lists the changes that no test notices.
mutants: setup
	python3 scripts/mutants.py --count $(or $(COUNT),10) $(MODULE)

# Tests that take too long in a debug build, or compare with other implementations. Each uses one core; the longest come first.
ORACLES := $(addprefix ask-,vault exports privacy accepting hostile growth terminal torture damage rules merges coder zones mutations state conformance sentences \
  vtimezones upgrade editors small)
TOGETHER := $(MAKE) --no-print-directory --output-sync=target --jobs=$(shell nproc)
.PHONY: $(ORACLES) ask-readers

judges: checks
	@$(TOGETHER) ask-readers $(ORACLES)

oracles: checks
	@$(TOGETHER) $(ORACLES)

ask-vault:
	scripts/in-memory python3 Tests/Torture/vault_days.py $(BINARY) --notes 40 --days 5 --lists one
	scripts/in-memory python3 Tests/Torture/vault_days.py $(BINARY) --notes 40 --days 5 --seed 2

ask-exports:
	python3 Tests/Oracles/exports.py $(BINARY)
ask-privacy:
	python3 Tests/Oracles/privacy.py $(BINARY) 500
# Some of the calendars; `make accepting` takes all.
ask-accepting:
	python3 Tests/Oracles/accepting.py $(BINARY) 60
ask-hostile:
	python3 Tests/Oracles/hostile.py $(BINARY)
# Compares the costs of commands on inputs of two sizes.
ask-growth:
	python3 Tests/Oracles/growth.py $(BINARY)
ask-terminal:
	python3 Tests/Oracles/terminal.py $(BINARY)
ask-torture:
	python3 Tests/Torture/torture.py $(BINARY) $(CHECKS) --short
ask-damage:
	python3 Tests/Oracles/damage.py $(CHECKS)
ask-rules:
	python3 Tests/Oracles/rules.py $(CHECKS)
	python3 Tests/Oracles/rule_cases.py $(CHECKS)
	python3 Tests/Oracles/never.py $(CHECKS)
# Random changes of both sides of an item, merged by a sync, an import, a stored line and a text.
ask-merges:
	$(CHECKS) merges 100000 1
# Needs the calendar of Python only.
ask-sentences:
	python3 Tests/Oracles/sentences.py $(BINARY)
ask-coder:
	[ -z "$(DUECAL_CORPORA)" ] || $(CHECKS) coder $(DUECAL_CORPORA)/ics >.build/coder.txt
	[ -z "$(DUECAL_CORPORA)" ] || tail -1 .build/coder.txt
ask-zones:
	python3 Tests/Oracles/zones.py $(CHECKS)
ask-mutations:
	python3 Tests/Oracles/mutations.py $(CHECKS)
# The index of the backups and the ledger of reminders, each damaged in 10,000 ways.
ask-state:
	folder=$$(mktemp -d -p "$$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)"); $(CHECKS) state $$folder 10000; \
	  status=$$?; rm -rf "$$folder"; exit $$status
ask-conformance:
	python3 Tests/Oracles/conformance.py $(BINARY)
ask-vtimezones:
	$(CHECKS) vtimezones
	python3 Tests/Oracles/vtimezones.py $(CHECKS)
	python3 Tests/Oracles/keeping.py $(BINARY)
	python3 Tests/Oracles/instants.py $(BINARY) --short
# Files of earlier versions: see Tests/Upgrade/README.md.
# The client of pytest-lsp as each editor that it knows.
ask-editors:
	Tests/EditorClients/run $(BINARY)
ask-upgrade:
	python3 -m unittest discover -q Tests/Upgrade
ask-small:
	python3 scripts/docs.py --check $(BINARY)
	python3 scripts/first-picture.py --check $(BINARY)
	scripts/demo --check $(BINARY)
	python3 -m unittest discover -q Tests/Oracles
	python3 Tests/Oracles/import_simulation.py $(BINARY)
# Independent readers of calendars and task files, from PyPI.
ask-readers:
	Tests/Readers/run $(BINARY)

# Searches the feeds of COUNT outlines for words of lines that are left out.
privacy: build
	python3 Tests/Oracles/privacy.py $(BINARY) $(or $(COUNT),5000)

# Gives what import writes from each calendar to check and export; some minutes.
accepting: build
	python3 Tests/Oracles/accepting.py $(BINARY)

# The same with a million rules, and with other libraries; half an hour and more.
oracle: checks
	$(MAKE) --no-print-directory -C Benchmarks tools
	python3 Tests/Oracles/libraries.py $(CHECKS) $(RULE_TOOLS)
	python3 Tests/Oracles/libraries.py $(CHECKS) $(RULE_TOOLS) 100000
	printf '%s\n' 2 3 | xargs -P 2 -n 1 nice -n 19 python3 Tests/Oracles/rules.py $(CHECKS) 500000
	python3 Tests/Oracles/never.py $(CHECKS) 100000

# A thousand task files with calendars between which items move; some minutes.
simulation: build
	python3 Tests/Oracles/import_simulation.py $(BINARY) 1000

# Everything that can go wrong while a file is written; two hours, most of it for 100,000 random kills.
torture: checks
	@scripts/setup torture
	python3 Tests/Torture/torture.py $(BINARY) $(CHECKS)

# Damaged files of the state, of stores and of caches, 10,000 of each; some minutes.
damage: checks
	python3 Tests/Oracles/damage.py $(CHECKS) 10000

# Each property of Tests/FuzzedProperties for SECONDS, or with RUNS inputs; `make fuzz SECONDS=600 ONLY=coder` tests only one,
# `make fuzz RUNS=10000000 ONLY="json frames"` two.
SECONDS ?= 60
RUNS ?=
fuzz: setup
	DUECAL_HELPERS=1 swift build --package-path Fuzzing -c release --product duecal-fuzz -Xswiftc -sanitize=fuzzer,address
	python3 Fuzzing/run.py $(if $(RUNS),--runs $(RUNS)) $(SECONDS) $(ONLY)

# Random operations on stores, compared with the reference, in an optimised build: STEPS on memory and SQLite, a tenth of them
# on a folder. `make random SEED=7 STEPS=1000000` takes minutes.
STEPS ?= 100000
SEED ?= 1
random: setup
	@$(MAKE) --no-print-directory -C Benchmarks random STEPS=$(STEPS) SEED=$(SEED)

# Random changes of texts, each compared with the text that is read again.
CHANGES ?= 1000000
random-changes: checks
	$(CHECKS) replace $(CHANGES)

# Random batches of changes in three encodings, each compared with a simple model, and actions of an editor compared with the
# commands; some minutes.
random-editing: debug
	DUECAL_STEPS=1000000 scripts/in-memory swift test --skip-build --filter randomBatchesLeaveTheTextOfANaiveModel
	DUECAL_STEPS=10000 scripts/in-memory swift test --skip-build --filter actionsWriteTheBytesOfTheCommands
	DUECAL_STEPS=10000000 scripts/in-memory swift test --skip-build --filter randomBytesAreCutTheSameWayHoweverTheyArrive

# Random changes of two synced stores, some of them interrupted: STEPS in memory, a fifth of them on each kind of files.
random-sync: checks
	$(CHECKS) sync memory $(STEPS) $(SEED)
	printf '%s\n' sqlite vdir tasks | xargs -P 2 -I KIND $(CHECKS) sync KIND $$(($(STEPS) / 5)) $(SEED)

# Two machines that share three files, and a phone: SEEDS runs of 200 changes, in which a machine loses or restores its states
# in half of them; about an hour.
SEEDS ?= 300
random-shared: debug
	DUECAL_STEPS=$(SEEDS) DUECAL_ROUNDS=50 scripts/in-memory swift test --skip-build --filter SharedFilesTests

# Syncs killed at each of their system calls.
torture-sync: checks
	@scripts/setup torture
	python3 Tests/Torture/torture.py $(BINARY) $(CHECKS) --sync

# Syncs with servers, killed at each of their requests; random changes of servers that are synced. Half an hour each.
ALL_SERVERS = radicale xandikos cyrus davical sogo faulty
torture-servers: net
	scripts/setup servers
	Tests/Servers/install
	Tests/Servers/run.py $(ALL_SERVERS) -- python3 Tests/Servers/sync_kills.py $(NET_BINARY)

random-servers: debug
	scripts/setup servers
	Tests/Servers/install
	DUECAL_STEPS=$${DUECAL_STEPS:-5000} Tests/Servers/run.py $(ALL_SERVERS) -- scripts/caldav-tests --filter ServerTrialTests

# The fourteen accidents, with task files and each kind of store on this machine; some minutes.
sync-accidents: build
	scripts/in-memory python3 Tests/Torture/accidents.py $(BINARY)

# Two machines whose task files another tool copies, and a phone: 288 runs a day on each machine, half an hour for 30 days.
# `make sync-days DAYS=3 SEED=7 OPTIONS=--go-on` goes on after a fault; the script lists all options.
DAYS ?= 30
sync-days: build
	scripts/in-memory python3 Tests/Torture/sync_days.py $(BINARY) --days $(DAYS) --seed $(SEED) $(OPTIONS)

# `make vault-days NOTES=300 DAYS=30 SEED=7 OPTIONS='--lists one'`.
NOTES ?= 300
vault-days: build
	scripts/in-memory python3 Tests/Torture/vault_days.py $(BINARY) --notes $(NOTES) --days $(DAYS) --seed $(SEED) $(OPTIONS)

# Items with the VTIMEZONEs of nine programs, in each zone that changed from tz 2024a to 2026f and in 40 others; ten minutes and more.
instants: build
	Tests/Instants/run $(abspath $(BINARY))

readers: build
	@$(TOGETHER) ask-readers

# The packages of Samples/, built as users build them.
samples: setup
	Tests/Samples/run

# A server on loopback that does everything wrong, and small hostile answers.
network: build debug
	python3 Tests/Network/fetching.py $(NET_DEBUG) .build/debug/duecal-fetch-checks $(BINARY)
	python3 -m unittest discover -q Tests/Network
	python3 Tests/Network/hostile.py --short $(NET_DEBUG)

# The same answers with 3 and 6 MB; the release takes minutes to build.
network-hostile: net
	python3 Tests/Network/hostile.py $(NET_BINARY)

# CalDAV servers on loopback: two from PyPI, one of our own that makes mistakes on demand, and `duecal serve`.
caldav: debug
	Tests/Servers/install
	python3 -m unittest discover -q Tests/Servers
	Tests/Servers/run.py radicale xandikos faulty duecal -- scripts/caldav-tests
	Tests/Servers/run.py radicale xandikos faulty -- python3 Tests/Servers/extras.py $(NET_DEBUG)
	Tests/Servers/run.py radicale xandikos faulty -- python3 Tests/Servers/changing.py $(NET_DEBUG)
	python3 Tests/Upgrade/check_mirror.py $(NET_DEBUG)

# `duecal serve` and what clients send, slow and many connections, and nginx and Caddy in front of it.
test-serve: debug
	scripts/setup proxies
	cd Tests/Servers && DUECAL_NET=$(abspath $(NET_DEBUG)) PYTHONPATH=../Clients python3 -W ignore -m unittest -q wire endurance proxies

# Servers from Debian, one of them with a replica; some are large, so this is not part of `make test`.
test-servers: debug
	scripts/setup servers
	Tests/Servers/install
	Tests/Servers/run.py $(ALL_SERVERS) -- scripts/caldav-tests
	Tests/Servers/run.py cyrus davical sogo -- python3 Tests/Servers/extras.py $(NET_DEBUG)
	Tests/Servers/run.py cyrus davical sogo -- python3 Tests/Servers/changing.py $(NET_DEBUG)
	DUECAL_FAILOVER=1 Tests/Servers/run.py cyrus -- scripts/caldav-tests --filter FailOver

# The table of Docs/SyncComparison.md; an hour or more.
compare-sync: net
	Benchmarks/sync/run $(NET_BINARY)

# Real clients, with a web server and CalDAV servers on loopback; some are large, so this is not part of `make test`.
test-clients: build net
	scripts/setup clients
	scripts/setup servers
	Tests/Clients/run $(BINARY) $(NET_BINARY)
	Tests/Clients/sync $(NET_BINARY)

# Real editors with real keys.
test-editors: build
	scripts/setup editors
	Tests/EditorClients/run $(BINARY)
	.build-editors/bin/python Tests/EditorClients/neovim.py $(BINARY)
	Tests/EditorClients/eglot $(BINARY)
	Tests/EditorClients/ale $(BINARY)
	Tests/EditorClients/kate.py $(BINARY)
	Tests/EditorClients/ycm $(BINARY)

# What real editors send while a person types, with SEED=1 or another.
record-editors: build
	scripts/setup editors
	Tests/EditorClients/install
	.build-editors/bin/python Tests/EditorClients/record.py --seed $(or $(SEED),1) $(BINARY)

lint: setup
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests \
	  Fuzzing/Package.swift Fuzzing/Sources Samples
	$(DEBUG)
	python3 scripts/imports.py
	python3 scripts/modules.py --check
	python3 scripts/calls.py
	python3 scripts/docc.py
	python3 scripts/messages.py
	python3 scripts/api.py --check
	python3 scripts/pages.py
	python3 scripts/prose.py
	python3 scripts/words.py
	git ls-files '*.md' '*.swift' '*.py' '*.h' '*.c' scripts Makefile | grep -v '^Tests/Fuzzed\|rfc5545/' | xargs codespell -I scripts/spelling.txt

# The pages of all libraries that others use, in .build/docc.
docc: debug
	python3 scripts/docc.py --build

bench: build
	@$(MAKE) --no-print-directory -C Benchmarks ONLY="$(ONLY)" COUNTS="$(COUNTS)"

identity: setup
	@$(MAKE) --no-print-directory -C Benchmarks identity SEEDS="$(SEEDS)"

# The public declarations of each library, so that a change of them is visible in review.
api: debug
	python3 scripts/api.py

# The picture that opens Docs/Design.md.
modules: setup
	python3 scripts/modules.py

# The pictures of Docs/Editors.md, or those of EDITORS="neovim vim".
editor-pictures: build
	scripts/setup editors
	Tests/EditorClients/install
	.build-editors/bin/python scripts/editor-pictures.py $(BINARY) $(EDITORS)

docs: build
	python3 scripts/docs.py $(BINARY)

# Files that contain the path of the command.
PLACED := README.md $(addprefix examples/cron/,crontab import.crontab remind.crontab sync.crontab) \
	$(addprefix examples/systemd/duecal-,export.service import.service remind.service serve.service sync.service)

VIM_FILES := ftdetect/taskpaper.vim ftplugin/taskpaper.vim syntax/taskpaper.vim $(addprefix ale_linters/,taskpaper/duecal.vim markdown/duecal.vim)

# Under sudo nothing is built: root has no Swift on its PATH, and would own the build. duecal-net is installed if `make net` has
# built it.
install: $(if $(SUDO_UID),$(BINARY),build)
	install -d $(addprefix $(DESTDIR),$(PREFIX)/bin $(MANDIR)/man1 $(BASHDIR) $(ZSHDIR) $(FISHDIR) $(DOCDIR)/examples) \
	  || { echo 'try `sudo make install`, or `make install PREFIX=~/.local`' >&2; exit 1; }
	install -m 755 -s $(BINARY) $(DESTDIR)$(PREFIX)/bin/duecal
	@if [ -e $(NET_BINARY) ]; then set -x; install -m 755 -s $(NET_BINARY) $(DESTDIR)$(PREFIX)/bin/duecal-net; \
	else echo 'without duecal-net, which reads calendars from https: `make net` builds it'; fi
	install -m 644 Shipping/man/*.1 $(DESTDIR)$(MANDIR)/man1
	install -m 644 Shipping/completions/duecal.bash $(DESTDIR)$(BASHDIR)/duecal
	install -m 644 Shipping/completions/_duecal $(DESTDIR)$(ZSHDIR)/_duecal
	install -m 644 Shipping/completions/duecal.fish $(DESTDIR)$(FISHDIR)/duecal.fish
	install -m 644 README.md $(wildcard Docs/*.md Docs/*.png Docs/*.svg) $(DESTDIR)$(DOCDIR)
	cp -R Samples/. $(DESTDIR)$(DOCDIR)/examples
	install -d $(addprefix $(DESTDIR),$(VIMDIR) $(NVIMDIR) $(EMACSDIR) $(KATEDIR) $(DOCDIR)/editors)
	cp -R Shipping/editors/vim/. $(DESTDIR)$(VIMDIR)
	cp -R Shipping/editors/vim/. Shipping/editors/nvim/. $(DESTDIR)$(NVIMDIR)
	install -m 644 Shipping/editors/emacs/taskpaper-mode.el $(DESTDIR)$(EMACSDIR)
	install -m 644 Shipping/editors/kate/taskpaper.xml $(DESTDIR)$(KATEDIR)
	install -m 644 Shipping/editors/kate/lspclient.json $(DESTDIR)$(DOCDIR)/editors/kate-lspclient.json
	rm -f $(DESTDIR)$(DOCDIR)/examples/*/Package.resolved
	sed -i 's|/usr/local/bin|$(abspath $(PREFIX))/bin|g; s|^PATH=/usr/bin:|PATH=|' $(addprefix $(DESTDIR)$(DOCDIR)/,$(PLACED))

$(BINARY):
	@echo "first \`make build\`, not as root" >&2; exit 1

# Removes only what `install` installs, and folders that are then empty.
uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,duecal duecal-net) $(DESTDIR)$(BASHDIR)/duecal $(DESTDIR)$(ZSHDIR)/_duecal
	rm -f $(DESTDIR)$(FISHDIR)/duecal.fish
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/man1/,$(notdir $(wildcard Shipping/man/*.1)))
	rm -f $(addprefix $(DESTDIR)$(DOCDIR)/,README.md $(notdir $(wildcard Docs/*.md Docs/*.png Docs/*.svg)))
	rm -f $(addprefix $(DESTDIR)$(DOCDIR)/examples/,$(shell cd Samples && find . -type f))
	rm -f $(addprefix $(DESTDIR)$(VIMDIR)/,$(VIM_FILES)) $(addprefix $(DESTDIR)$(NVIMDIR)/,$(VIM_FILES) lua/duecal.lua)
	rm -f $(DESTDIR)$(EMACSDIR)/taskpaper-mode.el $(DESTDIR)$(KATEDIR)/taskpaper.xml $(DESTDIR)$(DOCDIR)/editors/kate-lspclient.json
	[ ! -d $(DESTDIR)$(DOCDIR) ] || find $(DESTDIR)$(DOCDIR) -depth -type d -empty -delete

deb: build net
	scripts/setup deb
	scripts/deb

clean:
	rm -rf .build Benchmarks/.build Fuzzing/.build .build-samples
