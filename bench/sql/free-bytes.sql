-- Grain: one row, the bytes of the file that nothing is in and that are filled before it grows.
SELECT free_blocks * block_size AS bytes
FROM pragma_database_size()
