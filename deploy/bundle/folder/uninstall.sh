#!/bin/sh
# Remove what install.sh installed. Your games and settings stay.
set -eu
prefix=${PREFIX:-$HOME/.local}
program=$prefix/lib/netgame

refresh() {  # tell the desktop about the new or the missing entry, where it has the tools
  update-desktop-database -q "$prefix/share/applications" 2>/dev/null || true
  update-mime-database "$prefix/share/mime" 2>/dev/null || true
}

if [ "${1:-}" = --refresh ]; then
  refresh
  exit
fi
if [ ! -x "$program/netgame" ]; then
  [ "${1:-}" = --quiet ] || echo "netgame is not installed in $program."
  exit 0
fi
# a program loads parts of itself while it runs, so its files must stay
running=
for process in /proc/[0-9]*; do
  case $(readlink "$process/exe" 2>/dev/null || true) in
    "$program"/*) running="$running ${process#/proc/}" ;;
  esac
done
if [ -n "$running" ]; then
  echo "netgame is running (process$running). Close its windows and stop its server, then try again." >&2
  echo "The server of a window stops with the menu entry Stop hosting. Its games are kept." >&2
  exit 1
fi
(cd "$program/share" && find . -type f) | while read -r file; do
  rm -f "$prefix/share/$file"
done
for name in netgame netgame-server netgame-cli; do
  if [ "$(readlink "$prefix/bin/$name" || true)" = "$program/$name" ]; then rm "$prefix/bin/$name"; fi
done
rm -r "$program"
refresh
[ "${1:-}" = --quiet ] || echo "netgame is removed. Your games and settings are still in your home folder."
