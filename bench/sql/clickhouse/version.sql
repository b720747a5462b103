-- Grain: one row, the server's version.
SELECT version()
