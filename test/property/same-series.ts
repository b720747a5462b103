import { expect } from "vitest";
import type { Scenario } from "../model/scenario.ts";
import { type ModelSeries, seriesOf } from "../model/series.ts";
import { kernelSeries } from "../support/kernel.ts";

/** Expects the kernel to count as the model does, and gives the model's answer. */
export async function expectSeries(scenario: Scenario): Promise<ModelSeries> {
  const model = seriesOf(scenario);
  expect(await kernelSeries(scenario)).toEqual(model);
  return model;
}
