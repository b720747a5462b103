-- Grain: one row, what the database is a copy of.
SELECT schema_digest, organization_id, last_event_id, kept_from, catalog_digest
FROM base.source
