import { expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../src/domain/limits.ts";
import { KnownTexts } from "../../src/engine/ingest/known-texts.ts";
import type { CheckedReports } from "../../src/engine/ingest/reports.ts";
import { yieldToEventLoop } from "../../src/engine/yielding.ts";
import { Refusal } from "../../src/http/errors.ts";
import { readArrowReports } from "../../src/http/report-bodies/arrow-rows.ts";
import { type ValidStream, validStreams } from "../support/arrow-streams.ts";
import { boundedReads } from "../support/machine-speed.ts";
import { casesOf } from "../support/random.ts";
import { rowsOf } from "../support/store-reports.ts";

/** One byte in this many of each stream is changed. */
const BYTES_STEP = Math.max(1, Math.floor(11 / casesOf(1)));

/** What each byte is set to. */
const VALUES = [0, 1, 2, 3, 4, 7, 8, 15, 16, 32, 74, 127, 128, 200, 254, 255];

const TIMES = { earliest: 0, latest: Infinity };
const known = new KnownTexts();

/** What is read of a stream; null if it is rejected as unreadable. */
async function read(bytes: Uint8Array): Promise<CheckedReports | null> {
  try {
    return await readArrowReports(bytes, TIMES, known, yieldToEventLoop);
  } catch (error) {
    if (error instanceof Refusal && error.slug === "malformed-body") return null;
    if (error instanceof HeadcountError && error.kind === "invalid") return null;
    throw error;
  }
}

/** Whether no more rows come out than there are, and those that are reports. */
function expectSound({ reports, rejected }: CheckedReports, { rows, name }: ValidStream): void {
  expect(reports.length + rejected, name).toBeLessThanOrEqual(rows.length);
  for (const { serialNumber, timestamp, trajectory, eventId } of rowsOf(reports)) {
    expect(serialNumber?.length, name).toBeLessThanOrEqual(SERIAL_LENGTH_MAX);
    expect(Number.isSafeInteger(timestamp), name).toBe(true);
    expect([1, -1], name).toContain(trajectory);
    expect(eventId?.length ?? 0, name).toBeLessThanOrEqual(EVENT_ID_LENGTH_MAX);
  }
}

const STREAMS = validStreams();

it.each(STREAMS)(
  "D22: the valid stream of $name is read, from any position in memory",
  async ({ bytes, rows }) => {
    for (const position of [0, 1]) {
      const checked = await read(Buffer.concat([Buffer.alloc(position), bytes]).subarray(position));
      expect(checked?.errors).toEqual([]);
      expect(checked && rowsOf(checked.reports)).toEqual(rows);
    }
  },
);

it.each(STREAMS)("no changed byte of $name makes its reading long, large or wrong", async (stream) => {
  const outcomes = { refused: 0, read: 0 };
  const reads = await boundedReads();
  for (let at = 0; at < stream.bytes.length; at += BYTES_STEP) {
    for (const value of VALUES) {
      const changed = stream.bytes.slice();
      changed[at] = value;
      // Cut anywhere, a different place each time.
      const cut = changed.subarray(0, (at * VALUES.length + value * 31) % changed.length);
      for (const bytes of [changed, cut]) {
        const checked = await reads.read(() => read(bytes));
        outcomes[checked === null ? "refused" : "read"]++;
        if (checked !== null) expectSound(checked, stream);
      }
    }
  }
  reads.end();
  expect(outcomes.refused).toBeGreaterThan(0);
  expect(outcomes.read).toBeGreaterThan(0);
});
