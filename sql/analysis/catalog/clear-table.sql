-- Grain: all rows of a table of the copy.
DELETE FROM base.{table}
