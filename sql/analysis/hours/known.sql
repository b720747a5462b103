-- Grain: one row, the instant up to which hours are derived, and the last event that they know.
SELECT
  coalesce(max(ts), -9223372036854775808) AS known_ts,
  coalesce(max(event_id), 0) AS known_event
FROM base.hours_as_of
