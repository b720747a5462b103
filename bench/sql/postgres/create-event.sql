-- Grain: one row an event and the space it counted for. The id only orders events of the same instant (D6).
CREATE TABLE event (
  space_id bigint NOT NULL,
  ts bigint NOT NULL,
  id bigint NOT NULL,
  direction smallint NOT NULL
)
