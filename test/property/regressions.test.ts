import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { breachesOf } from "../model/breaches.ts";
import type { Scenario } from "../model/scenario.ts";
import { PLAIN } from "../support/examples.ts";
import { kernelBreaches } from "../support/kernel.ts";
import { expectSeries } from "./same-series.ts";

/*
 * Counterexamples that a property once found, or that a change to the kernel has been seen to break: the JSON that
 * fast-check printed, in a file named after what is difficult about it. Fields that are as in PLAIN may be missing.
 */
const FOLDER = new URL("regressions/", import.meta.url);
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

describe("regressions", () => {
  it.each(NAMES)("%s", async (name) => {
    const found: Partial<Scenario> = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
    const scenario = { ...PLAIN, ...found };
    await expectSeries(scenario);
    expect(await kernelBreaches(scenario)).toEqual(breachesOf(scenario));
  });

  it("exist", () => {
    expect(NAMES.length).toBeGreaterThan(0);
  });
});
