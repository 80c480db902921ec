#!/bin/sh
# Installs the Debian packages that the tests need and that are not there yet: a browser, PostgreSQL, Redis, systemd's
# own checks of units (systemd itself need not run), strace for the simulated power cuts.
# Playing needs none of them.
set -eu

stop() {
    echo "Tableside: $*" >&2
    exit 1
}

is_there() {
    case $1 in
    chromium) command -v chromium || command -v chromium-browser ;;
    postgresql) command -v initdb || ls /usr/lib/postgresql/*/bin/initdb ;;
    redis-server) command -v redis-server || ls /usr/sbin/redis-server ;;
    strace) command -v strace ;;
    systemd) command -v systemd-analyze ;;
    esac >/dev/null 2>&1
}

missing=
for package in chromium postgresql redis-server strace systemd; do
    is_there "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null 2>&1 ||
    stop "the tests need$missing. There is no apt-get here: install them in your system's own way."
as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || stop "the tests need$missing. As root: apt-get install$missing"
    as_root=sudo
fi

echo "Tableside: installing$missing for the tests ..."
apt="env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300"
# shellcheck disable=SC2086  # lists of words
if ! { $as_root $apt update && $as_root $apt install -y --no-install-recommends $missing; }; then
    stop "the tests need$missing, and apt-get could not install them. By hand: sudo apt-get install$missing"
fi
