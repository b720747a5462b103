-- Grain: one row, whether there are runs from before a day that are not in files as the log has them.
SELECT
  EXISTS (FROM hot_run WHERE day < $day)
  OR EXISTS (FROM stale_run WHERE day < $day)
  OR EXISTS (FROM due_run WHERE day < $day) AS unfinished
