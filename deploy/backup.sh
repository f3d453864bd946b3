#!/bin/sh
# One backup into a new folder below the given one, in the top folder of the portal. Files that did not change are links
# to those of the backup before. The newest 14 backups stay. docs/operations/back-up.md
set -eu
folder=${1:?usage: deploy/backup.sh FOLDER}

finished() {
  for manifest in "$folder"/????-??-??T????/manifest.json; do
    [ -e "$manifest" ] && dirname "$manifest"
  done
}

last=$(finished | tail -n 1)
node tools/run.mjs backup "$folder/$(date -u +%Y-%m-%dT%H%M)" ${last:+--earlier "$last"}
finished | head -n -14 | while read -r old; do rm -rf "$old"; done
