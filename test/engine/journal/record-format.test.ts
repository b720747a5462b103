import { serialize } from "node:v8";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { INSTANT_MAX } from "../../../src/domain/instant.ts";
import { decodeRecord, encodeRecord, RECORD_FORMAT } from "../../../src/engine/journal/record-format.ts";
import type { LogColumns, LogRecord } from "../../../src/engine/ports.ts";
import { logColumns } from "../../support/commits.ts";
import { testApi } from "../../support/http.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { checkProperty, numbersFrom } from "../../support/random.ts";
import { recordsOf } from "../../support/replica.ts";

const BASE: LogRecord = {
  now: Date.UTC(2024, 4, 10),
  actor: { tokenId: 3n, name: "command line" },
  ids: { eventId: 8n, deliveryId: 1n },
};

const event = fc.record({
  timestamp: fc.oneof(
    fc.integer({ min: 0, max: INSTANT_MAX }),
    fc.integer({ min: 1.7e12, max: 1.7e12 + 9e4 }),
  ),
  sensorKey: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  trajectory: fc.constantFrom(1 as const, -1 as const),
  eventId: fc.option(fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" })),
});

type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

function columnsOf(events: readonly Event[]): LogColumns {
  const columns = logColumns(events);
  return events.every(({ eventId }) => eventId === null) ? { ...columns, eventIds: null } : columns;
}

function eventsOf({ length, timestamps, sensorKeys, trajectories, eventIds }: LogColumns) {
  return Array.from({ length }, (_, row) => ({
    timestamp: timestamps[row],
    sensorKey: sensorKeys[row],
    trajectory: trajectories[row],
    eventId: eventIds?.at(row) ?? null,
  }));
}

it("a record has the same content after its bytes have been read", async () => {
  await checkProperty(
    fc.property(fc.array(event), fc.boolean(), (events, isLive) => {
      const columns = columnsOf(events);
      const rows = Int32Array.from(events.keys(), (row) => 2 * row);
      const record = { ...BASE, events: { columns, isLive }, part: { columns, rows } };
      const { events: read, part, ...rest } = decodeRecord(encodeRecord(record));
      expect(rest).toEqual(BASE);
      expect(read?.isLive).toBe(isLive);
      for (const each of [read?.columns, part?.columns]) expect(each && eventsOf(each)).toEqual(events);
      expect(part?.rows).toEqual(rows);
    }),
  );
});

/** The bytes of the record of a batch of 1,000 events, up to six seconds from each other, for each event. */
async function bytesOfEvent(sensors: readonly string[], webhooks: readonly object[]): Promise<number> {
  const store = memoryStore();
  const api = await testApi({ store });
  await api.site();
  for (const body of webhooks) await api.create("/v2/webhooks/", body);
  const below = numbersFrom(1);
  const send = async (start: number) => {
    let timestamp = start;
    const rows = Array.from({ length: 1_000 }, () => {
      timestamp += below(6_000);
      return {
        sensor_serial_number: sensors[below(sensors.length)],
        timestamp: new Date(timestamp).toISOString(),
        trajectory: below(2) === 0 ? 1 : -1,
      };
    });
    expect((await api.post("/v2/sensor_events/", rows)).body).toMatchObject({ accepted: 1_000 });
  };
  await send(Date.UTC(2024, 4, 10, 8));
  const records = recordsOf(store);
  await send(Date.UTC(2024, 4, 10, 10));
  return records.reduce((sum, { length }) => sum + length, 0) / 1_000;
}

it("a record of 1,000 events has at most 5 bytes an event, and 60 with a webhook that hears of each", async () => {
  const sensors = ["a", ...Array.from({ length: 50 }, (_, index) => `s${index}`)];
  expect(await bytesOfEvent(sensors, [])).toBeLessThan(5);
  const webhook = { endpoint: "https://example.com/counts", type: "counts" };
  expect(await bytesOfEvent(["a"], [webhook])).toBeLessThan(60);
});

it("bytes that are not a whole record are refused, wherever they are damaged", () => {
  const bytes = encodeRecord({ ...BASE, duplicates: [{ sensorId: 4n, events: 2 }] });
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    const kind = at === 3 ? "store-newer" : "store-damaged";
    expect(() => decodeRecord(damaged), `byte ${at}`).toThrow(expect.objectContaining({ kind }));
    expect(() => decodeRecord(bytes.subarray(0, at)), `${at} bytes`).toThrow(
      expect.objectContaining({ kind: "store-damaged" }),
    );
  }
  expect(() => decodeRecord(Buffer.concat([bytes, bytes]))).toThrow(/it has \d+ bytes of \d+/);
});

it("a record of a later release is refused in one sentence: an unknown format, and an unknown part", () => {
  const later = encodeRecord(BASE, RECORD_FORMAT + 1);
  expect(() => decodeRecord(later, "record 7")).toThrow(
    `a later release has written record 7: it has format ${RECORD_FORMAT + 1}, and this release reads formats up to ` +
      `${RECORD_FORMAT}; upgrade Headcount`,
  );
  const body = deflateRawSync(serialize({ ...BASE, alerts: [] }));
  const head = encodeRecord(BASE).subarray(0, 12);
  head.writeUInt32LE(body.length, 4);
  head.writeUInt32LE(crc32(body), 8);
  expect(() => decodeRecord(Buffer.concat([head, body]))).toThrow(
    "a later release has written a record: this release does not know its part alerts; upgrade Headcount",
  );
});
