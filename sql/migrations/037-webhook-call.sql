-- Grain: one row a call owed to a webhook. Its sequence counts the calls of its webhook and space; ids follow
-- the order of queueing.
CREATE TABLE webhook_call (
  id BIGINT NOT NULL,
  webhook_id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  sequence BIGINT NOT NULL,
  message_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL
)
