-- Grain: one row an event of a file, in its order.
SELECT id, ts, sensor, trajectory, event_id
FROM read_parquet($path)
