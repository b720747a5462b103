-- Pending notifications and the state of safe limits.

-- name: pending-events
-- Grain: one row per valid event whose notification is pending.
SELECT id, ts, sensor, trajectory, valid_event.event_id
FROM valid_event
JOIN pending_event ON pending_event.event_id = valid_event.id
ORDER BY ts, id

-- name: remove-notified
DELETE FROM pending_event
WHERE event_id IN (SELECT unnest($event_ids))

-- name: remove-unsafe
DELETE FROM unsafe_space
WHERE list_contains($space_ids, space_id)

-- name: unsafe-spaces
-- Grain: one row per space that is unsafe by its last threshold notification.
SELECT space_id
FROM unsafe_space
