-- Grain: the valid event of an id, if there is one.
SELECT ts
FROM valid_event
WHERE id = $id
