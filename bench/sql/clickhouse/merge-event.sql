-- Merges all events into one sorted part.
OPTIMIZE TABLE event FINAL
