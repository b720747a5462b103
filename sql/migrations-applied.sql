-- Grain: one row, the version of the schema.
SELECT max(version) AS version
FROM schema_version
