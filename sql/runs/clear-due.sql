-- Grain: every note of a run that is being derived.
DELETE FROM due_run
