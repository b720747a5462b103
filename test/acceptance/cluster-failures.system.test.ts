import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../support/headcount.ts";
import { ask, demand, LIVE_TOKEN, ServedDirectory } from "../support/live-api.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { TcpLink } from "../support/tcp-link.ts";
import { moment, until } from "../support/waiting.ts";

const SPACE = { space_type: "space", time_zone: "Europe/Berlin" };

describeWithPostgres("a cluster", (postgres) => {
  async function openNodes(
    database: string,
    ...flags: readonly (readonly string[])[]
  ): Promise<ServedDirectory[]> {
    const folder = temporaryFolder();
    const nodes = flags.map(
      (more, node) => new ServedDirectory(join(folder, `${node}`), ["--database", database, ...more]),
    );
    await Promise.all(nodes.map((node) => node.start()));
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.end("SIGKILL")))));
    return nodes;
  }

  it("without its log answers 503, or reads from a copy if told so, and recovers by itself", async () => {
    const database = await postgres().createDatabase();
    const [plain, stale] = await Promise.all(
      (await openNodes(database, [], ["--stale-reads"])).map((node) => node.address()),
    );
    await demand(String(plain), "/v2/spaces/", { name: "Hall", ...SPACE });
    const before = await ask(String(stale), "/v2/spaces/");
    await postgres().kill();
    const write = { text: JSON.stringify({ name: "Gym", ...SPACE }) };
    for (const address of [plain, stale]) {
      const refused = await ask(String(address), "/v2/spaces/", write);
      expect(refused).toMatchObject({ status: 503, retryAfter: "5" });
      expect(JSON.parse(refused.text).detail).toMatch(
        /the log of the cluster cannot be reached|nothing has been changed/,
      );
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
    }
    expect((await ask(String(plain), "/v2/spaces/")).status).toBe(503);
    const answer = await fetch(`${stale}/v2/spaces/`, { headers: { authorization: `Bearer ${LIVE_TOKEN}` } });
    expect(await answer.text()).toBe(before.text);
    expect(answer.headers.get("headcount-as-of")).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(answer.headers.get("headcount-position")).toBe("1");
    const later = { authorization: `Bearer ${LIVE_TOKEN}`, "headcount-position": "2" };
    expect((await fetch(`${stale}/v2/spaces/`, { headers: later })).status).toBe(503);
    await postgres().resume();
    await until(async () => (await ask(String(plain), "/v2/spaces/")).status === 200);
    await until(async () => (await ask(String(stale), "/v2/spaces/", write)).status === 201);
    expect((await ask(String(plain), "/v2/spaces/")).text).toContain("Gym");
  });

  it("stops in time though PostgreSQL does not answer, and keeps what it has", async () => {
    const database = new URL(await postgres().createDatabase());
    const link = await TcpLink.to(postgres().port);
    const [node] = await openNodes(String(Object.assign(database, { port: link.port })), []);
    const address = String(await node?.address());
    await demand(address, "/v2/spaces/", { name: "Hall", ...SPACE });
    link.fail("stalled");
    const writing = ask(address, "/v2/spaces/", { text: JSON.stringify({ name: "Gym", ...SPACE }) });
    const report = { sensor_serial_number: "a", timestamp: new Date().toISOString(), trajectory: 1 };
    const reporting = ask(address, "/v2/sensor_events/", { text: JSON.stringify([report]) });
    const answering = Promise.allSettled([writing, reporting]);
    await moment(500);
    // A stop is cut short after 10 s, and ends with 1.
    expect(await node?.end("SIGTERM")).toBe(0);
    for (const outcome of await answering)
      expect(outcome).toMatchObject({ status: "fulfilled", value: { status: 503, retryAfter: "5" } });
    link.heal();
    await node?.start();
    expect((await ask(String(await node?.address()), "/v2/spaces/")).text).toContain("Hall");
  });

  it("gives tokens, changes and positions of one node to the next request at another", async () => {
    const database = await postgres().createDatabase();
    const [first, second] = await Promise.all(
      (await openNodes(database, [], [])).map((node) => node.address()),
    );
    for (let round = 0; round < 30; round++) {
      const { id, token } = await demand<{ id: string; token: string }>(String(first), "/v2/tokens/", {
        name: `round ${round}`,
        scopes: ["read"],
        rate: null,
      });
      const headers = { authorization: `Bearer ${token}` };
      const read = await fetch(`${second}/v2/spaces/`, { headers });
      expect(read.status).toBe(200);
      const position = Number(read.headers.get("headcount-position"));
      const revoked = await fetch(`${second}/v2/tokens/${id}/`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${LIVE_TOKEN}` },
      });
      expect(Number(revoked.headers.get("headcount-position"))).toBe(position + 1);
      expect((await fetch(`${first}/v2/spaces/`, { headers })).status).toBe(403);
    }
    const ahead = { authorization: `Bearer ${LIVE_TOKEN}`, "headcount-position": "1000000" };
    expect((await fetch(`${first}/v2/spaces/`, { headers: ahead })).status).toBe(503);
    const wrong = { ...ahead, "headcount-position": "soon" };
    expect((await fetch(`${first}/v2/spaces/`, { headers: wrong })).status).toBe(400);
  });

  it("notices that PostgreSQL was restored from an older backup, and answers no more from what is gone", async () => {
    const database = await postgres().createDatabase();
    const [first, second] = (await openNodes(database, [], [])) as [ServedDirectory, ServedDirectory];
    const addresses = [await first.address(), await second.address()] as const;
    for (const name of ["Hall", "Gym", "Pool"]) await demand(addresses[0], "/v2/spaces/", { name, ...SPACE });
    await second.end("SIGTERM");
    const name = database.slice(database.lastIndexOf("/") + 1);
    await postgres().query("DELETE FROM headcount.log_record WHERE position > 1", name);
    await until(async () => (await fetch(`${addresses[0]}/readyz`)).status === 503);
    const answer = await ask(addresses[0], "/v2/spaces/");
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text).detail).toContain("restored from an older backup");
    const report = { sensor_serial_number: "a", timestamp: new Date().toISOString(), trajectory: 1 };
    const refused = await ask(addresses[0], "/v2/sensor_events/", { text: JSON.stringify([report]) });
    // Repeating does not help: the node has what the log has lost.
    expect(refused).toMatchObject({ status: 503, retryAfter: null });
    const starting = second.launch();
    starting.address.catch(() => undefined);
    expect(await starting.ended).toBe(1);
  });
});
