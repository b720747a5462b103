import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { launchHeadcount, temporaryFolder } from "../support/headcount.ts";
import { ask, LIVE_TOKEN } from "../support/live-api.ts";

const DESCRIPTORS = 512;
const DRIPPING = 1_500;
const ROUNDS = 100;

/** Posts an event of a sensor of its own on its own connection. */
async function post(address: string, number: number): Promise<number> {
  const row = { sensor_serial_number: `s${number}`, timestamp: new Date().toISOString(), trajectory: 1 };
  const body = { text: JSON.stringify([row]), headers: { connection: "close" } };
  return (await ask(address, "/v2/sensor_events/", body)).status;
}

describe("a server with few file descriptors", () => {
  it("takes events or says that it is busy while 1,500 connections drip", async () => {
    const args = ["serve", "--data-dir", temporaryFolder(), "--port", "0", "--rate-limit", "none"];
    const server = launchHeadcount(args, { HEADCOUNT_TOKEN: LIVE_TOKEN }, { descriptors: DESCRIPTORS });
    const address = await server.address;
    expect(await post(address, 0)).toBe(200);
    const { port } = new URL(address);
    const sockets: Socket[] = [];
    for (let i = 0; i < DRIPPING; i++) {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      sockets.push(socket);
      socket.write("POST /v2/sensor_events/ HTTP/1.1\r\nX: ");
      const timer = setInterval(() => socket.write("x"), 500);
      socket.once("close", () => clearInterval(timer));
      onTestFinished(() => void socket.destroy());
      // Not more at once than a server's backlog takes.
      if (i % 100 === 99) await new Promise((resolve) => socket.once("connect", resolve));
    }
    const statuses = new Set<number>();
    for (let round = 1; round <= ROUNDS; round++) {
      statuses.add(await post(address, round));
      expect((await fetch(`${address}/healthz`, { headers: { connection: "close" } })).status).toBe(200);
      expect((await fetch(`${address}/readyz`, { headers: { connection: "close" } })).status).toBe(200);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // There is room again when they have gone; that they are cut in time is tested in test/http/connection-limits.test.ts.
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => post(address, ROUNDS + 1)).toBe(200);
    expect(server.stderr()).not.toMatch(/EMFILE|"level":50/);
  });
});
