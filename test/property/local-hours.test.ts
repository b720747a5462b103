import { it } from "vitest";
import { openServed } from "../support/analysis.ts";
import { feedScenario } from "../support/fed-scenario.ts";
import { historyOf, runsOf } from "../support/kernel.ts";
import { expectCopiedRows } from "../support/local-rows.ts";
import { check } from "../support/random.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { CaseCounts } from "./case-counts.ts";
import { copiedScenarios } from "./generate.ts";

const CASES = 20;
const HOUR = 3_600_000;

/** The share of cases, at least, that are of each kind. */
const LEAST = {
  "an hour that is short": 0.05,
  "hours of several offsets": 0.1,
  "hours between those of UTC": 0.05,
  "a breach": 0.1,
};

it("D2, D12, D15: hours, days and breaches by the kernel are those of the analysis copy", async () => {
  const folder = temporaryFolder();
  const served = await openServed(folder);
  const census = new CaseCounts<keyof typeof LEAST>();
  let organizations = 0n;
  await check(CASES, copiedScenarios, async (scenario) => {
    await feedScenario(served, scenario, folder, ++organizations);
    const past = { runs: runsOf(scenario), history: historyOf(scenario), now: scenario.now };
    const { hours, breaches } = await expectCopiedRows(served, past, scenario);
    census.add({
      "an hour that is short": hours.slice(0, -1).some(({ start, end }) => end - start !== HOUR),
      "hours of several offsets": new Set(hours.map(({ offset }) => offset)).size > 1,
      "hours between those of UTC": hours.some(({ offset }) => offset % HOUR !== 0),
      "a breach": breaches > 0,
    });
  });
  census.expectShares(LEAST);
});
