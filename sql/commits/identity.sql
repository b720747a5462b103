-- Grain: one row: the identity of the database's file.
SELECT identity
FROM database_file
