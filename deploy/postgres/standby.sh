#!/bin/sh
# Copies the primary at the first start, and then follows it as the standby with the name `standby`. The copy keeps the
# password, which is in PGPASSWORD.
set -eu
if [ ! -d "$PGDATA" ]; then
  # What an interrupted copy has left.
  rm -rf "$PGDATA.tmp"
  pg_basebackup --pgdata "$PGDATA.tmp" --write-recovery-conf --checkpoint fast \
    --dbname 'host=postgres user=replicator application_name=standby'
  mv "$PGDATA.tmp" "$PGDATA"
fi
exec docker-entrypoint.sh postgres
