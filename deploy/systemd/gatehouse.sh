#!/bin/sh
# Runs a command of Gatehouse as the service runs: as its user, in its data folder, with the settings of
# /etc/gatehouse/gatehouse.env. For /usr/local/bin/gatehouse.
#   sudo gatehouse doctor
# Settings can be added, but the file decides about those that it has:
#   sudo REHEARSE_DATABASE_URL=postgres://… gatehouse rehearse
# With GATEHOUSE_PROGRAM it runs another version than the current one:
#   sudo GATEHOUSE_PROGRAM=/opt/gatehouse/0.2.0 gatehouse rehearse
set -eu
if [ "$(id -u)" -ne 0 ]; then
  echo "gatehouse: Only root can read the settings of the service. Use sudo gatehouse." >&2
  exit 1
fi
set -- "${GATEHOUSE_PROGRAM:-/opt/gatehouse/current}/node_modules/.bin/gatehouse" "$@"
unset GATEHOUSE_PROGRAM
# Without values, which others could read in the list of processes.
for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/\1/p'); do
  case $name in
    AWS_* | DATABASE_* | EXPORT_STORAGE | GATEHOUSE_* | OIDC_* | REHEARSE_* | NODE_EXTRA_CA_CERTS | TMPDIR) set -- "--setenv=$name" "$@" ;;
  esac
done
# It has a terminal if this has one, so that Ctrl C reaches it, and otherwise the input and output of this.
exec systemd-run --quiet --collect --wait --pty --pipe --uid=gatehouse --gid=gatehouse \
  --property=WorkingDirectory=-"$PWD" --property=UMask=0077 --property=EnvironmentFile=/etc/gatehouse/gatehouse.env \
  --setenv=GATEHOUSE_DATA=/var/lib/gatehouse --setenv=SQLITE_TMPDIR=/var/lib/gatehouse "$@"
