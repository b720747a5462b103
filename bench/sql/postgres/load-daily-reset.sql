-- Grain: one row per space and UTC day in the measured range. set-path.sql sets the path of the file.
DO $$
BEGIN
  EXECUTE format('COPY daily_reset FROM %L (FORMAT csv)', current_setting('bench.path'));
END
$$
