-- Grain: one row a sensor; `number` is what the log calls it.
CREATE TABLE base.sensor (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  number INTEGER NOT NULL,
  serial_number VARCHAR NOT NULL,
  sensor_type VARCHAR,
  firmware_version VARCHAR,
  current_disposition VARCHAR,
  last_heartbeat BIGINT,
  created_at BIGINT NOT NULL
)
