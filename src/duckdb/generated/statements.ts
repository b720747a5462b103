// Written by scripts/sql-types.ts from the statements in sql/: not to be changed by hand.

import type { DuckDBListValue, DuckDBValue } from "@duckdb/node-api";

/** The row of each statement (never: it has none), its values, and the words in braces that it needs. */
export interface Statements {
  "backup/database": {
    row: {
      readonly name: string;
    };
    values: never;
    words: never;
  };
  "backup/attach": {
    row: never;
    values: never;
    words: "file";
  };
  "backup/copy-database": {
    row: never;
    values: never;
    words: "database";
  };
  "backup/remove-node": {
    row: never;
    values: never;
    words: never;
  };
  "backup/checkpoint": {
    row: never;
    values: never;
    words: never;
  };
  "backup/detach": {
    row: never;
    values: never;
    words: never;
  };
  "catalog/directory": {
    row: {
      readonly organization_id: bigint;
      readonly next_id: bigint;
    };
    values: never;
    words: never;
  };
  "catalog/insert-directory": {
    row: never;
    values: "next_id" | "organization_id";
    words: never;
  };
  "catalog/raise-next-id": {
    row: never;
    values: "next_id";
    words: never;
  };
  "catalog/resources": {
    row: Readonly<Record<string, DuckDBValue>>;
    values: never;
    words: "columns" | "order" | "table";
  };
  "catalog/create-changed-binding": {
    row: never;
    values: never;
    words: never;
  };
  "catalog/changed-binding-range": {
    row: {
      readonly valid_from: bigint | null;
      readonly valid_to: bigint | null;
    };
    values: never;
    words: never;
  };
  "catalog/mark-changed-bindings": {
    row: never;
    values: "valid_from" | "valid_to";
    words: never;
  };
  "catalog/count-audit-entries": {
    row: {
      readonly total: bigint;
    };
    values: "end_ts" | "resource_id" | "resource_type" | "start_ts" | "token_id";
    words: never;
  };
  "catalog/list-audit-entries": {
    row: {
      readonly id: bigint;
      readonly instant: number;
      readonly tokenId: bigint | null;
      readonly name: string;
      readonly action: string;
      readonly resourceType: string;
      readonly resourceId: string;
      readonly changes: string;
    };
    values: "end_ts" | "limit" | "offset" | "resource_id" | "resource_type" | "sign" | "start_ts" | "token_id";
    words: never;
  };
  "catalog/last-audit-entry": {
    row: {
      readonly id: bigint;
    };
    values: never;
    words: never;
  };
  "database/create-table": {
    row: never;
    values: never;
    words: "definitions" | "table";
  };
  "database/copy-table": {
    row: never;
    values: "path";
    words: "table";
  };
  "database/table-names": {
    row: {
      readonly table_name: string;
    };
    values: never;
    words: never;
  };
  "database/schema-version": {
    row: {
      readonly version: number;
      readonly views_digest: string;
    };
    values: never;
    words: never;
  };
  "database/add-ignored": {
    row: {
      readonly Success: boolean;
    };
    values: never;
    words: never;
  };
  "database/add-space-of-token": {
    row: {
      readonly Success: boolean;
    };
    values: never;
    words: never;
  };
  "database/insert-schema-version": {
    row: never;
    values: "version" | "views_digest";
    words: never;
  };
  "database/set-views-digest": {
    row: never;
    values: "views_digest";
    words: never;
  };
  "database/track-progress": {
    row: never;
    values: never;
    words: never;
  };
  "database/untrack-progress": {
    row: never;
    values: never;
    words: never;
  };
  "database/last-change-log": {
    row: {
      readonly log: bigint;
      readonly identity: bigint;
      readonly previous: bigint;
      readonly commits: bigint;
      readonly is_continuous: boolean;
    };
    values: never;
    words: never;
  };
  "database/insert-change-log": {
    row: never;
    values: "identity" | "log" | "previous";
    words: "logs";
  };
  "database/remove-counted-commits": {
    row: never;
    values: "log";
    words: never;
  };
  "database/log-position": {
    row: {
      readonly log: string;
      readonly node: string;
      readonly position: bigint;
      readonly chain: string;
    };
    values: never;
    words: never;
  };
  "database/move-log-position": {
    row: never;
    values: "chain" | "node" | "position";
    words: never;
  };
  "database/remove-log-position": {
    row: never;
    values: never;
    words: never;
  };
  "database/insert-log-position": {
    row: never;
    values: "chain" | "log" | "node" | "position";
    words: never;
  };
  "database/insert-accepted-loss": {
    row: never;
    values: "accepted_at" | "kept_event_id" | "last_delivery_id" | "last_event_id" | "next_id" | "reason";
    words: never;
  };
  "database/remove-rows": {
    row: never;
    values: "ids";
    words: "column" | "table";
  };
  "deliveries/queues": {
    row: {
      readonly webhookId: bigint;
      readonly spaceId: bigint;
      readonly sequence: number;
      readonly finishedId: bigint;
      readonly pending: number;
      readonly attempts: number;
      readonly nextAttemptAt: number | null;
    };
    values: never;
    words: never;
  };
  "deliveries/queued-deliveries": {
    row: {
      readonly id: bigint;
      readonly webhookId: bigint;
      readonly spaceId: bigint;
      readonly sequence: number;
      readonly createdAt: number;
      readonly messageId: bigint;
      readonly eventId: bigint | null;
      readonly body: string;
    };
    values: "after_id" | "limit" | "space_id" | "through_id" | "webhook_id";
    words: never;
  };
  "deliveries/last-delivery-id": {
    row: {
      readonly id: bigint;
    };
    values: never;
    words: never;
  };
  "deliveries/count-deliveries": {
    row: {
      readonly total: bigint;
    };
    values: "before" | "newest" | "webhook_id";
    words: never;
  };
  "deliveries/list-deliveries": {
    row: {
      readonly id: bigint;
      readonly webhookId: bigint;
      readonly spaceId: bigint;
      readonly sequence: number;
      readonly createdAt: number;
      readonly messageId: bigint;
      readonly status: string;
      readonly attempts: number;
      readonly responseStatus: number | null;
      readonly error: string | null;
      readonly nextAttemptAt: number | null;
      readonly eventId: bigint | null;
      readonly body: string;
    };
    values: "before" | "limit" | "newest" | "offset" | "webhook_id";
    words: never;
  };
  "deliveries/find-delivery": {
    row: {
      readonly id: bigint;
      readonly webhookId: bigint;
      readonly spaceId: bigint;
      readonly sequence: number;
      readonly createdAt: number;
      readonly messageId: bigint;
      readonly status: string;
      readonly attempts: number;
      readonly responseStatus: number | null;
      readonly error: string | null;
      readonly nextAttemptAt: number | null;
      readonly eventId: bigint | null;
      readonly body: string;
    };
    values: "id" | "webhook_id";
    words: never;
  };
  "deliveries/surplus-deliveries": {
    row: {
      readonly id: bigint;
      readonly message_id: bigint;
    };
    values: "dead_kept" | "delivered_kept" | "limit";
    words: never;
  };
  "deliveries/retried-deliveries": {
    row: {
      readonly delivery_id: bigint;
    };
    values: "limit";
    words: never;
  };
  "deliveries/remove-replaced-outcomes": {
    row: never;
    values: "ids";
    words: never;
  };
  "deliveries/remove-messages": {
    row: never;
    values: "ids";
    words: never;
  };
  "deliveries/pending-events": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorKey: number;
      readonly trajectory: number;
      readonly eventId: string | null;
    };
    values: never;
    words: never;
  };
  "deliveries/replay-marks": {
    row: {
      readonly position: bigint;
      readonly instant: number;
      readonly isLive: boolean;
      readonly nextId: bigint;
      readonly eventId: bigint | null;
      readonly spaceId: bigint | null;
      readonly timestamp: number;
      readonly count: number | null;
    };
    values: never;
    words: never;
  };
  "deliveries/forget-replay-marks": {
    row: never;
    values: "before";
    words: never;
  };
  "deliveries/unsafe-spaces": {
    row: {
      readonly space_id: bigint;
    };
    values: never;
    words: never;
  };
  "events/create-incoming": {
    row: never;
    values: never;
    words: never;
  };
  "events/spread-incoming": {
    row: never;
    values: never;
    words: never;
  };
  "events/unknown-serials": {
    row: {
      readonly serial_number: string;
    };
    values: never;
    words: never;
  };
  "events/drop-repeated": {
    row: never;
    values: "rule";
    words: never;
  };
  "events/drop-stored": {
    row: never;
    values: "first_ts" | "last_ts";
    words: never;
  };
  "events/incoming-summary": {
    row: {
      readonly events: bigint;
      readonly first_ts: bigint | null;
      readonly last_ts: bigint | null;
      readonly last_row: bigint | null;
    };
    values: never;
    words: never;
  };
  "events/staged-part": {
    row: {
      readonly row: bigint;
      readonly ts: bigint | null;
      readonly sensor: number;
      readonly trajectory: number;
      readonly event_id: string | null;
    };
    values: "end_row" | "first_row";
    words: never;
  };
  "events/append-load": {
    row: never;
    values: "first_id";
    words: "events";
  };
  "events/mark-load": {
    row: never;
    values: never;
    words: "events";
  };
  "events/remove-parts": {
    row: never;
    values: never;
    words: never;
  };
  "events/create-sought": {
    row: never;
    values: never;
    words: never;
  };
  "events/find-sought": {
    row: {
      readonly row: number;
    };
    values: "first_ts" | "last_ts";
    words: never;
  };
  "events/latest-of-sensors": {
    row: {
      readonly sensor: number;
      readonly ts: bigint | null;
    };
    values: never;
    words: never;
  };
  "events/last-of-sensors": {
    row: {
      readonly sensor_id: bigint;
      readonly ts: bigint | null;
    };
    values: "since";
    words: never;
  };
  "events/last-id": {
    row: {
      readonly id: bigint;
    };
    values: never;
    words: never;
  };
  "events/log-summary": {
    row: {
      readonly events: number;
      readonly removedEvents: number;
      readonly staleRuns: number;
    };
    values: never;
    words: never;
  };
  "events/valid-event": {
    row: {
      readonly ts: bigint | null;
    };
    values: "id";
    words: never;
  };
  "events/find-event": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorId: bigint;
      readonly trajectory: number;
      readonly doorwayId: bigint | null;
      readonly resolution: number;
    };
    values: "id" | "ts";
    words: never;
  };
  "events/events-after": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorKey: number;
      readonly trajectory: number;
      readonly eventId: string | null;
    };
    values: "after_id" | "last_id";
    words: never;
  };
  "events/events-of-readings": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorKey: number;
      readonly trajectory: number;
      readonly eventId: string | null;
    };
    values: "end_ts" | "first_ids" | "last_ids" | "sensors" | "start_ts";
    words: never;
  };
  "events/valid-of-sensor": {
    row: {
      readonly id: bigint;
      readonly sensor: number;
      readonly ts: bigint | null;
      readonly trajectory: number;
    };
    values: "from_ts" | "sensor" | "to_ts";
    words: never;
  };
  "events/valid-in-ranges": {
    row: {
      readonly id: bigint;
      readonly sensor: number;
      readonly ts: bigint | null;
      readonly trajectory: number;
    };
    values: "first_ids" | "last_ids";
    words: never;
  };
  "events/create-voiding": {
    row: never;
    values: never;
    words: never;
  };
  "events/count-voiding": {
    row: {
      readonly events: bigint;
    };
    values: never;
    words: never;
  };
  "events/insert-voided": {
    row: never;
    values: "voided_at";
    words: never;
  };
  "events/mark-voiding": {
    row: never;
    values: never;
    words: never;
  };
  "events/effects-at": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorId: bigint;
      readonly trajectory: number;
      readonly doorwayId: bigint | null;
      readonly resolution: number;
      readonly spaceId: bigint;
      readonly direction: number | null;
    };
    values: "first_ts" | "instants" | "last_ts";
    words: never;
  };
  "events/count-events": {
    row: {
      readonly total: bigint;
    };
    values: "doorway_id" | "end_ts" | "sensor_id" | "space_ids" | "start_ts" | "trajectory";
    words: never;
  };
  "events/list-events": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorId: bigint;
      readonly trajectory: number;
      readonly doorwayId: bigint | null;
      readonly resolution: number;
    };
    values: "after_id" | "after_ts" | "doorway_id" | "end_ts" | "limit" | "offset" | "sensor_id" | "sign" | "space_ids" | "start_ts" | "trajectory";
    words: never;
  };
  "events/count-space-events": {
    row: {
      readonly total: bigint;
    };
    values: "direction" | "doorway_id" | "end_ts" | "space_id" | "start_ts" | "trajectory";
    words: never;
  };
  "events/list-space-events": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorId: bigint;
      readonly trajectory: number;
      readonly doorwayId: bigint | null;
      readonly resolution: number;
      readonly spaceId: bigint;
      readonly direction: number | null;
    };
    values: "after_id" | "after_ts" | "direction" | "doorway_id" | "end_ts" | "limit" | "offset" | "sign" | "space_id" | "start_ts" | "trajectory";
    words: never;
  };
  "events/count-measured-events": {
    row: {
      readonly total: bigint;
    };
    values: "closes" | "direction" | "doorway_id" | "end_ts" | "opens" | "space_id" | "start_ts" | "trajectory";
    words: never;
  };
  "events/list-measured-events": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorId: bigint;
      readonly trajectory: number;
      readonly doorwayId: bigint | null;
      readonly resolution: number;
      readonly spaceId: bigint;
      readonly direction: number | null;
    };
    values: "after_id" | "after_ts" | "closes" | "direction" | "doorway_id" | "end_ts" | "limit" | "offset" | "opens" | "sign" | "space_id" | "start_ts" | "trajectory";
    words: never;
  };
  "events/copy-events": {
    row: never;
    values: "after_id" | "last_id" | "path";
    words: never;
  };
  "events/copy-valid-events": {
    row: never;
    values: "after_id" | "last_id" | "path";
    words: never;
  };
  "events/copy-valid-events-in": {
    row: never;
    values: "from_ts" | "last_id" | "path" | "to_ts";
    words: never;
  };
  "events/copy-space-events-in": {
    row: never;
    values: "from_ts" | "last_id" | "path" | "to_ts";
    words: never;
  };
  "events/copy-space-events": {
    row: never;
    values: "after_id" | "last_id" | "path";
    words: never;
  };
  "events/copy-events-of-space": {
    row: never;
    values: "from_ts" | "path" | "space_id" | "to_ts";
    words: never;
  };
  "events/month-sums": {
    row: {
      readonly month: number;
      readonly rows: number;
      readonly checksum: number;
    };
    values: "last_id";
    words: never;
  };
  "events/month-sums-of-spaces": {
    row: {
      readonly month: number;
      readonly rows: number;
      readonly checksum: number;
    };
    values: "last_id";
    words: never;
  };
  "events/spans-of-sensors": {
    row: {
      readonly sensorKey: number;
      readonly first: number;
      readonly last: number;
    };
    values: "after_id" | "last_id";
    words: never;
  };
  "events/events-by-hour": {
    row: {
      readonly events: number;
      readonly first: number;
    };
    values: "last_id";
    words: never;
  };
  "events/voided-since": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly sensorKey: number;
      readonly voidedAt: number;
    };
    values: "since_ts";
    words: never;
  };
  "events/copy-voided": {
    row: never;
    values: "path";
    words: never;
  };
  "events/find-idempotent-requests": {
    row: {
      readonly token_hash: string;
      readonly key: string;
      readonly fingerprint: string;
      readonly event_id: bigint;
      readonly answer: string | null;
      readonly created_at: bigint;
    };
    values: "keys";
    words: never;
  };
  "events/set-idempotent-answer": {
    row: never;
    values: "answer" | "key" | "token_hash";
    words: never;
  };
  "events/forget-idempotent-requests": {
    row: never;
    values: "before";
    words: never;
  };
  "export/copy-part": {
    row: never;
    values: "path";
    words: "part";
  };
  "export/drop-part": {
    row: never;
    values: never;
    words: "part";
  };
  "export/events": {
    row: {
      readonly id: bigint;
      readonly timestamp: number;
      readonly serialNumber: string;
      readonly trajectory: number;
      readonly eventId: string | null;
      readonly doorwayId: bigint | null;
    };
    values: "end_ts" | "space_ids" | "start_ts";
    words: never;
  };
  "export/log-span": {
    row: {
      readonly events: number;
      readonly days: number;
      readonly first: number | null;
      readonly last: number | null;
    };
    values: "end_ts" | "start_ts";
    words: never;
  };
  "load/create-report": {
    row: never;
    values: never;
    words: never;
  };
  "load/create-judged": {
    row: never;
    values: never;
    words: "earliest" | "event_id_length_max" | "instant_max" | "latest" | "log_start" | "serial_length_max";
  };
  "load/read-texts": {
    row: never;
    values: never;
    words: "event_id" | "instant" | "is_row" | "problem" | "sensor_serial_number" | "source" | "timestamp" | "trajectory";
  };
  "load/has-quotes": {
    row: {
      readonly found: boolean;
    };
    values: never;
    words: never;
  };
  "load/create-cells": {
    row: never;
    values: never;
    words: "definitions";
  };
  "load/only-seconds": {
    row: {
      readonly found: boolean;
    };
    values: never;
    words: never;
  };
  "load/shape": {
    row: {
      readonly accepted: bigint;
      readonly exits: bigint;
      readonly number: string | null;
    };
    values: never;
    words: never;
  };
  "load/parquet-columns": {
    row: {
      readonly column_name: string;
      readonly column_type: string;
    };
    values: "path";
    words: never;
  };
  "load/parquet-rows": {
    row: {
      readonly rows: bigint;
    };
    values: "path";
    words: never;
  };
  "load/parquet-texts": {
    row: {
      readonly texts: DuckDBListValue;
      readonly text: string | null;
    };
    values: "path";
    words: "text" | "texts";
  };
  "load/create-reading-rows": {
    row: never;
    values: never;
    words: never;
  };
  "load/reading-rows": {
    row: {
      readonly row: number;
      readonly serialNumber: string;
      readonly from: number;
      readonly to: number | null;
      readonly in: number | null;
      readonly out: number | null;
      readonly coverage: number;
      readonly width: number | null;
      readonly isBoot: boolean;
    };
    values: never;
    words: never;
  };
  "load/reading-sensors": {
    row: {
      readonly serial_number: string;
      readonly rows: bigint;
    };
    values: never;
    words: never;
  };
  "load/invalidate-unstorable": {
    row: never;
    values: never;
    words: "event_id_length_max";
  };
  "load/report-rows": {
    row: {
      readonly rows: bigint;
    };
    values: never;
    words: never;
  };
  "load/create-read-time": {
    row: never;
    values: never;
    words: never;
  };
  "load/uncommon-times": {
    row: {
      readonly ts_text: string;
    };
    values: never;
    words: never;
  };
  "load/apply-read-times": {
    row: never;
    values: never;
    words: never;
  };
  "load/create-rejected": {
    row: never;
    values: never;
    words: never;
  };
  "load/rejections": {
    row: {
      readonly problem: string;
      readonly rows: bigint;
      readonly found: string | null;
    };
    values: never;
    words: never;
  };
  "load/rejected": {
    row: {
      readonly row: bigint;
      readonly problem: string;
      readonly found: string | null;
      readonly text: string | null;
    };
    values: never;
    words: "is_row" | "length_max" | "source" | "text";
  };
  "load/accepted": {
    row: {
      readonly row: bigint;
      readonly serial_number: string;
      readonly ts: bigint | null;
      readonly trajectory: number;
      readonly event_id: string | null;
    };
    values: never;
    words: never;
  };
  "load/repetitions": {
    row: {
      readonly first_row: bigint;
      readonly last_row: bigint;
    };
    values: "rule";
    words: never;
  };
  "load/sensor-rows": {
    row: {
      readonly serial_number: string;
      readonly rows: bigint;
    };
    values: never;
    words: never;
  };
  "load/create-new-sensor": {
    row: never;
    values: never;
    words: never;
  };
  "lost/attach": {
    row: never;
    values: never;
    words: "database" | "file";
  };
  "lost/detach": {
    row: never;
    values: never;
    words: "database";
  };
  "lost/create-compared": {
    row: never;
    values: never;
    words: never;
  };
  "lost/create-lost-event": {
    row: never;
    values: never;
    words: never;
  };
  "lost/create-lost-reading": {
    row: never;
    values: never;
    words: never;
  };
  "lost/create-lost-change": {
    row: never;
    values: never;
    words: never;
  };
  "lost/sizes": {
    row: {
      readonly events: bigint;
      readonly readings: bigint;
      readonly changes: bigint;
    };
    values: never;
    words: never;
  };
  "lost/events": {
    row: {
      readonly id: bigint;
      readonly ts: bigint | null;
      readonly serial_number: string;
      readonly trajectory: number;
      readonly event_id: string | null;
    };
    values: never;
    words: never;
  };
  "lost/readings": {
    row: {
      readonly serialNumber: string;
      readonly from: number;
      readonly to: number | null;
      readonly in: number | null;
      readonly out: number | null;
      readonly width: number | null;
      readonly details: string | null;
    };
    values: never;
    words: never;
  };
  "lost/changes": {
    row: {
      readonly id: bigint;
      readonly ts: bigint | null;
      readonly actor: string;
      readonly action: string;
      readonly resource_type: string;
      readonly resource_id: string;
      readonly changes: string;
    };
    values: never;
    words: never;
  };
  "query/lock": {
    row: never;
    values: never;
    words: never;
  };
  "query/begin": {
    row: never;
    values: never;
    words: never;
  };
  "query/internal-views": {
    row: {
      readonly name: string;
    };
    values: never;
    words: never;
  };
  "query/limit-temporary": {
    row: never;
    values: never;
    words: "size";
  };
  "query/macros": {
    row: {
      readonly name: string;
      readonly kind: string | null;
      readonly comment: string | null;
      readonly parameters: DuckDBListValue;
    };
    values: never;
    words: never;
  };
  "query/own-functions": {
    row: {
      readonly name: string;
      readonly is_table: boolean;
    };
    values: never;
    words: never;
  };
  "query/serialize": {
    row: {
      readonly tree: string;
    };
    values: "query";
    words: never;
  };
  "query/views": {
    row: {
      readonly name: string;
      readonly comment: string | null;
      readonly column_name: string;
      readonly column_type: string;
      readonly column_comment: string | null;
    };
    values: never;
    words: never;
  };
  "readings/lines": {
    row: {
      readonly line: string;
    };
    values: never;
    words: never;
  };
  "readings/after-lines": {
    row: {
      readonly sensor: number;
      readonly number: number;
      readonly kind: string | null;
      readonly ts: bigint | null;
      readonly end_ts: bigint | null;
      readonly in_value: bigint | null;
      readonly out_value: bigint | null;
      readonly width: number | null;
      readonly received_at: bigint;
      readonly result: string;
      readonly counted_in: number;
      readonly counted_out: number;
      readonly details: string | null;
    };
    values: never;
    words: never;
  };
  "readings/remove-lines": {
    row: never;
    values: "sensors";
    words: never;
  };
  "readings/create-incoming": {
    row: never;
    values: never;
    words: never;
  };
  "readings/create-revised": {
    row: never;
    values: never;
    words: never;
  };
  "readings/create-crossings": {
    row: never;
    values: never;
    words: never;
  };
  "readings/append-incoming": {
    row: never;
    values: never;
    words: never;
  };
  "readings/remove-revised": {
    row: never;
    values: never;
    words: never;
  };
  "readings/find": {
    row: {
      readonly sensor: number;
      readonly number: number;
      readonly kind: string | null;
      readonly ts: bigint | null;
      readonly end_ts: bigint | null;
      readonly in_value: bigint | null;
      readonly out_value: bigint | null;
      readonly width: number | null;
      readonly received_at: bigint;
      readonly result: string;
      readonly counted_in: number;
      readonly counted_out: number;
      readonly details: string | null;
    };
    values: "ends" | "sensors" | "starts";
    words: never;
  };
  "readings/sensors-of-import": {
    row: {
      readonly sensor: number;
      readonly first_ts: bigint;
    };
    values: "import_id";
    words: never;
  };
  "readings/has-before": {
    row: {
      readonly has_before: boolean;
    };
    values: "instant";
    words: never;
  };
  "readings/count-readings": {
    row: {
      readonly total: bigint;
    };
    values: "end_ts" | "sensor" | "start_ts";
    words: never;
  };
  "readings/list-readings": {
    row: {
      readonly sensor: number;
      readonly number: number;
      readonly kind: string | null;
      readonly ts: bigint | null;
      readonly end_ts: bigint | null;
      readonly in_value: bigint | null;
      readonly out_value: bigint | null;
      readonly width: number | null;
      readonly received_at: bigint;
      readonly result: string;
      readonly counted_in: number;
      readonly counted_out: number;
      readonly details: string | null;
    };
    values: "end_ts" | "limit" | "offset" | "sensor" | "sign" | "start_ts";
    words: never;
  };
  "readings/positions": {
    row: {
      readonly sensorKey: number;
      readonly readings: number;
      readonly revision: number;
    };
    values: never;
    words: never;
  };
  "readings/copy-readings": {
    row: never;
    values: "after_numbers" | "end_ts" | "last_numbers" | "path" | "sensors" | "start_ts";
    words: never;
  };
  "readings/month-sums": {
    row: {
      readonly month: number;
      readonly rows: number;
      readonly checksum: number;
    };
    values: "start_ts";
    words: never;
  };
  "readings/differences": {
    row: {
      readonly serial_number: string;
      readonly readings: bigint;
      readonly first_ts: bigint;
      readonly counted_in: bigint;
      readonly counted_out: bigint;
      readonly events_in: bigint;
      readonly events_out: bigint;
    };
    values: "end_ts" | "start_ts";
    words: never;
  };
  "retention/unfinished": {
    row: {
      readonly unfinished: boolean;
    };
    values: "day";
    words: never;
  };
  "retention/remove-voided": {
    row: never;
    values: "boundary";
    words: never;
  };
  "retention/remove-pending": {
    row: never;
    values: "boundary";
    words: never;
  };
  "retention/remove-events": {
    row: never;
    values: "boundary";
    words: never;
  };
  "retention/insert-removal": {
    row: never;
    values: "boundary" | "events" | "last_event_id" | "removed_at";
    words: never;
  };
  "retention/attach-source": {
    row: never;
    values: never;
    words: "file";
  };
  "retention/create-retained-change": {
    row: never;
    values: never;
    words: never;
  };
  "retention/database-blocks": {
    row: {
      readonly total_blocks: bigint;
      readonly free_blocks: bigint;
    };
    values: never;
    words: never;
  };
  "retention/retained-runs": {
    row: {
      readonly day: number;
      readonly checksum: number;
    };
    values: "space_id";
    words: never;
  };
  "retention/retained-spaces": {
    row: {
      readonly space_id: bigint;
    };
    values: never;
    words: never;
  };
  "retention/log-start": {
    row: {
      readonly log_start: bigint;
    };
    values: never;
    words: never;
  };
  "retention/remove-readings": {
    row: never;
    values: "boundary";
    words: never;
  };
  "runs/has-stale": {
    row: {
      readonly stale: boolean;
    };
    values: never;
    words: never;
  };
  "runs/take-stale": {
    row: never;
    values: never;
    words: never;
  };
  "runs/evict": {
    row: {
      readonly spaceId: bigint;
      readonly day: number;
    };
    values: never;
    words: never;
  };
  "runs/due-days": {
    row: {
      readonly first_day: number | null;
      readonly last_day: number | null;
    };
    values: never;
    words: never;
  };
  "runs/due-slices": {
    row: {
      readonly first_day: number;
      readonly first_space: bigint;
      readonly last_day: number;
      readonly last_space: bigint;
      readonly runs: number;
      readonly changes: number;
    };
    values: "changes_max" | "end_ts" | "start_ts";
    words: never;
  };
  "runs/derive-due": {
    row: {
      readonly space_id: bigint;
      readonly day: number;
      readonly changes: DuckDBListValue;
    };
    values: "end_ts" | "first_day" | "first_space" | "last_day" | "last_space" | "start_ts";
    words: never;
  };
  "runs/clear-due-slice": {
    row: never;
    values: "first_day" | "first_space" | "last_day" | "last_space";
    words: never;
  };
  "runs/create-flushed": {
    row: never;
    values: never;
    words: never;
  };
  "runs/clear-flushed": {
    row: never;
    values: never;
    words: never;
  };
  "runs/files": {
    row: {
      readonly id: bigint;
    };
    values: never;
    words: never;
  };
  "runs/mark-busy": {
    row: never;
    values: "first_day" | "last_day" | "space_id";
    words: never;
  };
  "runs/days-of-log": {
    row: {
      readonly day: number;
      readonly events: number;
    };
    values: "first_day" | "last_day";
    words: never;
  };
  "runs/derive-days": {
    row: {
      readonly space_id: bigint;
      readonly day: number;
      readonly changes: DuckDBListValue;
    };
    values: "first_day" | "last_day" | "space_id";
    words: never;
  };
  "runs/adopt-unfinished": {
    row: never;
    values: never;
    words: never;
  };
  "analysis/catalog/source": {
    row: {
      readonly schema_digest: string;
      readonly time_zone_data: string;
      readonly organization_id: string | null;
      readonly last_event_id: bigint;
      readonly log_start: bigint;
      readonly catalog_digest: string | null;
      readonly ts: bigint | null;
      readonly first_ts: bigint;
      readonly hours_ts: bigint;
    };
    values: never;
    words: never;
  };
  "analysis/catalog/set-source": {
    row: never;
    values: "catalog_digest" | "first_ts" | "hours_ts" | "last_event_id" | "log_start" | "organization_id" | "schema_digest" | "time_zone_data" | "ts";
    words: never;
  };
  "analysis/catalog/first-instant": {
    row: {
      readonly ts: bigint | null;
    };
    values: never;
    words: never;
  };
  "analysis/catalog/first-new": {
    row: {
      readonly ts: bigint | null;
    };
    values: "after_id";
    words: never;
  };
  "analysis/catalog/first-voided": {
    row: {
      readonly ts: bigint | null;
    };
    values: never;
    words: never;
  };
  "analysis/catalog/table-columns": {
    row: {
      readonly column_name: string;
      readonly data_type: string;
    };
    values: "table";
    words: never;
  };
  "analysis/catalog/clear-table": {
    row: never;
    values: never;
    words: "table";
  };
  "analysis/catalog/clear-due": {
    row: never;
    values: "as_of";
    words: never;
  };
  "analysis/catalog/copied-events": {
    row: {
      readonly id: bigint;
      readonly ts: bigint | null;
      readonly sensor: number;
      readonly trajectory: number;
      readonly event_id: string | null;
      readonly hour: number;
    };
    values: "path";
    words: never;
  };
  "analysis/catalog/copied-readings": {
    row: {
      readonly sensor: number;
      readonly number: number;
      readonly kind: string | null;
      readonly ts: bigint | null;
      readonly end_ts: bigint | null;
      readonly in_value: bigint | null;
      readonly out_value: bigint | null;
      readonly coverage: number | null;
      readonly received_at: bigint;
      readonly result: string;
      readonly counted_in: number;
      readonly counted_out: number;
      readonly note: string | null;
    };
    values: "path";
    words: never;
  };
  "analysis/catalog/copied-retained-changes": {
    row: {
      readonly id: bigint;
      readonly ts: bigint | null;
      readonly space_id: bigint;
      readonly direction: number | null;
    };
    values: "path";
    words: never;
  };
  "analysis/catalog/copied-voided": {
    row: {
      readonly id: bigint;
    };
    values: "path";
    words: never;
  };
  "analysis/catalog/drop-ahead": {
    row: never;
    values: "after_id" | "as_of";
    words: never;
  };
  "analysis/catalog/drop-voided": {
    row: never;
    values: never;
    words: "table";
  };
  "analysis/catalog/fill-binding": {
    row: never;
    values: never;
    words: never;
  };
  "analysis/catalog/fill-local-binding": {
    row: never;
    values: never;
    words: never;
  };
  "analysis/catalog/hours-inputs": {
    row: {
      readonly ts: bigint | null;
      readonly input: string;
    };
    values: never;
    words: never;
  };
  "analysis/catalog/put-ahead": {
    row: never;
    values: "after_id" | "as_of";
    words: never;
  };
  "analysis/catalog/reading-positions": {
    row: {
      readonly sensorKey: number;
      readonly readings: number;
      readonly revision: number;
    };
    values: never;
    words: never;
  };
  "analysis/catalog/remove-readings": {
    row: never;
    values: "sensors";
    words: never;
  };
  "analysis/catalog/reset-times": {
    row: {
      readonly time_zone: string | null;
      readonly daily_reset: string;
    };
    values: never;
    words: never;
  };
  "analysis/catalog/take-due": {
    row: never;
    values: "as_of";
    words: never;
  };
  "analysis/catalog/zones": {
    row: {
      readonly time_zone: string | null;
    };
    values: never;
    words: never;
  };
  "analysis/hours/find-begin": {
    row: never;
    values: "from_ts" | "lower_ts";
    words: never;
  };
  "analysis/hours/drop-stale": {
    row: never;
    values: "lower_ts";
    words: never;
  };
  "analysis/hours/derive": {
    row: never;
    values: "lower_ts" | "until_ts";
    words: never;
  };
}
