-- Grain: one row a row of the input, in its order (`rowid`): what was read of it. `ts_text` keeps a
-- time that is not in a common form, for the program to read; `problem` says why none of it could be.
CREATE OR REPLACE TEMP TABLE report (
  serial_number VARCHAR,
  ts BIGINT,
  ts_text VARCHAR,
  trajectory TINYINT,
  event_id VARCHAR,
  problem VARCHAR
)
