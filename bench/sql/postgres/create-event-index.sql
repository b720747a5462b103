-- Grain: one entry an event, with all that space-events.sql reads, so that it need not visit the table.
CREATE INDEX event_by_space ON event (space_id, ts, id) INCLUDE (direction)
