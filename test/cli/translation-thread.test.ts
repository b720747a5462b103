import { afterAll, describe, expect, it } from "vitest";
import { TRANSLATED_BYTES_MAX, translationThread } from "../../src/cli/serving/translation-thread.ts";
import { hikvision } from "../../src/devices/hikvision.ts";
import type { HeadcountError } from "../../src/domain/errors.ts";
import { DEVICE_MESSAGE_BYTES_MAX } from "../../src/domain/limits.ts";

const thread = translationThread(new URL("../../dist/cli/translation-worker.js", import.meta.url));
afterAll(() => thread.close());

const counting = (region: number) =>
  `<peopleCounting><statisticalMethods>timeRange</statisticalMethods><enter>1</enter><exit>2</exit>` +
  `<regionsID>${region}</regionsID><TimeRange><startTime>2026-02-02T08:00:00</startTime>` +
  `<endTime>2026-02-02T08:15:00</endTime></TimeRange></peopleCounting>`;
const alert = (length: number) => {
  const countings = Array.from({ length }, (_, region) => counting(region)).join("");
  return message(`<EventNotificationAlert><macAddress>aa</macAddress>${countings}</EventNotificationAlert>`);
};
const message = (text: string) => ({ body: Buffer.from(text), query: {}, receivedAt: 0 });

describe("a long message of a device", () => {
  it("says in a thread what it says here", async () => {
    expect(await thread.translate("hikvision", alert(3))).toEqual(hikvision(alert(3)));
  });

  it("is refused in the same words", async () => {
    const damaged = message("<EventNotificationAlert>");
    const refusal = await thread.translate("hikvision", damaged).catch((error: unknown) => error);
    expect(() => hikvision(damaged)).toThrow(refusal as Error);
    expect(refusal).toMatchObject({ kind: "invalid", issues: [{ path: "body" }] });
  });

  it("does not make others wait while it is read", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { readings } = await thread.translate("hikvision", alert(4_000));
    clearInterval(timer);
    expect(readings).toHaveLength(4_000);
    // Read here, it would take the whole turn.
    expect(turns).toBeGreaterThan(2);
  });

  it("waits for others up to a limit of bytes, and leaves the rest to be sent again", async () => {
    const body = Buffer.alloc(DEVICE_MESSAGE_BYTES_MAX, "x");
    const most = TRANSLATED_BYTES_MAX / body.length;
    const send = () => thread.translate("hikvision", { body, query: {}, receivedAt: 0 });
    const kinds = await Promise.all(
      Array.from({ length: most + 1 }, () => send().catch(({ kind }: HeadcountError) => kind)),
    );
    expect(kinds).toEqual([...Array(most).fill("invalid"), "unavailable"]);
    expect((await thread.translate("hikvision", alert(1))).readings).toHaveLength(1);
  });

  it("that an adapter has a bug with fails alone", async () => {
    const wrong = thread.translate("none", alert(1));
    const next = thread.translate("hikvision", alert(1));
    await expect(wrong).rejects.toThrow("not a function");
    expect((await next).readings).toHaveLength(1);
  });
});
