-- Grain: one row a time in the input that the program has read.
CREATE OR REPLACE TEMP TABLE read_time (
  ts_text VARCHAR NOT NULL,
  ts BIGINT NOT NULL
)
