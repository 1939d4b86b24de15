# weft: the tasks of the project. On a fresh machine with Go and make, `make demo` and `make test` are all that is needed.

GO      ?= go
BIN     := bin/weft
PKGS    := ./...
BENCH   ?= .
FUZZ    ?= 20s
N       ?= 2000
SEED    ?= 1
RACECASES ?= 25
TESTFLAGS ?=
EXAMPLE := examples/mixed
TOOLS   := ./.ci/count ./.ci/release
VERSION ?= $(shell git describe --tags --match 'v*' --always --dirty | sed 's/^v//')
DIST    ?= dist
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64

.PHONY: build demo test race browser faults lint fmt bench fuzz docs release clean

build: ## bin/weft
	@$(GO) build -trimpath $(if $(VERSION),-ldflags "-X main.version=$(VERSION)") -o $(BIN) ./cmd/weft

demo: build ## the main job on the shipped example
	@./.ci/demo $(BIN) $(EXAMPLE)

test: ## every test
	@$(GO) test -timeout 20m $(TESTFLAGS) $(PKGS) ./.ci/release
	@$(GO) test -C examples/policy -count=1 $(TESTFLAGS) ./...

race: ## every test again, under the race detector; random cases fewer, since it is what runs at once that it looks at
	@RAPID_CHECKS=$(RACECASES) $(GO) test -race -timeout 20m $(TESTFLAGS) $(PKGS)

browser: ## the HTML report in headless Chromium; installs what that takes
	@./.ci/browser-tools
	@WEFT_BROWSER=required $(GO) test -count=1 $(TESTFLAGS) -run '^TestInBrowser$$' ./plan/view/report -v

faults: ## N random schedules of faults, from SEED, through the whole of weft in virtual time
	@$(GO) test -count=1 -timeout 60m $(TESTFLAGS) -run '^TestSchedules$$' ./faults -v -schedules $(N) -seed $(SEED)

lint: ## formatting, vet, staticcheck, and a tidy go.mod
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "gofmt needed:"; echo "$$out"; exit 1; fi
	@$(GO) vet $(PKGS) $(TOOLS)
	@$(GO) vet -C examples/policy ./...
	@$(GO) tool staticcheck $(PKGS) $(TOOLS)
	@$(GO) mod tidy -diff

fmt: ## format every Go file
	@gofmt -w .

bench: ## benchmarks, in benchstat's form; BENCH=regexp chooses
	@$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem $(PKGS) | grep -v -e 'no test files' -e '^ok ' -e '^PASS'

fuzz: ## every fuzz target for FUZZ each
	@for pkg in $$($(GO) list $(PKGS)); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZ) $$pkg || exit 1; \
		done; \
	done

docs: ## write the reference pages and what console blocks show anew; read the difference
	@$(GO) test ./intent -run '^TestLanguagePage$$' -update
	@$(GO) test ./cmd/weft -run '^(TestCommandPage|TestDocs)$$' -update

release: ## static binaries for PLATFORMS in DIST, with checksums and bills of materials; the same commit gives the same bytes
	@$(GO) run ./.ci/release -version "$(VERSION)" -time "$$(git log -1 --format=%ct)" -dist "$(DIST)" -platforms "$(PLATFORMS)"

clean: ## remove what the tasks made
	@rm -rf bin demo-out dist
