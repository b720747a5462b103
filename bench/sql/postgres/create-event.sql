-- Grain: one row per event and the space whose count it changes. The id orders events of the same instant (D6).
CREATE TABLE event (
  space_id bigint NOT NULL,
  ts bigint NOT NULL,
  id bigint NOT NULL,
  direction smallint NOT NULL
)
