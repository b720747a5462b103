-- Grain: adds one row, a migration that has been applied.
INSERT INTO schema_version (version)
VALUES ($version)
