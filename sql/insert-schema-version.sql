-- Grain: the one row of a new database.
INSERT INTO schema_version (version, views_digest)
VALUES ($version, $views_digest)
