-- Grain: one row an event that lies ahead and is to be told of when it falls due (D3).
CREATE TABLE owed_event (
  event_id BIGINT NOT NULL
)
