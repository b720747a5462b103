import { LIST, listValue, VARCHAR } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { INSTANT_MAX, INSTANT_MIN, readInstant } from "../../../src/domain/instant.ts";
import { script } from "../../../src/store/duckdb/statements.ts";
import { sampleOf } from "../../support/random.ts";
import { withDuckDb } from "../../support/store-directory.ts";
import { NO_TIMES, nearlyTimes, TIMES_OF_D1 } from "../../support/store-times.ts";

describe("times", () => {
  it("of the examples are times, or not (D1)", () => {
    expect(TIMES_OF_D1.filter((text) => readInstant(text) === null)).toEqual([]);
    expect(NO_TIMES.filter((text) => readInstant(text) !== null)).toEqual([]);
  });

  it("are never read by SQL otherwise than by the program (D1)", async () => {
    const texts = sampleOf(10_000, nearlyTimes);
    const instants = await commonTimes(texts);
    expect(instants.filter((instant) => instant !== null).length).toBeGreaterThan(texts.length / 20);
    for (const [index, instant] of instants.entries()) {
      // A load rejects times outside D1's years by the number.
      const taken = instant !== null && instant >= INSTANT_MIN && instant <= INSTANT_MAX ? instant : null;
      if (instant !== null && taken !== readInstant(texts[index] as string))
        expect.fail(`${texts[index]} is ${instant}`);
    }
  });
});

/** What the SQL macro makes of texts. */
function commonTimes(texts: readonly string[]): Promise<(number | null)[]> {
  return withDuckDb(async (connection) => {
    await connection.run(script("views/report-files"));
    const reader = await connection.runAndReadAll(
      "SELECT common_time(text) FROM (SELECT unnest($texts) AS text)",
      { texts: listValue([...texts]) },
      { texts: LIST(VARCHAR) },
    );
    return reader.getRows().map(([instant]) => (instant === null ? null : Number(instant)));
  });
}
