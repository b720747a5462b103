-- Webhook deliveries, pending notifications and marks of replays. Grain: one row per message, delivery, attempt,
-- event, space or mark.

-- The body of webhook deliveries. Its id is that of the first delivery it was queued for.
CREATE TABLE webhook_message (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  event_id BIGINT,
  body VARCHAR NOT NULL
);

-- A delivery to a webhook, pending or finished. Its sequence counts the deliveries of its webhook and space; ids follow
-- the order of queueing.
CREATE TABLE webhook_delivery (
  id BIGINT NOT NULL,
  webhook_id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  sequence BIGINT NOT NULL,
  message_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

-- An attempt at a delivery that has ended: delivered, retrying (to be tried again), or dead. The latest one counts.
CREATE TABLE webhook_outcome (
  delivery_id BIGINT NOT NULL,
  attempt INTEGER NOT NULL,
  ts BIGINT NOT NULL,
  status VARCHAR NOT NULL,
  response_status INTEGER,
  error VARCHAR,
  next_attempt_at BIGINT
);

-- Events with a timestamp in the future, which are announced when they are due (D3).
CREATE TABLE pending_event (
  event_id BIGINT NOT NULL
);

-- One row per mark of replays (D24): the last event before it, when its commit was, and whether sockets are notified of
-- the events that follow. With an event or a space: a message that was sent then, of a pending event or of a reset.
-- Rows are in the order in which they were inserted.
CREATE TABLE replay_mark (
  position BIGINT NOT NULL,
  committed_at BIGINT NOT NULL,
  is_live BOOLEAN NOT NULL,
  next_id BIGINT NOT NULL,
  event_id BIGINT,
  space_id BIGINT,
  reset_at BIGINT,
  count BIGINT
);

-- Spaces whose last threshold notification reported them as unsafe (D23).
CREATE TABLE unsafe_space (
  space_id BIGINT NOT NULL
);
