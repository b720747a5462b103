-- Grain: one row a sample of a count series (D12, D29).
CREATE TABLE count_sample (
  "timestamp" TIMESTAMPTZ NOT NULL,
  count INTEGER NOT NULL,
  "start" TIMESTAMPTZ NOT NULL,
  "end" TIMESTAMPTZ NOT NULL,
  min INTEGER NOT NULL,
  max INTEGER NOT NULL,
  events INTEGER NOT NULL,
  entrances INTEGER NOT NULL,
  exits INTEGER NOT NULL,
  utilization DOUBLE,
  target_utilization DOUBLE,
  entry_rate DOUBLE NOT NULL,
  exit_rate DOUBLE NOT NULL
)
