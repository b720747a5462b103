#!/bin/sh
# Lets the standby connect. The official image of PostgreSQL runs this file once, after primary.sql.
set -eu
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
