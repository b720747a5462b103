-- The outbox: webhook deliveries, their attempts, and the removal of old ones. Pending
-- notifications, marks of replays and unsafe spaces.

-- name: queues
-- Grain: one row per webhook and space that has had deliveries: the state of the deliveries.
-- not null: spaceId
WITH finished AS (
  SELECT delivery.webhook_id, delivery.space_id, max(delivery.id) AS finished_id
  FROM webhook_outcome AS outcome
  JOIN webhook_delivery AS delivery ON delivery.id = outcome.delivery_id
  WHERE outcome.status <> 'retrying'
  GROUP BY delivery.webhook_id, delivery.space_id
),
retried AS (
  SELECT delivery_id, max(attempt) AS attempts, max(next_attempt_at) AS next_attempt_at
  FROM webhook_outcome
  GROUP BY delivery_id
  HAVING bool_and(status = 'retrying')
)
SELECT
  delivery.webhook_id AS "webhookId",
  delivery.space_id AS "spaceId",
  max(delivery.sequence)::DOUBLE AS sequence,
  any_value(coalesce(finished.finished_id, 0)) AS "finishedId",
  count(*) FILTER (delivery.id > coalesce(finished.finished_id, 0))::DOUBLE AS pending,
  coalesce(max(retried.attempts), 0) AS attempts,
  max(retried.next_attempt_at)::DOUBLE AS "nextAttemptAt"
FROM webhook_delivery AS delivery
SEMI JOIN webhook ON webhook.id = delivery.webhook_id
LEFT JOIN finished ON finished.webhook_id = delivery.webhook_id AND finished.space_id = delivery.space_id
LEFT JOIN retried ON retried.delivery_id = delivery.id
GROUP BY delivery.webhook_id, delivery.space_id
ORDER BY delivery.webhook_id, delivery.space_id

-- name: queued-deliveries
-- Grain: one row per delivery of a webhook and space, ascending: a limited number after one id, through another.
-- not null: spaceId
WITH delivery AS (
  SELECT id, webhook_id, space_id, sequence, message_id, created_at
  FROM webhook_delivery
  WHERE webhook_id = $webhook_id
    AND space_id = $space_id
    AND id > $after_id
    AND id <= $through_id
  ORDER BY id
  LIMIT $limit
)
SELECT
  delivery.id,
  delivery.webhook_id AS "webhookId",
  delivery.space_id AS "spaceId",
  delivery.sequence::DOUBLE AS sequence,
  delivery.created_at::DOUBLE AS "createdAt",
  delivery.message_id AS "messageId",
  message.event_id AS "eventId",
  message.body
FROM delivery
JOIN webhook_message AS message ON message.id = delivery.message_id
ORDER BY delivery.id

-- name: last-delivery-id
SELECT greatest(
  (SELECT coalesce(max(id), 0) FROM webhook_delivery),
  (SELECT coalesce(max(last_delivery_id), 0) FROM accepted_loss)
) AS id

-- name: count-deliveries
SELECT count(*) AS total
FROM (
  SELECT status, row_number() OVER (ORDER BY id DESC) AS age
  FROM delivery_status
  WHERE webhook_id = $webhook_id AND created_at < $before
)
WHERE age <= $newest OR status IN ('retrying', 'dead')

-- name: list-deliveries
-- Grain: one row per delivery of a webhook: its newest, and all whose last attempt failed; newest first.
-- not null: spaceId
WITH listed AS (
  SELECT *
  FROM (
    SELECT *, row_number() OVER (ORDER BY id DESC) AS age
    FROM delivery_status
    WHERE webhook_id = $webhook_id AND created_at < $before
  )
  WHERE age <= $newest OR status IN ('retrying', 'dead')
  ORDER BY id DESC
  LIMIT $limit OFFSET $offset
)
SELECT
  listed.id,
  listed.webhook_id AS "webhookId",
  listed.space_id AS "spaceId",
  listed.sequence::DOUBLE AS sequence,
  listed.created_at::DOUBLE AS "createdAt",
  listed.message_id AS "messageId",
  listed.status,
  listed.attempts,
  listed.response_status AS "responseStatus",
  listed.error,
  listed.next_attempt_at::DOUBLE AS "nextAttemptAt",
  message.event_id AS "eventId",
  message.body
FROM listed
JOIN webhook_message AS message ON message.id = listed.message_id
ORDER BY listed.id DESC

-- name: find-delivery
-- Grain: one row if a webhook has a delivery of the id.
-- not null: spaceId
SELECT
  delivery.id,
  delivery.webhook_id AS "webhookId",
  delivery.space_id AS "spaceId",
  delivery.sequence::DOUBLE AS sequence,
  delivery.created_at::DOUBLE AS "createdAt",
  delivery.message_id AS "messageId",
  delivery.status,
  delivery.attempts,
  delivery.response_status AS "responseStatus",
  delivery.error,
  delivery.next_attempt_at::DOUBLE AS "nextAttemptAt",
  message.event_id AS "eventId",
  message.body
FROM delivery_status AS delivery
JOIN webhook_message AS message ON message.id = delivery.message_id
WHERE delivery.webhook_id = $webhook_id
  AND delivery.id = $id

-- name: surplus-deliveries
-- Grain: one row per delivery that is removed: of a deleted webhook, or finished, if its webhook has enough newer
-- ones. The last delivery of each queue and the last of all stay, since sequence numbers and ids continue from them.
SELECT id, message_id
FROM (
  SELECT
    delivery.id,
    delivery.message_id,
    outcome.status,
    row_number() OVER (PARTITION BY delivery.webhook_id, outcome.status ORDER BY delivery.id DESC) AS age
  FROM webhook_delivery AS delivery
  JOIN webhook_outcome AS outcome ON outcome.delivery_id = delivery.id
  SEMI JOIN webhook ON webhook.id = delivery.webhook_id
  WHERE outcome.status <> 'retrying'
)
WHERE age > CASE status WHEN 'delivered' THEN $delivered_kept ELSE $dead_kept END
  AND id NOT IN (SELECT max(id) FROM webhook_delivery GROUP BY webhook_id, space_id)
UNION ALL
SELECT id, message_id
FROM webhook_delivery AS delivery
ANTI JOIN webhook ON webhook.id = delivery.webhook_id
WHERE id < (SELECT max(id) FROM webhook_delivery)
ORDER BY id
LIMIT $limit

-- name: retried-deliveries
-- Grain: one row per delivery of which several outcomes are kept.
SELECT delivery_id
FROM webhook_outcome
GROUP BY delivery_id
HAVING count(*) > 1
LIMIT $limit

-- name: remove-replaced-outcomes
-- Removes outcomes of some deliveries that have a later attempt.
DELETE FROM webhook_outcome
USING (
  SELECT delivery_id, max(attempt) AS attempt
  FROM webhook_outcome
  WHERE delivery_id IN (SELECT unnest($ids))
  GROUP BY delivery_id
) AS last
WHERE webhook_outcome.delivery_id = last.delivery_id
  AND webhook_outcome.attempt < last.attempt

-- name: remove-messages
-- Removes those of some messages that no delivery refers to any more.
DELETE FROM webhook_message
WHERE id IN (SELECT unnest($ids))
  AND id NOT IN (SELECT message_id FROM webhook_delivery)

-- name: pending-events
-- Grain: one row per valid event whose notification is pending.
SELECT id, ts::DOUBLE AS timestamp, sensor AS "sensorKey", trajectory, valid_event.event_id AS "eventId"
FROM valid_event
JOIN pending_event ON pending_event.event_id = valid_event.id
ORDER BY ts, id

-- name: replay-marks
-- Grain: one row per mark of replays, in order.
SELECT
  position,
  committed_at::DOUBLE AS instant,
  is_live AS "isLive",
  next_id AS "nextId",
  event_id AS "eventId",
  space_id AS "spaceId",
  reset_at::DOUBLE AS timestamp,
  count::DOUBLE AS count
FROM replay_mark
ORDER BY rowid

-- name: forget-replay-marks
DELETE FROM replay_mark
WHERE committed_at < $before

-- name: unsafe-spaces
-- Grain: one row per space that is unsafe by its last threshold notification.
-- not null: space_id
SELECT space_id
FROM unsafe_space
