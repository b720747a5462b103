import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { breachesOf } from "../model/breaches.ts";
import type { Scenario } from "../model/scenario.ts";
import { daily, PLAIN } from "../support/examples.ts";
import { kernelBreaches } from "../support/kernel.ts";
import { expectSeries } from "./same-series.ts";

/** A scenario as the file has it: with one daily reset, and without the fields that are as in BASE. */
type Found = Partial<Scenario> & Pick<Scenario, "timeZone" | "end"> & { readonly dailyReset?: string };

/*
 * Counterexamples that a property once found, or that a change to the kernel has been seen to break, by what is
 * difficult about them.
 */
const FOUND: Readonly<Record<string, Found>> = JSON.parse(
  readFileSync(new URL("regressions.json", import.meta.url), "utf8"),
);

const BASE: Scenario = {
  ...PLAIN,
  interval: { unit: "day", amount: 1 },
  targetCapacity: 5,
  safeThresholdMode: "SAFE_CAPACITY",
  safeCapacity: 0,
};

it.each(Object.entries(FOUND))("%s", async (_, { dailyReset, ...found }) => {
  const schedules = dailyReset === undefined ? PLAIN.schedules : daily(dailyReset, found.timeZone);
  const scenario = { ...BASE, schedules, now: found.end, ...found };
  await expectSeries(scenario);
  expect(await kernelBreaches(scenario)).toEqual(breachesOf(scenario));
});
