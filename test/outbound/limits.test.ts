import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WEBHOOK_ANSWER_HEADER_BYTES_MAX } from "../../src/domain/limits.ts";
import {
  HttpSender,
  WEBHOOK_CALL_MS_MAX,
  WEBHOOK_CONNECT_MS_MAX,
  WEBHOOK_CONNECTIONS_MAX,
} from "../../src/outbound/webhook-sender.ts";
import { callTo, socketServerThat, testSender } from "../support/receiver.ts";

const OPTIONS = { release: "1.2.3", clock: { now: () => 0 }, privateAdvice: null };

/** A sender with the limits as they are, which never gets a connection, and what it asks of connections. */
function unconnected() {
  const timeouts: number[] = [];
  let asked = 0;
  const sender = new HttpSender({
    ...OPTIONS,
    makeConnector: ({ timeout }) => {
      timeouts.push(timeout);
      return () => void asked++;
    },
  });
  return { sender, timeouts, asked: () => asked };
}

describe("with the limits as they are, a webhook call", () => {
  it("has a limit to connect", async () => {
    const { sender, timeouts } = unconnected();
    void sender.send(callTo("http://127.0.0.1:9"));
    await expect.poll(() => timeouts).toEqual([WEBHOOK_CONNECT_MS_MAX]);
  });

  it(`has ${WEBHOOK_CALL_MS_MAX} ms in all`, async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const ended = vi.fn();
    const call = unconnected().sender.send(callTo("http://127.0.0.1:9")).finally(ended);
    await vi.advanceTimersByTimeAsync(WEBHOOK_CALL_MS_MAX - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ responseStatus: null, error: expect.stringContaining("30 s") });
  });

  it(`is one of up to ${WEBHOOK_CONNECTIONS_MAX} that have a connection to an origin`, async () => {
    const { sender, asked } = unconnected();
    const send = () => void sender.send(callTo("http://127.0.0.1:9"));
    for (let call = 1; call <= WEBHOOK_CONNECTIONS_MAX + 1; call++) {
      send();
      await turn();
      expect(asked()).toBe(Math.min(call, WEBHOOK_CONNECTIONS_MAX));
    }
  });

  it(`reads headers of up to ${WEBHOOK_ANSWER_HEADER_BYTES_MAX} bytes`, async () => {
    for (const [bytes, error] of [
      [WEBHOOK_ANSWER_HEADER_BYTES_MAX, null],
      [WEBHOOK_ANSWER_HEADER_BYTES_MAX + 1, "the headers of the response are too long"],
    ] as const) {
      const answer = `HTTP/1.1 204 No Content\r\nx: ${"x".repeat(bytes - 1)}\r\n\r\n`;
      const { address } = await socketServerThat((socket) => {
        socket.once("data", () => socket.write(answer));
      });
      expect(await testSender().send(callTo(address))).toMatchObject({ error });
    }
  });
});
