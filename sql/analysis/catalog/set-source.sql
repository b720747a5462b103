-- Grain: one row, what the database is a copy of.
INSERT INTO base.source
VALUES ($schema_digest, $organization_id, $last_event_id, $log_start, $catalog_digest)
