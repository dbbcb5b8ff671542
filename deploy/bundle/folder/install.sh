#!/bin/sh
# Install netgame for yourself: sh install.sh
# For all users of this computer, as root: PREFIX=/usr/local sh install.sh
# Your games and settings are elsewhere; an installation of another version is replaced, and they stay.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${PREFIX:-$HOME/.local}
program=$prefix/lib/netgame

sh "$here/uninstall.sh" --quiet
mkdir -p "$program" "$prefix/bin" "$prefix/share"
cp -R "$here/." "$program"
for name in netgame netgame-server netgame-cli; do
  ln -sf "$program/$name" "$prefix/bin/$name"
done
(cd "$program/share" && find . -type f) | while read -r file; do
  mkdir -p "$(dirname "$prefix/share/$file")"
  cp "$program/share/$file" "$prefix/share/$file"
done
# the desktop may not look for programs in this folder
entry=$prefix/share/applications/io.github.netgame.Netgame.desktop
sed -e "s|^Exec=netgame|Exec=\"$program/netgame\"|" -e "s|^TryExec=.*|TryExec=$program/netgame|" \
  "$program/share/applications/io.github.netgame.Netgame.desktop" >"$entry"
sh "$program/uninstall.sh" --refresh

echo "netgame is installed in $program. Start it from the menu of your desktop, or with: $prefix/bin/netgame"
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "$prefix/bin is not in your PATH. After your next login it may be; until then, use the full name." ;;
esac
