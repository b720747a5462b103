-- Grain: the one row, after an upgrade, or where the views and macros have been made again.
UPDATE schema_version
SET version = $version, views_digest = $views_digest
