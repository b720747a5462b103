-- Grain: one row a link, in order of creation.
SELECT id, space_id, doorway_id, sensor_placement, valid_from, valid_to, created_at
FROM link
ORDER BY id
