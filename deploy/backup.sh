#!/bin/sh
# One backup into a new folder below the given one, in the top folder of the portal. Files that did not change are links
# to those of the backup before. The newest 14 backups stay. docs/operations/back-up.md
set -eu
folder=${1:?usage: deploy/backup.sh FOLDER}
exec 9>"$folder/.lock"
flock -n 9 || { echo 'another backup runs' >&2; exit 1; }

finished() {
  for manifest in "$folder"/????-??-??T????/manifest.json; do
    [ -e "$manifest" ] && dirname "$manifest"
  done
}

# An interrupted backup has no manifest. It is removed after a day, so that a full disk does not stay full.
find "$folder" -mindepth 1 -maxdepth 1 -name '????-??-??T????' -mmin +1440 \
  ! -exec test -e '{}/manifest.json' \; -exec rm -rf {} +
last=$(finished | tail -n 1)
node tools/run.mjs backup "$folder/$(date -u +%Y-%m-%dT%H%M)" ${last:+--earlier "$last"}
finished | head -n -14 | while read -r old; do rm -rf "$old"; done
