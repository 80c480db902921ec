#!/bin/sh
# Installs Tableside as a service of this machine, or brings the installed one up to date, from the folder this stands in:
#
#     sudo deploy/setup/service.sh
#     sudo deploy/setup/service.sh remove
#
# The records are in /var/lib/tableside, and are touched by neither.
set -eu

home=/opt/tableside
unit=/etc/systemd/system/tableside.service
cd "$(dirname "$0")/../.."

if [ "${1:-}" = remove ]; then
    systemctl disable --now tableside
    cd /
    rm -rf "$home" "$unit"
    systemctl daemon-reload
    echo "Tableside is removed. Its records are still in /var/lib/tableside."
    exit 0
fi

[ ! -e "$unit" ] || systemctl stop tableside
if [ "$(pwd -P)" != "$home" ]; then
    # What the new version no longer has must go; .venv stays, and is renewed only where it has to be.
    mkdir -p "$home"
    find "$home" -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -rf {} +
    cp -R app.py companion deploy docs requirements* static templates LICENSE "$home"
fi
"$home/deploy/setup/venv.sh" requirements-extra.lock
cp "$home/deploy/systemd/tableside.service" "$unit"
systemctl daemon-reload
systemctl enable tableside
systemctl start tableside
echo "Tableside runs, and starts with this machine. Its addresses: journalctl -u tableside -b --no-pager"
