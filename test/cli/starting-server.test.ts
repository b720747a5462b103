import { expect, it } from "vitest";
import { whileStarting } from "../../src/cli/serving/listen.ts";
import { freePort } from "../support/postgres.ts";

it("a server that loads its data says so to every request, and leaves its port when it has", async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  for (let start = 0; start < 2; start++) {
    const value = await whileStarting({ host: "127.0.0.1", port }, async (say) => {
      expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({
        detail: "the server is starting",
      });
      say("the server loads a snapshot: 42 % of 1,200 MB");
      for (const [path, method, type] of [
        ["/readyz", "GET", "text/plain"],
        ["/v2/spaces/", "POST", "application/json"],
        ["/v2/sensor_events/", "POST", "application/x-unknown"],
        ["/", "HEAD", "text/plain"],
      ] as const) {
        const body = method === "POST" ? { body: "{" } : {};
        const answer = await fetch(`${address}${path}`, {
          method,
          headers: { "content-type": type },
          ...body,
        });
        expect([path, answer.status]).toEqual([path, 503]);
        expect(answer.headers.get("retry-after")).toBe("5");
        if (method !== "HEAD")
          expect(await answer.json()).toMatchObject({
            title: expect.any(String),
            detail: "the server loads a snapshot: 42 % of 1,200 MB",
          });
      }
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      return start;
    });
    expect(value).toBe(start);
    await expect(fetch(`${address}/readyz`)).rejects.toThrow();
  }
  const blocked = whileStarting({ host: "127.0.0.1", port }, () =>
    whileStarting({ host: "127.0.0.1", port }, async () => undefined),
  );
  await expect(blocked).rejects.toThrow("another program uses that port");
  await expect(whileStarting({ host: "127.0.0.1", port: 0 }, async () => "unknown port")).resolves.toBe(
    "unknown port",
  );
});
