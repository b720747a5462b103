-- The bytes on disk of the events and their index.
SELECT pg_total_relation_size('event')::float8 AS bytes
