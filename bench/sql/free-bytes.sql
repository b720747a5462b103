-- The free space within the database file, which DuckDB uses before the file grows.
SELECT free_blocks * block_size AS bytes
FROM pragma_database_size()
