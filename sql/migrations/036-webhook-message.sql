-- Grain: one row a body that webhooks are called with. Its id is that of the first call it was queued for.
CREATE TABLE webhook_message (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  event_id BIGINT,
  body VARCHAR NOT NULL
)
