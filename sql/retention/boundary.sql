-- Grain: one row, the instant from before which events have been removed, in ms; 0 where none have.
SELECT coalesce(max(boundary), 0) AS boundary
FROM removal
