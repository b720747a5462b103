-- Grain: one value, N(t): a space's count after all its changes at or before an instant (D7); null for the future.
CREATE MACRO count_at(space, "time") AS (
  WITH question AS (
    SELECT base.find_space(space) AS question_space, base.to_ms("time") AS question_ts
  )
  SELECT
    CASE
      WHEN question_ts <= (SELECT ts FROM base.as_of)
      THEN (
        SELECT arg_max(count, nth)
        FROM base.changes(
          (SELECT question_space FROM question),
          (SELECT question_ts FROM question),
          (SELECT question_ts + 1 FROM question)
        )
      )
    END
  FROM question
)
