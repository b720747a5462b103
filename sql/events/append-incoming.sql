-- Grain: one row an event; ids follow the order of the input (D6).
INSERT INTO event (id, ts, sensor, trajectory, event_id)
SELECT $first_id + row, ts, sensor, trajectory, event_id
FROM incoming
