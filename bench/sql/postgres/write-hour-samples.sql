-- Grain: one row a space and hour, into the file of set-path.sql.
DO $$
BEGIN
  EXECUTE format(
    'COPY hour_sample (space_id, hour, count, min, max, entrances, exits, count_time) TO %L (FORMAT csv)',
    current_setting('bench.path')
  );
END
$$
