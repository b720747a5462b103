-- Grain: one row, the version of the schema, and the digest of the views and macros that were made last.
SELECT version, views_digest
FROM schema_version
