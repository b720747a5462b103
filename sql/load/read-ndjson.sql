-- Grain: one row a line of an NDJSON file that is not blank. {lines} is where the lines come from.
INSERT INTO report
SELECT
  CASE WHEN serial_type NOT IN ('OBJECT', 'ARRAY', 'BOOLEAN') THEN serial_number END,
  ts,
  CASE WHEN ts IS NULL THEN ts_text END,
  read_trajectory(trajectory),
  nullif(event_id, ''),
  CASE WHEN kind IS NULL THEN 'malformed-row' WHEN kind <> 'OBJECT' THEN 'not-an-object' END
FROM (
  SELECT *, common_time(ts_text) AS ts
  FROM (
    SELECT
      kind,
      CASE WHEN kind = 'OBJECT' THEN json_type(line, $serial_number) END AS serial_type,
      CASE WHEN kind = 'OBJECT' THEN line ->> $serial_number END AS serial_number,
      CASE WHEN kind = 'OBJECT' THEN line ->> $timestamp END AS ts_text,
      CASE WHEN kind = 'OBJECT' THEN line ->> $trajectory END AS trajectory,
      CASE WHEN kind = 'OBJECT' THEN line ->> $event_id END AS event_id
    FROM (
      SELECT line, CASE WHEN json_valid(line) THEN json_type(line) END AS kind
      FROM {lines}
      WHERE trim(line) <> ''
    )
  )
)
