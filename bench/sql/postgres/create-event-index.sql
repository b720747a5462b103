-- Contains all columns that space-events.sql reads, so that PostgreSQL can use index-only scans.
CREATE INDEX event_by_space ON event (space_id, ts, id) INCLUDE (direction)
