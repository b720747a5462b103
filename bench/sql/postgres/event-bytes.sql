-- Grain: one row, the bytes on disk of the events with their index.
SELECT pg_total_relation_size('event')::float8 AS bytes
