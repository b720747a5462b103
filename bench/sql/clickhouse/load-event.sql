-- Grain: one row an event and the space it counted for, from a file.
INSERT INTO event
SELECT space_id, ts, id, direction
FROM file({path:String}, 'Parquet')
