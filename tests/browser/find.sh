# Sourced by the Makefile: finds a Chromium and its driver, unless the caller named them.
# Two packages named `chromium-browser` exist; the one that only asks for a snap is not a browser, hence the order.
first() { local name; for name; do command -v "$name" && return; done; true; }
export CHROMIUM="${CHROMIUM:-$(first chromium google-chrome google-chrome-stable chromium-browser)}"
export CHROMEDRIVER="${CHROMEDRIVER:-$(first chromedriver)}"
