-- Grain: none. Sets the latest time that is taken (D3).
SET VARIABLE latest_timestamp = $latest_timestamp
