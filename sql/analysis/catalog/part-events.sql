-- Grain: one row an event of a file, in its order.
SELECT id, ts, sensor, trajectory, event_id, (ts // 3600000)::INTEGER AS hour
FROM read_parquet($path)
