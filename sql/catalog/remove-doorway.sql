-- Grain: removes the rows of the ids given.
DELETE FROM doorway
WHERE id IN (SELECT unnest($ids))
