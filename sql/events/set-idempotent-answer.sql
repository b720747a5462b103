-- Grain: the request of a token with a key, where it has not been answered: the first answer stays.
UPDATE idempotent_request
SET answer = $answer
WHERE token_hash = $token_hash
  AND key = $key
  AND answer IS NULL
