-- Grain: one row, how many blocks the database's file has, and how many of them are free.
SELECT total_blocks, free_blocks
FROM pragma_database_size()
WHERE database_name = current_database()
