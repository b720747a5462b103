-- Grain: one row: the highest id of a call; 0 where there is none.
SELECT greatest(
  (SELECT coalesce(max(id), 0) FROM webhook_call),
  (SELECT coalesce(max(last_call_id), 0) FROM accepted_loss)
) AS id
