-- Grain: adds one row a loss that is accepted.
INSERT INTO accepted_loss (accepted_at, kept_event_id, last_event_id, next_id, last_call_id, reason)
VALUES ($accepted_at, $kept_event_id, $last_event_id, $next_id, $last_call_id, $reason)
