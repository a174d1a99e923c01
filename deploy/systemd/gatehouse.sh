#!/bin/sh
# Runs a command of Gatehouse as the service runs: as its user, in its data folder, with the settings of
# /etc/gatehouse/gatehouse.env. For /usr/local/bin/gatehouse.
#   sudo gatehouse doctor
# Settings can be added from another file that only root can read, but the first one decides about those that it has:
#   sudo GATEHOUSE_SETTINGS=/etc/gatehouse/rehearse.env gatehouse rehearse
# With GATEHOUSE_PROGRAM it runs another version than the current one:
#   sudo GATEHOUSE_PROGRAM=/opt/gatehouse/0.2.0 gatehouse rehearse
set -eu
if [ "$(id -u)" -ne 0 ]; then
  echo "gatehouse: Only root can read the settings of the service. Use sudo gatehouse." >&2
  exit 1
fi
umask 077
set -- "${GATEHOUSE_PROGRAM:-/opt/gatehouse/current}/node_modules/.bin/gatehouse" "$@"
settings=${GATEHOUSE_SETTINGS:-}
if [ -n "$settings" ] && [ ! -r "$settings" ]; then
  echo "gatehouse: GATEHOUSE_SETTINGS names no file: $settings" >&2
  exit 2
fi
unset GATEHOUSE_PROGRAM GATEHOUSE_SETTINGS
# Of a setting in several files the last one counts.
set -- --property=EnvironmentFile=/etc/gatehouse/gatehouse.env "$@"
[ -z "$settings" ] || set -- --property=EnvironmentFile="$(realpath "$settings")" "$@"

# Settings of the environment are passed in a file, too: everybody can read the arguments of a process, and the environment
# of a unit with systemctl show.
passed=$(mktemp)
trap 'rm -f "$passed"' EXIT
trap 'exit 130' INT
trap 'exit 143' HUP TERM
for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/\1/p'); do
  case $name in
    AWS_* | DATABASE_* | EXPORT_STORAGE | GATEHOUSE_* | OIDC_* | REHEARSE_* | NODE_EXTRA_CA_CERTS | TMPDIR)
      # A line of another value can look like a setting.
      eval "[ -n \"\${$name+set}\" ]" || continue
      eval "value=\$$name"
      printf '%s="%s"\n' "$name" "$(printf '%s' "$value" | sed 's/[\\"`$]/\\&/g')" >>"$passed"
      ;;
  esac
done
# It has a terminal if this has one, so that Ctrl C reaches it, and otherwise the input and output of this.
status=0
systemd-run --quiet --collect --wait --pty --pipe --uid=gatehouse --gid=gatehouse \
  --property=WorkingDirectory=-"$PWD" --property=UMask=0077 \
  --setenv=GATEHOUSE_DATA=/var/lib/gatehouse --setenv=SQLITE_TMPDIR=/var/lib/gatehouse \
  --property=EnvironmentFile="$passed" "$@" || status=$?
exit "$status"
