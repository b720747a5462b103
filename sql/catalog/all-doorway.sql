-- Grain: one row a doorway, in order of creation.
SELECT id, name, description, created_at, updated_at, deleted_at, tags
FROM doorway
ORDER BY id
