-- Grain: one row a line of a text file that the program had to read itself, in its order.
CREATE OR REPLACE TEMP TABLE text_line (
  line VARCHAR NOT NULL
)
