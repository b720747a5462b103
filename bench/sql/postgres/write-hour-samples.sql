-- Grain: one row per space and hour. set-path.sql sets the path of the file.
DO $$
BEGIN
  EXECUTE format(
    'COPY hour_sample (space_id, hour, count, min, max, entrances, exits, count_time) TO %L (FORMAT csv)',
    current_setting('bench.path')
  );
END
$$
