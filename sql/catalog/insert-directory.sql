-- Grain: adds the one row of a new data directory.
INSERT INTO directory (organization_id, next_id)
VALUES ($organization_id, $next_id)
