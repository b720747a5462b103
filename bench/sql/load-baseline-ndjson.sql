-- Grain: one row per event of the file. The table has no constraints.
CREATE TABLE baseline AS
SELECT sensor_serial_number, timestamp::TIMESTAMPTZ AS ts, trajectory::TINYINT AS trajectory
FROM read_json($path, format = 'newline_delimited')
