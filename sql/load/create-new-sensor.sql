-- Grain: one row a sensor that the input names and the catalog is to have.
CREATE OR REPLACE TEMP TABLE new_sensor (
  serial_number VARCHAR NOT NULL,
  key INTEGER NOT NULL
)
