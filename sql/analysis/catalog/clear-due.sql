-- Grain: the rows of a table of what lies ahead that have fallen due.
DELETE FROM base.{table}_ahead
WHERE ts <= $as_of
