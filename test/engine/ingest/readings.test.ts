import { describe, expect, it } from "vitest";
import { READING_CROSSINGS_MAX, READINGS_COMMITTED_MAX } from "../../../src/domain/limits.ts";
import type { IntervalReading } from "../../../src/domain/reading.ts";
import type { ReadingList } from "../../../src/domain/reading-list.ts";
import {
  ingestReadings,
  REQUEST_EVENTS_MAX,
  type ReadingIngest,
} from "../../../src/engine/ingest/ingest-readings.ts";
import type { DecidedReading } from "../../../src/engine/readings/decide-readings.ts";

const NOW = Date.UTC(2026, 2, 2, 12);

const COUNTED = { result: "counted", counted: { in: 1, out: 0 }, note: null, unknown: null } as const;

/** A sender whose queue decides some readings of each commit in one way. */
function senderTo(readingsOfCommits: number[], decides: number, decided: DecidedReading): ReadingIngest {
  return {
    actor: { tokenId: null, name: "test" },
    clock: { now: () => NOW },
    events: { logStart: () => 0 },
    settings: { earliest: 0 },
    ingest: {
      admission: { admit: () => ({ rows: null, ignored: 0, refused: [], release: () => undefined }) },
      submit: async ({ readings }: { readonly readings: ReadingList }) => {
        readingsOfCommits.push(readings.length);
        return { readings: Array.from({ length: Math.min(readings.length, decides) }, () => decided) };
      },
    },
    heartbeats: {},
    catalog: { sensorsBySerial: { first: () => undefined } },
  } as unknown as ReadingIngest;
}

/** Intervals of a minute. */
function intervals(number: number): IntervalReading[] {
  return Array.from({ length: number }, (_, index) => ({
    kind: "interval",
    serialNumber: "a",
    from: 60_000 * index,
    to: 60_000 * (index + 1),
    in: 1,
    out: 0,
    coverage: null,
    isUndirected: false,
  }));
}

describe("a request with readings (D31)", () => {
  it("is stored in commits of a bounded number of readings, in order, also if a commit decides a part", async () => {
    const commits: number[] = [];
    const most = READINGS_COMMITTED_MAX;
    const result = await ingestReadings(senderTo(commits, most - 1, COUNTED), intervals(2 * most));
    expect(commits).toEqual([most, most, 2]);
    expect(result).toMatchObject({ accepted: 2 * most, counted: { in: 2 * most, out: 0 }, rejected: 0 });
  });

  it("makes a bounded number of events: the readings after them are refused with the reason", async () => {
    const commits: number[] = [];
    const decided = { ...COUNTED, counted: { in: READING_CROSSINGS_MAX, out: 0 } };
    const enough = REQUEST_EVENTS_MAX / READING_CROSSINGS_MAX + 1;
    const result = await ingestReadings(senderTo(commits, 1, decided), intervals(enough + 2));
    expect(commits).toHaveLength(enough);
    expect(result).toMatchObject({ accepted: enough, rejected: 2 });
    expect(result.errors[0]).toEqual({ index: enough, message: expect.stringContaining("another request") });
  });
});
