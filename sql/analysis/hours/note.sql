-- Grain: one row, the instant up to which hours are derived, and the last event that they know.
INSERT INTO base.hours_as_of
SELECT (SELECT ts FROM base.as_of), (SELECT last_event_id FROM base.source)
