#!/bin/sh
# Makes .venv hold what a requirements file asks for; does nothing, and needs no network, where it already does.
#
#     deploy/setup/venv.sh requirements.lock
#
# A .lock file names one version of each package and the sums of its builds; what comes with another sum is refused. Where
# such a version is not to be had, nothing is installed: with TABLESIDE_UNLOCKED=1 the ranges of the .txt file beside it are
# taken instead, whose packages no sum checks.
# A stamp in .venv, one for each requirements file, tells what was installed: the sum of the file, of the files it
# includes, and the Python it was made with. .venv is made anew where its Python no longer runs or is another one.
# Works in any POSIX shell, as a user or as root.
set -eu

cd "$(dirname "$0")/../.."
asked=$1
case $asked in *.lock) ranges=${asked%.lock}.txt ;; *) ranges=$asked ;; esac
venv=.venv
python=${PYTHON:-python3}

stop() {
    echo "Tableside: $*" >&2
    exit 1
}

# The requirements files that $1 includes, innermost first, then $1 itself.
chain() {
    for included in $(sed -n 's/^-r //p' "$1"); do
        chain "$included"
    done
    echo "$1"
}

# Version and place of the Python behind $1: the same line for a virtual environment and for what it was made from.
identity() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2], sys.base_prefix)' 2>/dev/null
}

stamp_of() {
    # shellcheck disable=SC2046  # one word a file, none has a space
    { cat $(chain "$1"); echo "$base"; } | cksum | tr ' ' '-'
}

command -v "$python" >/dev/null 2>&1 ||
    stop "$python was not found. On Debian and Raspberry Pi OS: sudo apt install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "Python 3.11 or newer is needed, this is $("$python" -V 2>&1). Another one: make run PYTHON=python3.12"
base=$(identity "$python")

is_ready() {
    [ "$(identity "$venv/bin/python")" = "$base" ] &&
        [ "$(cat "$venv/made-with" 2>/dev/null)" = "$base" ] &&
        [ "$(cat "$venv/stamp-$asked" 2>/dev/null)" = "$(stamp_of "$asked")" ] &&
        is_complete
}

# Is each package that the asked file itself names still there? A lock file names some for other systems too.
is_complete() {
    sed -n 's/^\([A-Za-z][A-Za-z0-9_.-]*\).*/\1/p' "$ranges" | "$venv/bin/python" -c '
import sys
from importlib.metadata import version

for name in sys.stdin.read().split():
    version(name)
' 2>/dev/null
}

make_venv() {
    # An activated .venv cannot make itself anew: ask for the Python behind it.
    behind=$("$python" -c 'import sys; print(getattr(sys, "_base_executable", "") or sys.executable)')
    "$behind" -c 'import ensurepip, venv' 2>/dev/null ||
        stop "this Python cannot make virtual environments. Install that part: sudo apt install python3-venv"
    [ -w . ] || stop "nothing can be written in $PWD. Copy this folder to one of your own, and run make there."
    echo "Tableside: making $venv ..."
    rm -rf "$venv"
    "$behind" -m venv "$venv" || stop "$venv could not be made in $PWD. Is the disk full? Else copy this folder to one of your own, and run make there."
    identity "$venv/bin/python" >"$venv/made-with"
}

pip_install() {
    "$venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check -r "$1"
}

install() {
    echo "Tableside: installing $asked ..."
    complaints=$(pip_install "$asked" 2>&1) || install_ranges
    for file in $(chain "$asked"); do
        stamp_of "$file" >"$venv/stamp-$file"
    done
}

install_ranges() {
    case $complaints in *"DO NOT MATCH THE HASHES"*) tampered=yes ;; *) tampered=no ;; esac
    if [ "$ranges" = "$asked" ] || [ $tampered = yes ] || [ "${TABLESIDE_UNLOCKED:-}" != 1 ]; then
        echo "$complaints" >&2
        [ "$ranges" = "$asked" ] || [ $tampered = yes ] ||
            echo "Tableside: is a version it names gone? TABLESIDE_UNLOCKED=1 takes what $ranges allows, with no sum checked." >&2
        stop "could not install $asked. The first start needs the internet; later ones do not."
    fi
    echo "Tableside: not all versions of $asked are to be had; taking what $ranges allows, with no sum checked ..."
    pip_install "$ranges" ||
        stop "could not install $ranges. The first start needs the internet; later ones do not."
}

is_ready && exit 0
if [ -e "$venv" ] && [ ! -w "$venv" ]; then
    stop "$venv belongs to somebody else and has to be renewed. Remove it: sudo rm -rf $PWD/$venv"
fi
if [ "$(identity "$venv/bin/python")" != "$base" ] || [ "$(cat "$venv/made-with" 2>/dev/null)" != "$base" ]; then
    make_venv
fi
install
is_ready || stop "$venv is still not complete. Remove it and try again: rm -rf $PWD/$venv"
