-- Grain: one row, the highest number of an entry in the audit log.
SELECT coalesce(max(id), 0) AS id
FROM audit_entry
