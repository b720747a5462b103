-- Reading files of sensor reports.

-- name: create-report
-- Grain: one row per row of the input, in its order (`rowid`): its fields as read. `ts_text` keeps a
-- time that is not in a common form, for the program to read, and `trajectory_text` what is no trajectory; `problem` says
-- why nothing of the row could be read.
CREATE OR REPLACE TEMP TABLE report (
  serial_number VARCHAR,
  ts BIGINT,
  ts_text VARCHAR,
  trajectory TINYINT,
  trajectory_text VARCHAR,
  event_id VARCHAR,
  problem VARCHAR
)

-- name: create-judged
-- Grain: one row per row of the input, with the reason for its rejection, or null. `reportProblem` in
-- src/domain/sensor-report.ts is the definition; test/property/report-inputs.test.ts compares the two.
CREATE OR REPLACE TEMP VIEW judged AS
SELECT
  rowid AS row,
  serial_number,
  ts,
  trajectory,
  event_id,
  CASE
    WHEN ts IS NULL THEN ts_text
    WHEN trajectory IS NULL THEN trajectory_text
  END AS found,
  CASE
    WHEN report.problem IS NOT NULL THEN report.problem
    WHEN serial_number IS NULL OR length(serial_number) NOT BETWEEN 1 AND {serial_length_max} THEN 'no-sensor'
    WHEN ts IS NULL OR ts < 0 OR ts > {instant_max} THEN 'bad-timestamp'
    WHEN ts < {earliest} THEN 'early-timestamp'
    WHEN ts < {log_start} THEN 'removed-timestamp'
    WHEN ts > {latest} THEN 'future-timestamp'
    WHEN trajectory IS NULL THEN 'bad-trajectory'
    WHEN length(event_id) > {event_id_length_max} THEN 'bad-event-id'
  END AS problem
FROM report

-- name: read-texts
-- Grain: one row per row of {source}, except rows that are none. The other words in braces are expressions of its fields
-- as texts, of its timestamp in ms, and of the problem of a row that cannot be read.
INSERT INTO report BY NAME
SELECT * REPLACE (
  CASE WHEN ts IS NULL THEN ts_text END AS ts_text,
  CASE WHEN trajectory IS NULL THEN trajectory_text END AS trajectory_text
)
FROM (
  SELECT *, read_trajectory(trajectory_text) AS trajectory
  FROM (
    SELECT
      {sensor_serial_number} AS serial_number,
      {instant} AS ts,
      {timestamp} AS ts_text,
      {trajectory} AS trajectory_text,
      nullif({event_id}, '') AS event_id,
      {problem} AS problem
    FROM {source}
    WHERE {is_row}
  )
)

-- name: has-quotes
-- Grain: one row: whether a text of the report has a quote; then DuckDB may have split its row otherwise than it is meant.
SELECT coalesce(bool_or(
  contains(serial_number, '"') OR contains(ts_text, '"') OR contains(trajectory_text, '"') OR contains(event_id, '"')
), false) AS found
FROM report

-- name: create-cells
-- Grain: one row per row of a file that the program splits, in its order: its cells, and why it cannot be read.
CREATE OR REPLACE TEMP TABLE cell ({definitions})

-- name: only-seconds
-- Whether the timestamps of the report, read as ms, can only be seconds: all of them are from 2000 on as seconds, and
-- before 2000 as ms.
SELECT coalesce(min(ts) >= 946684800 AND max(ts) < 946684800000, false) AS found
FROM report

-- name: shape
-- Grain: one row: what the accepted rows, and the numbers that are no trajectory, say about the kind of the file.
-- null: number
SELECT
  count_if(problem IS NULL) AS accepted,
  count_if(problem IS NULL AND trajectory = -1) AS exits,
  min_by(found, row) FILTER (
    problem = 'bad-trajectory' AND regexp_full_match(found, '[+-]?[0-9]+([.,][0-9]+)?')
  ) AS number
FROM judged

-- name: parquet-columns
-- Grain: one row per column of a Parquet file, in order.
SELECT column_name, column_type
FROM (DESCRIBE FROM read_parquet($path))

-- name: parquet-rows
-- Grain: one row: how many rows the metadata of a Parquet file states.
SELECT num_rows AS rows
FROM parquet_file_metadata($path)

-- name: parquet-texts
-- Grain: one row per row of a Parquet file, in its order: the texts of some columns, and the row as JSON.
-- null: text
SELECT [{texts}]::VARCHAR[] AS texts, ({text})::VARCHAR AS text
FROM read_parquet($path)

-- name: create-reading-rows
-- Grain: one row per accepted row of a file of readings: totals have their instant as `from_ts`, and no `to_ts`.
CREATE OR REPLACE TEMP TABLE reading_row (
  row INTEGER NOT NULL,
  serial_number VARCHAR NOT NULL,
  from_ts BIGINT NOT NULL,
  to_ts BIGINT,
  in_value BIGINT,
  out_value BIGINT,
  coverage DOUBLE,
  width INTEGER,
  is_boot BOOLEAN NOT NULL
)

-- name: reading-rows
-- Grain: one row per accepted row of a file of readings, line by line, in the order of time; rows of the same time are in
-- the order of the file.
-- null: to, in, out
SELECT
  row,
  serial_number AS "serialNumber",
  from_ts::DOUBLE AS "from",
  to_ts::DOUBLE AS "to",
  in_value::DOUBLE AS "in",
  out_value::DOUBLE AS "out",
  coverage,
  width,
  is_boot AS "isBoot"
FROM reading_row
ORDER BY serial_number, from_ts, to_ts, row

-- name: reading-sensors
-- Grain: one row per sensor that accepted rows of a file of readings name, with the number of these rows.
SELECT serial_number, count(*) AS rows
FROM reading_row
GROUP BY serial_number
ORDER BY serial_number

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

-- name: create-rejected
-- Grain: one row per rejected row of the input.
CREATE OR REPLACE TEMP TABLE rejected AS
SELECT row, problem, CASE WHEN problem IN ('bad-timestamp', 'bad-trajectory') THEN found END AS found
FROM judged
WHERE problem IS NOT NULL

-- name: rejections
-- Grain: one row per reason for which rows are rejected, by the first of them.
-- null: found
SELECT problem, count(*) AS rows, arg_min_null(found, row) AS found
FROM rejected
GROUP BY problem
ORDER BY min(row)

-- name: rejected
-- Grain: one row per rejected row of the input, in its order, with its text. The input is read as by `read-texts`, and
-- numbered as the rows of `report`.
-- null: found, text
SELECT row, problem, found, text
FROM (
  SELECT row_number() OVER () - 1 AS row, left(({text})::VARCHAR, {length_max} + 1) AS text
  FROM {source}
  WHERE {is_row}
)
RIGHT JOIN rejected USING (row)
ORDER BY row

-- name: accepted
-- Grain: one row per accepted row of the input, in its order.
SELECT row, serial_number, ts, trajectory, event_id
FROM judged
WHERE problem IS NULL
ORDER BY row

-- name: repetitions
-- Grain: one row per set of accepted rows that repeat each other as further crossings (D9), by its first row.
SELECT min(row) AS first_row, max(row) AS last_row
FROM judged
WHERE problem IS NULL
  AND event_id IS NULL
  AND ($rule = 'keep' OR ($rule = 'auto' AND ts % 1000 = 0))
GROUP BY serial_number, ts, trajectory
HAVING count(*) > 1
ORDER BY first_row

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
