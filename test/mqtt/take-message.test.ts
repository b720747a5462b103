import { expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { BODY_BYTES_MAX } from "../../src/domain/limits.ts";
import { takeMessage } from "../../src/mqtt/take-message.ts";
import { openTestEngine } from "../support/engine.ts";

const MESSAGE = { topic: "hall/crossing", body: Buffer.from("Entry"), isRetained: false, deliveryId: "1" };

async function openSender() {
  const { context } = await openTestEngine();
  return { context, receivedAt: context.clock.now() };
}

it("stores what a message says (D33)", async () => {
  const { context, receivedAt } = await openSender();
  expect(await takeMessage(context, "esphome", { ...MESSAGE, receivedAt })).toBeNull();
  expect(await context.events.position()).toBe(1n);
});

it("refuses a message that is too long, damaged, or retained (D33)", async () => {
  const { context, receivedAt } = await openSender();
  const refusal = (fields: object) =>
    takeMessage(context, "headcount", { ...MESSAGE, receivedAt, ...fields });
  expect(await refusal({})).toBe("is not JSON");
  expect(await refusal({ body: Buffer.alloc(BODY_BYTES_MAX + 1, " ") })).toBe("has more than 1048576 bytes");
  expect(await refusal({ body: Buffer.from('{"sensor_serial_number":"a"}'), isRetained: true })).toBe(
    "is a retained message, which does not say what passes now",
  );
  expect(await context.events.position()).toBe(0n);
});

it("leaves a message to be stored later if too much is waiting (D33)", async () => {
  const { context, receivedAt } = await openSender();
  const message = "too many events are waiting to be stored; send them again later";
  context.ingest.submit = () => Promise.reject(new HeadcountError("unavailable", message));
  await expect(takeMessage(context, "esphome", { ...MESSAGE, receivedAt })).rejects.toThrow(message);
});

it("leaves a long message to be read later if too many are waiting (D33)", async () => {
  const { context, receivedAt } = await openSender();
  const body = Buffer.from(`Entry${" ".repeat(40_000)}`);
  const apart = () => Promise.reject(new HeadcountError("unavailable", "too many"));
  const taken = takeMessage(context, "esphome", { ...MESSAGE, body, receivedAt }, apart);
  await expect(taken).rejects.toThrow("too many");
});

it("each delivery of a crossing counts once, and one that is stored again adds nothing (D33)", async () => {
  const { context, receivedAt } = await openSender();
  const take = (deliveryId: string) =>
    takeMessage(context, "esphome", { ...MESSAGE, receivedAt, deliveryId });
  for (const id of ["1", "2", "3", "2"]) expect(await take(id)).toBeNull();
  expect(await context.events.position()).toBe(3n);
});
