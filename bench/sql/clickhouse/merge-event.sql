-- Grain: one row an event and the space it counted for: all of them in one sorted part.
OPTIMIZE TABLE event FINAL
