-- Grain: the file that a backup is written into.
ATTACH {file} AS backup
