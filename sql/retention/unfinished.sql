-- Grain: one row: whether there are runs from before a day whose version in files is out of date.
SELECT
  EXISTS (FROM in_memory_run WHERE day < $day)
  OR EXISTS (FROM stale_run WHERE day < $day)
  OR EXISTS (FROM due_run WHERE day < $day) AS unfinished
