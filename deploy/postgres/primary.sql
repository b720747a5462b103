-- The roles and the database of a cluster, for the official image of PostgreSQL, which runs this file once with psql.
-- The password of both roles is POSTGRES_PASSWORD.
\getenv password POSTGRES_PASSWORD

CREATE ROLE headcount LOGIN PASSWORD :'password';
CREATE DATABASE headcount;
GRANT CONNECT, CREATE ON DATABASE headcount TO headcount;
-- Lets `headcount cluster status` see the open snapshots of other users.
GRANT pg_monitor TO headcount;
-- A node that stands still keeps no lock for longer.
ALTER ROLE headcount SET idle_in_transaction_session_timeout = '3s';

CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
-- From the next start on: nothing could be committed here while there is no standby.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
-- What a standby may miss while it is away.
ALTER SYSTEM SET wal_keep_size = '1GB';
