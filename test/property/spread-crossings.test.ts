import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { READING_CROSSINGS_MAX, READING_FILE_SPAN_MS_MAX } from "../../src/domain/limits.ts";
import { openInstance } from "../../src/duckdb/connection.ts";
import { statement } from "../../src/duckdb/statements.ts";
import { crossingId, crossingPrefix, spreadCrossings } from "../../src/readings/spread.ts";
import { check } from "../support/random.ts";

const FIRST_ROW = 7;
/** Crossings at either end that are compared. */
const COMPARED = 100;

/** The first and the last events by time, and by row at the same ms. */
const ENDS_OF_INCOMING = `
  SELECT ts::DOUBLE AS ts, trajectory, event_id
  FROM (
    SELECT *, row_number() OVER (ORDER BY ts, row) AS place, count(*) OVER () AS events
    FROM incoming
  )
  WHERE place <= ${COMPARED} OR place > events - ${COMPARED}
  ORDER BY place`;

const START = Date.UTC(2024, 4, 6);

/** Few crossings, and as many as a reading may have, of which the last ones are compared. */
const passages = fc.oneof(
  { weight: 20, arbitrary: fc.nat(40) },
  { weight: 1, arbitrary: fc.constant(READING_CROSSINGS_MAX) },
);
const spans = fc.record({
  from: fc.integer({ min: START, max: START + 1_000_000 }),
  length: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: READING_FILE_SPAN_MS_MAX })),
  in: passages,
  out: fc.nat(40),
  revision: fc.constantFrom(0, 0, 3),
  register: fc.constantFrom(0, 0, 40),
});

it("D34: files spread crossings as requests do, in before out at the same ms", async () => {
  const { connection, close } = await openInstance();
  onTestFinished(close);
  await check(100, spans, async ({ from, length, in: entered, out, revision, register }) => {
    const origin = { revision, register };
    const span = { from, to: from + length };
    await connection.run(statement("readings/create-crossings"));
    const row = [FIRST_ROW, 1, span.from, span.to, entered, out, `'${crossingPrefix(span, origin)}'`];
    await connection.run(`INSERT INTO crossings VALUES (${row.join(", ")})`);
    await connection.run(statement("events/spread-incoming"));
    const { timestamps, trajectories, numbers } = spreadCrossings(span, { in: entered, out });
    const { length: events } = timestamps;
    const isCompared = (index: number) => index < COMPARED || index >= events - COMPARED;
    const expected = Array.from(timestamps.keys())
      .filter(isCompared)
      .map((row) => [
        timestamps[row],
        trajectories[row],
        crossingId(crossingPrefix(span, origin), numbers[row] as number),
      ]);
    const made = await connection.rows(ENDS_OF_INCOMING);
    expect(made.map(({ ts, trajectory, event_id }) => [ts, trajectory, event_id])).toEqual(expected);
    const [rows] = await connection.rows(
      "SELECT count(DISTINCT row)::INTEGER AS different, min(row)::INTEGER AS first, max(row)::INTEGER AS last FROM incoming",
    );
    const [first, last] = events === 0 ? [null, null] : [FIRST_ROW, FIRST_ROW + events - 1];
    expect(rows).toEqual({ different: events, first, last });
  });
});
