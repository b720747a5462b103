import { expect } from "vitest";
import { balance } from "./balancer.ts";
import { temporaryFolder } from "./headcount.ts";
import { askUntilAnswered } from "./live-api.ts";
import { checkMessages, checkServer } from "./live-checks.ts";
import type { ServedCluster } from "./live-cluster.ts";
import { compareServers } from "./live-comparison.ts";
import { LiveListener } from "./live-listener.ts";
import { LiveProbes } from "./live-probes.ts";
import { LiveReceiver } from "./live-receiver.ts";
import { Ledger, sendAll, sendFirst } from "./live-senders.ts";
import { makeLiveSite } from "./live-site.ts";
import { CreatedSpaces, changeCatalog, loadFiles, voidEvents } from "./live-writers.ts";
import { numbersFrom } from "./random.ts";

/**
 * How old the youngest events are, in ms: on a busy machine the clock of the log is behind by as long as a node takes to
 * read a record, and events ahead of it are notified together.
 */
const AGE_MS = 10_000;

/**
 * Lets senders, loaders of files, a receiver of webhooks, a socket and others use a cluster while it fails. In the end
 * nothing that was acknowledged is lost or doubled, and all servers are equal to the model and to each other. They are
 * stopped then.
 *
 * @param cluster its servers have started, on a new log
 * @param fail lets the cluster fail, until all of it is whole again
 */
export async function useWhileFailing(
  cluster: ServedCluster,
  seed: number,
  fail: (probes: LiveProbes) => Promise<void>,
): Promise<void> {
  const spaces = await makeLiveSite(await cluster.address());
  const receiver = await LiveReceiver.listen(numbersFrom(seed + 1));
  await receiver.register(await cluster.address());
  const ledger = new Ledger();
  const after = await sendFirst(cluster, ledger);
  const listener = new LiveListener(after);
  const listening = listener.listen(cluster);
  let isOver = false;
  const parts = (offset: number) => {
    return {
      server: cluster,
      ledger,
      below: numbersFrom(seed + offset),
      isOver: () => isOver,
      ageMs: AGE_MS,
    };
  };
  const files = { folder: temporaryFolder(), balancer: await balance(cluster.nodes) };
  const created = new CreatedSpaces();
  const probes = new LiveProbes(cluster.nodes, ledger);
  const using = Promise.all([
    sendAll(parts(2)),
    loadFiles(parts(3), files),
    voidEvents(parts(4)),
    changeCatalog(parts(5), created),
    probes.run(() => isOver),
  ]);
  const failing = fail(probes).finally(() => {
    isOver = true;
  });
  await Promise.all([failing, using]);
  expect(cluster.nodes.flatMap(({ errors }) => errors)).toEqual([]);
  const log = await checkServer(await cluster.address(), { ledger, spaces, receiver });
  checkMessages(listener, after, spaces, log);
  listener.stop();
  const listed = await askUntilAnswered(cluster, () => false, "/v2/spaces/?page_size=1000", {});
  const { results } = JSON.parse(listed?.text ?? "") as { results: { name: string }[] };
  expect(created.wrongIn(results.map(({ name }) => name))).toEqual([]);
  const addresses = await Promise.all(cluster.nodes.map((node) => node.address()));
  await compareServers(addresses);
  expect(await cluster.stop()).toEqual(addresses.map(() => 0));
  await listening;
}
