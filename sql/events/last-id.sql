-- Grain: one row, the highest id that the log has had.
SELECT greatest(
  (SELECT coalesce(max(id), 0) FROM event),
  (SELECT coalesce(max(last_event_id), 0) FROM removal),
  (SELECT coalesce(max(last_event_id), 0) FROM accepted_loss)
) AS id
