-- Grain: one row per space and hour: the samples that a peer has written to a file.
CREATE OR REPLACE TEMP TABLE hour_sample AS
SELECT space_id, hour, count, min, max, entrances, exits, count_time
FROM read_csv(
  $path,
  header = false,
  columns = {
    'space_id': 'BIGINT',
    'hour': 'INTEGER',
    'count': 'INTEGER',
    'min': 'INTEGER',
    'max': 'INTEGER',
    'entrances': 'INTEGER',
    'exits': 'INTEGER',
    'count_time': 'DOUBLE'
  }
)
