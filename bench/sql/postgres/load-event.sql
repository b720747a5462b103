-- Grain: one row an event and the space it counted for, from the file of set-path.sql, in its order.
DO $$
BEGIN
  EXECUTE format('COPY event FROM %L (FORMAT csv)', current_setting('bench.path'));
END
$$
