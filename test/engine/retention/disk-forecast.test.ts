import { describe, expect, it } from "vitest";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { forecastDisk } from "../../../src/engine/retention/retention.ts";
import { openTestEngine, report } from "../../support/engine.ts";

const figures = { database: 900, runs: 100, free: 10_000 };

describe("the forecast of the disk", () => {
  it("uses the growth of the last 30 days", async () => {
    const { context } = await openTestEngine("2024-05-31T00:00:00Z");
    await createSpace(context, { name: "Hall" });
    const lines = ["a 2023-01-01T00:00:00Z 1"];
    for (let day = 1; day <= 30; day++) lines.push(`a 2024-05-${String(day).padStart(2, "0")}T12:00:00Z 1`);
    for (let row = 0; row < 9; row++) lines.push(`a 2024-04-30T23:59:59.99${row}Z 1`);
    await report(context, ...lines);
    const forecast = await forecastDisk(context.events, figures, context.clock.now());
    expect(forecast).toEqual({ bytesPerEvent: 25, eventsPerDay: 1, bytesPerDay: 25, daysUntilFull: 400 });
  });

  it("uses all days if there are fewer, and at least one", async () => {
    const { context, clock } = await openTestEngine("2024-05-31T00:00:00Z");
    await report(context, "a 2024-05-30T12:00:00Z 1", "a 2024-05-30T13:00:00Z 1");
    const ask = () => forecastDisk(context.events, figures, context.clock.now());
    expect(await ask()).toMatchObject({ eventsPerDay: 2, daysUntilFull: 10 });
    clock.set("2024-06-03T12:00:00Z");
    expect(await ask()).toMatchObject({ eventsPerDay: 0.5, daysUntilFull: 40 });
  });

  it("has no end if the data does not grow", async () => {
    const { context, clock } = await openTestEngine("2024-05-31T00:00:00Z");
    const empty = await forecastDisk(context.events, figures, context.clock.now());
    expect(empty).toEqual({ bytesPerEvent: 0, eventsPerDay: 0, bytesPerDay: 0, daysUntilFull: null });
    await report(context, "a 2024-05-30T12:00:00Z 1");
    clock.set("2024-08-01T00:00:00Z");
    expect(await forecastDisk(context.events, figures, context.clock.now())).toMatchObject({
      daysUntilFull: null,
    });
  });
});
