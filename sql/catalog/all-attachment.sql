-- Grain: one row a attachment, in order of creation.
SELECT id, sensor_id, doorway_id, valid_from, valid_to
FROM attachment
ORDER BY id
