-- Grain: one row, how many events the log has, and the last one's id (null where there has been none).
SELECT
  (SELECT count(*) FROM event) AS events,
  greatest(
    (SELECT max(id) FROM event),
    (SELECT max(last_event_id) FROM removal),
    (SELECT max(last_event_id) FROM accepted_loss WHERE last_event_id > 0)
  ) AS last_event_id
