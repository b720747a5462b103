-- Grain: the one row of a new database's file.
INSERT INTO database_file (identity)
VALUES ($identity)
