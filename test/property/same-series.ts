import { expect } from "vitest";
import type { Scenario } from "../model/scenario.ts";
import { seriesOf } from "../model/series.ts";
import { kernelSeries } from "../support/kernel.ts";

/** Expects the kernel to count as the model does. */
export async function expectSeries(scenario: Scenario): Promise<void> {
  const model = seriesOf(scenario);
  expect(await kernelSeries(scenario)).toEqual(model);
}
