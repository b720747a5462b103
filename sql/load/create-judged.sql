-- Grain: one row a row of the input, with what is wrong with it (null: nothing).
CREATE OR REPLACE TEMP VIEW judged AS
SELECT
  rowid AS row,
  serial_number,
  ts,
  trajectory,
  event_id,
  CASE
    WHEN report.problem IS NOT NULL THEN report.problem
    WHEN serial_number IS NULL OR length(serial_number) NOT BETWEEN 1 AND {serial_length_max} THEN 'no-sensor'
    WHEN ts IS NULL OR ts < 0 OR ts > {instant_max} THEN 'bad-timestamp'
    WHEN ts < getvariable('earliest_timestamp') THEN 'removed-timestamp'
    WHEN ts > getvariable('latest_timestamp') THEN 'future-timestamp'
    WHEN trajectory IS NULL THEN 'bad-trajectory'
    WHEN length(event_id) > {event_id_length_max} THEN 'bad-event-id'
  END AS problem
FROM report
