-- Grain: the one row of the data directory.
SELECT organization_id, next_id
FROM directory
