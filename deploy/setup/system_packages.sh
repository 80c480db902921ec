#!/bin/sh
# Installs the Debian packages that the tests need and that are not there yet: a browser (and the same one without
# windows, where there is a package of it: it does the same at half the work), PostgreSQL, Redis, Caddy and
# nginx with openssl for a certificate, systemd's own checks of units (systemd itself need not run), strace for the
# simulated power cuts, iproute2 and util-linux for a phone that leaves the Wi-Fi and a disk that is full. Playing
# needs none of them, and none is started here: the tests start their own.
set -eu

stop() {
    echo "Tableside: $*" >&2
    exit 1
}

is_there() {
    case $1 in
    chromium) command -v chromium || command -v chromium-browser ;;
    chromium-headless-shell) command -v chromium-headless-shell || ! apt-cache show chromium-headless-shell ;;
    postgresql) command -v initdb || ls /usr/lib/postgresql/*/bin/initdb ;;
    caddy) command -v caddy ;;
    nginx) command -v nginx || ls /usr/sbin/nginx ;;
    openssl) command -v openssl ;;
    redis-server) command -v redis-server || ls /usr/sbin/redis-server ;;
    strace) command -v strace ;;
    iproute2) command -v ip || ls /usr/sbin/ip ;;
    util-linux) command -v unshare && command -v nsenter ;;
    systemd) command -v systemd-analyze ;;
    esac >/dev/null 2>&1
}

missing=
packages="caddy chromium chromium-headless-shell iproute2 nginx openssl postgresql redis-server strace systemd util-linux"
for package in $packages; do
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
# While this file says no, Debian's packages start no service: two web servers would fight over port 80.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ] && printf '#!/bin/sh\nexit 101\n' | $as_root sh -c "cat >$policy && chmod 755 $policy"; then
    trap '$as_root rm -f $policy' EXIT
    trap 'exit 1' HUP INT TERM
fi
# shellcheck disable=SC2086  # lists of words
if ! { $as_root $apt update && $as_root $apt install -y --no-install-recommends $missing; }; then
    stop "the tests need$missing, and apt-get could not install them. By hand: sudo apt-get install$missing"
fi
