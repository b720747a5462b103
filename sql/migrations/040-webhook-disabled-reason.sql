-- Grain: one row a webhook: why the server has disabled it, where it has.
ALTER TABLE webhook ADD COLUMN disabled_reason VARCHAR
