-- Grain: one row per event and the space whose count it changes.
INSERT INTO event
SELECT space_id, ts, id, direction
FROM file({path:String}, 'Parquet')
