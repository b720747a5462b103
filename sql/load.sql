-- Reading files of sensor reports.

-- name: create-report
-- Grain: one row per row of the input, in its order (`rowid`): its fields as read. `ts_text` keeps a
-- time that is not in a common form, for the program to read; `problem` says why nothing of the row could be read.
CREATE OR REPLACE TEMP TABLE report (
  serial_number VARCHAR,
  ts BIGINT,
  ts_text VARCHAR,
  trajectory TINYINT,
  event_id VARCHAR,
  problem VARCHAR
)

-- name: create-judged
-- Grain: one row per row of the input, with the reason for its rejection, or null. `reportProblem` in
-- src/domain/sensor-report.ts is the definition; test/formats/report-validity.test.ts compares the two.
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
    WHEN ts < {earliest} THEN 'removed-timestamp'
    WHEN ts > {latest} THEN 'future-timestamp'
    WHEN trajectory IS NULL THEN 'bad-trajectory'
    WHEN length(event_id) > {event_id_length_max} THEN 'bad-event-id'
  END AS problem
FROM report

-- name: read-csv
-- Grain: one row per row of a CSV file. The words in braces are columns by position (c0, c1, …) or NULL.
-- Fails as a whole if any row cannot be split into the header's columns.
INSERT INTO report BY NAME
SELECT * REPLACE (CASE WHEN ts IS NULL THEN ts_text END AS ts_text)
FROM (
  SELECT *, common_time(ts_text) AS ts
  FROM (
    SELECT
      trimmed({sensor_serial_number}) AS serial_number,
      trimmed({timestamp}) AS ts_text,
      read_trajectory({trajectory}) AS trajectory,
      nullif(trimmed({event_id}), '') AS event_id
    FROM read_csv(
      $path,
      compression = $compression,
      auto_detect = false,
      header = true,
      delim = $delimiter,
      quote = '"',
      escape = '"',
      columns = $columns
    )
  )
)

-- name: parquet-columns
-- Grain: one row per column of a Parquet file, in order.
SELECT column_name, column_type
FROM (DESCRIBE FROM read_parquet($path))

-- name: parquet-rows
-- Grain: one row: how many rows the metadata of a Parquet file states.
SELECT num_rows AS rows
FROM parquet_file_metadata($path)

-- name: read-parquet
-- Grain: one row per row of a Parquet file. The words in braces are expressions over its columns, or NULL.
INSERT INTO report BY NAME
SELECT * REPLACE (CASE WHEN ts IS NULL THEN ts_text END AS ts_text)
FROM (
  SELECT
    trimmed({sensor_serial_number}::VARCHAR) AS serial_number,
    {ts} AS ts,
    {ts_text} AS ts_text,
    read_trajectory({trajectory}::VARCHAR) AS trajectory,
    nullif(trimmed({event_id}::VARCHAR), '') AS event_id
  FROM read_parquet($path)
)

-- name: invalidate-unstorable
-- Makes texts with U+0000, which not every store can hold, invalid: a serial number is missing, an event id too long.
-- `judged` would repeat this search whenever it is read.
UPDATE report
SET
  serial_number = CASE WHEN contains(serial_number, chr(0)) THEN NULL ELSE serial_number END,
  event_id = CASE WHEN contains(event_id, chr(0)) THEN repeat('?', {event_id_length_max} + 1) ELSE event_id END
WHERE contains(serial_number, chr(0)) OR contains(event_id, chr(0))

-- name: report-rows
SELECT count(*) AS rows
FROM report

-- name: create-read-time
CREATE OR REPLACE TEMP TABLE read_time (
  ts_text VARCHAR NOT NULL,
  ts BIGINT NOT NULL
)

-- name: uncommon-times
-- Grain: one row per time in the input that is not in a common form.
SELECT DISTINCT ts_text
FROM report
WHERE ts IS NULL
  AND ts_text IS NOT NULL

-- name: apply-read-times
-- Sets the times that the program has read.
UPDATE report
SET ts = read_time.ts
FROM read_time
WHERE report.ts IS NULL
  AND report.ts_text = read_time.ts_text

-- name: rejected
-- Grain: one row per rejected row of the input, in its order.
SELECT row, problem
FROM judged
WHERE problem IS NOT NULL
ORDER BY row

-- name: accepted
-- Grain: one row per accepted row of the input, in its order.
SELECT row, serial_number, ts, trajectory, event_id
FROM judged
WHERE problem IS NULL
ORDER BY row

-- name: sensor-rows
-- Grain: one row per sensor that accepted rows name, with the number of these rows.
SELECT serial_number, count(*) AS rows
FROM judged
WHERE problem IS NULL
GROUP BY serial_number
ORDER BY serial_number

-- name: create-new-sensor
CREATE OR REPLACE TEMP TABLE new_sensor AS
SELECT serial_number, key
FROM sensor
LIMIT 0
