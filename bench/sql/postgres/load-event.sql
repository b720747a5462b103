-- Grain: one row per event and the space whose count it changes. set-path.sql sets the path of the file.
DO $$
BEGIN
  EXECUTE format('COPY event FROM %L (FORMAT csv)', current_setting('bench.path'));
END
$$
