-- Grain: one row an event of a file, as DuckDB reads it and no more.
CREATE TABLE baseline AS
SELECT sensor_serial_number, timestamp::TIMESTAMPTZ AS ts, trajectory::TINYINT AS trajectory
FROM read_csv($path)
