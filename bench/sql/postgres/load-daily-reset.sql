-- Grain: one row a space and UTC day in the measured range, from the file of set-path.sql.
DO $$
BEGIN
  EXECUTE format('COPY daily_reset FROM %L (FORMAT csv)', current_setting('bench.path'));
END
$$
