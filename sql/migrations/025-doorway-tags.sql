-- Grain: a column of each doorway: the tags it carries, in order of adding; null is none.
ALTER TABLE doorway ADD COLUMN tags VARCHAR[]
