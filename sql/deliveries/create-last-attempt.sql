-- Grain: one row a call that was tried several times: the number of its last attempt.
CREATE OR REPLACE TEMP TABLE last_attempt (call_id BIGINT NOT NULL, attempt BIGINT NOT NULL)
