-- Grain: one row a sensor that has sent a heartbeat.
SELECT id, sensor_type, firmware_version, current_disposition, network_addresses, last_heartbeat
FROM sensor_state
ORDER BY id
