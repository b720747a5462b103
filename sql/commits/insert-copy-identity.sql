-- Grain: the one row of a file that the tables of another are copied into.
INSERT INTO backup.database_file (identity)
VALUES ($identity)
