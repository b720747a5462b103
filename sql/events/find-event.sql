-- Grain: the valid event of an id, if there is one, with the doorway its sensor was at then (D5).
SELECT id, ts, sensor_id, trajectory, doorway_id
FROM listed_event($ts, $ts + 1, NULL, NULL, NULL)
WHERE id = $id
