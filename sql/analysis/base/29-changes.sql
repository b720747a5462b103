-- Grain: one row a change of a space's count, ascending, from the last reset at or before `first_ts` up to, not
-- including, `end_ts`. `nth` numbers them in D6's order. The count is D7's: what has come and gone since the
-- reset, less the lowest that this has been where it was below 0.
CREATE MACRO base.changes(of_space, first_ts, end_ts) AS TABLE
WITH asked AS (
  SELECT of_space AS asked_space, first_ts AS asked_first, end_ts AS asked_end
),
origin AS (
  SELECT
    asked_space,
    asked_end,
    coalesce(
      (
        SELECT max(ts)
        FROM base.reset_change
        WHERE space_id = asked_space
          AND ts <= asked_first
      ),
      -9223372036854775808
    ) AS origin_ts
  FROM asked
),
step AS (
  SELECT ts, 1 AS place, id, 'event' AS kind, sensor, doorway_id, direction, NULL::INTEGER AS reset_to
  FROM base.bound_event
  JOIN origin
    ON space_id = asked_space
    AND ts >= origin_ts
    AND ts < asked_end
  UNION ALL
  SELECT ts, 0, id, kind, NULL, NULL, NULL, count
  FROM base.reset_change
  JOIN origin
    ON space_id = asked_space
    AND ts >= origin_ts
    AND ts < asked_end
),
numbered AS (
  SELECT
    *,
    row_number() OVER in_order AS nth,
    count(reset_to) OVER in_order AS period
  FROM step
  WINDOW in_order AS (ORDER BY ts, place, id ROWS UNBOUNDED PRECEDING)
),
summed AS (
  SELECT *, sum(coalesce(reset_to, direction)) OVER (PARTITION BY period ORDER BY nth ROWS UNBOUNDED PRECEDING) AS net
  FROM numbered
),
settled AS (
  SELECT
    *,
    (net - least(0, min(net) OVER (PARTITION BY period ORDER BY nth ROWS UNBOUNDED PRECEDING)))::INTEGER AS count
  FROM summed
)
SELECT
  nth,
  ts,
  place,
  id,
  kind,
  sensor,
  doorway_id,
  direction,
  coalesce(lag(count) OVER (ORDER BY nth), 0) AS count_before,
  count
FROM settled
