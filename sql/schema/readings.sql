-- Readings of devices (D31). Grain: one row per reading in `reading`, per sensor in `reading_line`.

-- Readings as they came, and what was made of each. `number` counts those of a sensor from 1, in the order of arrival;
-- `ts` is the instant of totals or the start of an interval, `end_ts` the end of an interval. A reading that was refused
-- before it was known lacks them. `details` is what few readings have, as JSON (src/domain/stored-readings.ts): a column
-- for each would make a commit of many readings take a sixth longer.
CREATE TABLE reading (
  sensor INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind ENUM('total', 'interval'),
  ts BIGINT,
  end_ts BIGINT,
  in_value BIGINT,
  out_value BIGINT,
  width TINYINT,
  received_at BIGINT NOT NULL,
  result ENUM(
    'baseline',
    'counted',
    'duplicate',
    'late',
    'wrap',
    'reset',
    'jump',
    'backwards',
    'conflict',
    'refused',
    'voided',
    'withdrawn'
  ) NOT NULL,
  counted_in INTEGER NOT NULL,
  counted_out INTEGER NOT NULL,
  details VARCHAR
);

-- What decides the result of the next reading of a sensor, as JSON, after `readings` readings: with those that have come
-- since, it is known what the line is now.
CREATE TABLE reading_line (
  sensor INTEGER NOT NULL,
  readings BIGINT NOT NULL,
  line VARCHAR NOT NULL
);
