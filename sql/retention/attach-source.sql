-- Grain: the database that is to be written anew.
ATTACH {file} AS source (READ_ONLY)
