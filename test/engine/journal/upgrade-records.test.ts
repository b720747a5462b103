import { expect, it, onTestFinished } from "vitest";
import { encodeRecord, RECORD_FORMAT } from "../../../src/engine/journal/record-format.ts";
import { commonFormat, upgradeRecords } from "../../../src/engine/journal/upgrade-records.ts";
import type { ListedNode } from "../../../src/engine/ports/cluster.ts";
import { expectProblem, testApi } from "../../support/http.ts";
import { MemoryLog } from "../../support/memory-shared-log.ts";
import { CHANGE, FakeTime } from "../../support/outbox.ts";

const START = Date.UTC(2024, 4, 10, 12);
const NEXT = RECORD_FORMAT + 1;

/** A server whose engine follows a log, and what it has said of that. */
async function openNode() {
  const time = new FakeTime(START);
  const log = new MemoryLog(() => time.now());
  const connection = log.connect();
  const api = await testApi({ log: connection, elapsed: time });
  const { journal, replica } = api.context;
  if (replica === null) throw new Error("a server of a cluster has a replica");
  await journal.followLog();
  return { api, connection, log, journal, replica, time };
}

function node(name: string, recordFormat: number, seenSecondsAgo = 1): ListedNode {
  return {
    node: name,
    address: null,
    release: "0.1.0",
    recordFormat,
    position: 0n,
    seenSecondsAgo,
    duties: [],
    mirrors: [],
  };
}

it("the newest format that all servers which are there can read does not depend on those that are gone", () => {
  const log = { recordFormat: RECORD_FORMAT } as Parameters<typeof commonFormat>[0]["log"];
  const nodes = [node("a", NEXT + 1), node("b", NEXT), node("gone", RECORD_FORMAT, 11)];
  expect(commonFormat({ nodes, log })).toBe(NEXT);
  expect(commonFormat({ nodes: [...nodes, node("old", RECORD_FORMAT)], log })).toBe(RECORD_FORMAT);
  expect(commonFormat({ nodes: [], log })).toBe(RECORD_FORMAT);
});

it("a new format is refused while a server that is there cannot read it, and then said by one record", async () => {
  const { journal, log } = await openNode();
  const before = log.records.length;
  const change = { ...CHANGE, journal };
  const state = (nodes: readonly ListedNode[]) => async () => ({ nodes }) as never;
  const mixed = [node("new", NEXT), node("old", RECORD_FORMAT), node("gone", RECORD_FORMAT, 60)];
  // Also by one that cannot read it itself.
  for (const own of [NEXT, RECORD_FORMAT])
    await expect(upgradeRecords(change, state(mixed), own)).rejects.toMatchObject({
      reason: "older-node",
      message: expect.stringContaining(`cannot read records in format ${NEXT}: old (release 0.1.0);`),
    });
  await upgradeRecords(change, state([node("old", RECORD_FORMAT)]));
  expect(log.records).toHaveLength(before);
  const upgraded = mixed.filter(({ node: name }) => name !== "old");
  await upgradeRecords(change, state(upgraded), NEXT);
  await upgradeRecords(change, state(upgraded), NEXT);
  await journal.transact(CHANGE, (draft) => draft.save({ nextId: draft.newId() + 1n }));
  expect(log.records.slice(before).map(({ bytes }) => bytes[3])).toEqual([NEXT, NEXT]);
});

it("a server that meets a record of a later release stops following, says why, and changes nothing", async () => {
  const { api, connection, log, replica, time } = await openNode();
  await api.create("/v2/spaces/", { name: "Hall" });
  const failures: string[] = [];
  const stop = replica.start(time, {
    reachable: () => {},
    clockStepped: () => {},
    failed: (error) => failures.push((error as Error).message),
  });
  onTestFinished(stop);
  await time.pass(1_000);
  expect((await api.get("/readyz")).status).toBe(200);
  const at = replica.position;
  const last = log.records.at(-1)?.at ?? log.start;
  const record = { now: START, actor: CHANGE.actor, ids: { eventId: 1n, deliveryId: 1n }, format: NEXT };
  await connection.append(last, connection.next(last, encodeRecord(record, NEXT)));
  for (let second = 0; second < 5; second++) await time.pass(1_000);
  const reason = new RegExp(
    `a later release has written record ${at + 1n} of the log: it has format ${NEXT}`,
  );
  expect(failures).toEqual([expect.stringMatching(reason)]);
  expect(replica.state).toMatchObject({ stopped: "outdated", position: at });
  expectProblem(await api.get("/readyz"), 503, /upgrade the server/);
  for (const answer of [await api.get("/v2/spaces/"), await api.post("/v2/spaces/", { name: "Gym" })])
    expectProblem(answer, 503, reason);
  expectProblem(await api.post("/v2/sensor_events/", []), 503, reason);
  expect(log.records).toHaveLength(Number(at) + 1);
  expect(api.context.catalog.spaces.all().map(({ name }) => name)).toEqual(["Hall"]);
});
