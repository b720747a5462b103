-- Grain: one row a sensor that has sent a heartbeat: what it last said of itself, by the sensor's id.
CREATE TABLE sensor_state (
  id BIGINT NOT NULL,
  sensor_type VARCHAR,
  firmware_version VARCHAR,
  current_disposition VARCHAR,
  network_addresses VARCHAR NOT NULL,
  last_heartbeat BIGINT NOT NULL
)
