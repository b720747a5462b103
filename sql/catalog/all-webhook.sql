-- Grain: one row a webhook, in order of creation.
SELECT id, version, name, description, endpoint, headers, enabled, type, secret, created_at, updated_at,
  disabled_reason
FROM webhook
ORDER BY id
