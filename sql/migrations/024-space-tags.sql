-- Grain: a column of each space: the tags it carries, in order of adding; null is none.
ALTER TABLE space ADD COLUMN tags VARCHAR[]
