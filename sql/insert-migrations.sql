-- Grain: one row a migration that a data directory has just had.
INSERT INTO schema_version (version)
SELECT unnest(range($applied + 1, $known + 1))
