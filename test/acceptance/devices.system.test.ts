import { describe, expect, it } from "vitest";
import { formatInstant } from "../../src/domain/instant.ts";
import type { DeviceMessage } from "../../src/simulation/devices/device-kind.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { ask, askUntilAnswered, demand, makeRoom, ServedDirectory } from "../support/live-api.ts";
import { PLAYED_START, type PlayedSpace, playedSite } from "../support/played-site.ts";
import { SEEDS } from "../support/random.ts";
import { until } from "../support/waiting.ts";

type Served = PlayedSpace & { readonly space: string };

/** Makes a space for each kind of device, behind a doorway with its line as the sensor. */
async function makeSite(address: string, played: readonly PlayedSpace[]): Promise<Served[]> {
  const served: Served[] = [];
  for (const each of played) {
    const { serialNumber } = each.line;
    const space = await makeRoom(address, serialNumber, { name: each.name, daily_reset: null });
    if (each.kind.settings !== undefined) {
      const path = `/v2/sensors/${encodeURIComponent(serialNumber)}/`;
      const text = JSON.stringify({ counting: each.kind.settings });
      expect((await ask(address, path, { method: "PUT", text })).status).toBe(200);
    }
    served.push({ ...each, space });
  }
  return served;
}

/** Sends messages as a device does: one after another, each again until it is answered. */
async function send(
  server: ServedDirectory,
  { kind }: PlayedSpace,
  messages: readonly DeviceMessage[],
  onStored: (message: DeviceMessage) => void,
): Promise<void> {
  const query = new URLSearchParams(kind.query).toString();
  const path = `/v2/devices/${kind.adapter}/${query === "" ? "" : `?${query}`}`;
  for (const message of messages) {
    for (const text of kind.encode(message)) {
      const answer = await askUntilAnswered(server, () => false, path, { text, type: kind.contentType });
      expect(answer).toMatchObject({ status: 200 });
      expect(JSON.parse(answer?.text ?? "{}")).toMatchObject({ rejected: 0 });
    }
    onStored(message);
  }
}

/** What the server has counted: of the line by its readings, and of the space. */
async function countedOf(server: ServedDirectory, { line, space }: Served) {
  const address = await server.address();
  const range = `start_time=${formatInstant(PLAYED_START)}&page_size=1000`;
  const serial = encodeURIComponent(line.serialNumber);
  const readings = await demand<{
    next: string | null;
    results: { counted: { in: number; out: number }; result: string }[];
  }>(address, `/v2/sensors/${serial}/readings/?${range}`);
  expect(readings.next).toBeNull();
  const counts = await demand<{
    results: { interval: { analytics: { entrances: number; exits: number } } }[];
  }>(
    address,
    `/v2/spaces/${space}/counts/?${range}&end_time=${formatInstant(PLAYED_START + 86_400_000)}&interval=1d`,
  );
  const ofSpace = { in: 0, out: 0 };
  for (const { interval } of counts.results) {
    ofSpace.in += interval.analytics.entrances;
    ofSpace.out += interval.analytics.exits;
  }
  const ofLine = { in: 0, out: 0 };
  for (const { counted } of readings.results) {
    ofLine.in += counted.in;
    ofLine.out += counted.out;
  }
  const results = new Set(readings.results.map(({ result }) => result));
  return { ofLine, ofSpace, results };
}

describe("a site that devices of every kind count", () => {
  it.each(SEEDS)(
    "counts what passed, through every adapter and kills of the server, once (seed %i)",
    async (seed) => {
      const server = new ServedDirectory(temporaryFolder());
      await server.start();
      const served = await makeSite(await server.address(), playedSite(seed));
      const total = served.reduce((sum, { messages }) => sum + messages.length, 0);
      let stored = 0;
      const sending = Promise.all(
        served.map((each) =>
          send(server, each, each.messages, (message) => {
            stored++;
            each.fleet.stored(message);
          }),
        ),
      );
      for (const share of [1 / 3, 2 / 3]) {
        await until(() => stored > share * total);
        await server.end("SIGKILL");
        await server.start();
      }
      await sending;

      const before = new Map<string, unknown>();
      const seen = new Set<string>();
      const counting = new Set<string>();
      let exact = 0;
      for (const each of served) {
        const { ofLine, ofSpace, results } = await countedOf(server, each);
        const [truth] = each.fleet.truth();
        const { least, most } = truth?.countable ?? {};
        expect(ofSpace, each.name).toEqual(ofLine);
        for (const direction of ["in", "out"] as const) {
          expect(ofLine[direction], each.name).toBeGreaterThanOrEqual(least?.[direction] ?? 0);
          expect(ofLine[direction], each.name).toBeLessThanOrEqual(most?.[direction] ?? 0);
        }
        if (least?.in === most?.in && least?.out === most?.out) exact++;
        if (ofLine.in > 0 && ofLine.out > 0) counting.add(each.kind.adapter);
        for (const result of results) seen.add(result);
        before.set(each.name, { ofLine, ofSpace });
      }
      expect([...counting].sort()).toEqual([...new Set(served.map(({ kind }) => kind.adapter))].sort());
      expect(exact).toBeGreaterThan(served.length / 2);
      expect([...seen]).toEqual(
        expect.arrayContaining(["baseline", "counted", "wrap", "reset", "late", "duplicate"]),
      );
      expect(seen).not.toContain("conflict");

      // All of it once more adds nothing.
      await Promise.all(served.map((each) => send(server, each, each.messages, () => {})));
      for (const each of served) {
        const { ofLine, ofSpace } = await countedOf(server, each);
        expect({ ofLine, ofSpace }, each.name).toEqual(before.get(each.name));
      }
      expect(server.errors).toEqual([]);
      expect(await server.end("SIGTERM")).toBe(0);
    },
  );
});
