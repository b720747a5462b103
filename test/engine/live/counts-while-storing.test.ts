import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { buildEngine, type Engine } from "../../../src/engine/build-engine.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-reports.ts";
import { createDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink } from "../../../src/engine/resources/links.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { observeCommits } from "../../support/commits.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";

const at = (time: string) => parseInstant(`2024-05-06T${time}Z`, "time");

/** Sends an entrance. */
async function send(context: Engine, time: string): Promise<void> {
  const row = { sensor_serial_number: "a", timestamp: `2024-05-06T${time}Z`, trajectory: 1 };
  expect(await ingestReports(context, [row], { keepDuplicates: false })).toMatchObject({ accepted: 1 });
}

describe("a count that is read while events are being stored", () => {
  /** A hall with one person without a notification, and another on the way into the log until `end` is called. */
  async function storing() {
    const store = memoryStore();
    const clock = { now: at("12:00:00") };
    const context = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => clock.now } });
    const hall = await createSpace(context, { name: "Hall", dailyReset: "13:00" });
    const door = await createDoorway(context, { name: "Door", sensorSerialNumber: "a" });
    await createLink(context, { spaceId: hall.id, doorwayId: door.id, sensorPlacement: 1 });
    await context.live.makeAll(() => false);
    await send(context, "11:58:00");
    let letGo = () => {};
    let sent: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      observeCommits(store, () => {
        begun();
        return new Promise<void>((resolve) => {
          letGo = resolve;
        });
      });
      sent = send(context, "11:59:00");
    });
    const end = async () => {
      letGo();
      await sent;
    };
    return { context, clock, hall, end };
  }

  it("is answered at once, as it was before them", async () => {
    const { context, hall, end } = await storing();
    expect(await spaceCountAt(context, hall.id, null)).toBe(1);
    await end();
    expect(await spaceCountAt(context, hall.id, null)).toBe(2);
  });

  it("is 0 at once where a reset has fallen due meanwhile (D8)", async () => {
    const { context, clock, hall, end } = await storing();
    clock.now = at("13:00:00");
    expect(await spaceCountAt(context, hall.id, null)).toBe(0);
    await end();
    expect(await spaceCountAt(context, hall.id, null)).toBe(0);
  });
});
