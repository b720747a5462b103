-- Grain: none. Sets the earliest time that is taken: earlier events have been removed.
SET VARIABLE earliest_timestamp = $earliest_timestamp
