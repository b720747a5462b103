-- Grain: one row, what the database is a copy of.
SELECT schema_digest, organization_id, last_event_id, log_start, catalog_digest
FROM base.source
