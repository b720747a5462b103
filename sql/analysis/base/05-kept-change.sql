-- Grain: one row a change of a space's count whose event has been removed from the log. Ids are below those of
-- events, and ascend in D6's order.
CREATE TABLE base.kept_change (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  direction TINYINT NOT NULL
)
