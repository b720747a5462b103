-- Grain: removes the rows of the ids given.
DELETE FROM attachment
WHERE id IN (SELECT unnest($ids))
