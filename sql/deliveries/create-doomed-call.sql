-- Grain: one row a call that is about to be removed.
CREATE OR REPLACE TEMP TABLE doomed_call (id BIGINT NOT NULL, message_id BIGINT NOT NULL)
