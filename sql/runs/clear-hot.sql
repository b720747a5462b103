-- Grain: every note of a run in memory.
DELETE FROM hot_run
