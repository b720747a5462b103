-- Grain: removes the rows of the ids given.
DELETE FROM time_segment
WHERE id IN (SELECT unnest($ids))
