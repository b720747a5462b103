-- Grain: the table in which an earlier release kept runs.
DROP TABLE run
