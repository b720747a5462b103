import { expect, it } from "vitest";
import { balance, SteadyClients, untilBalanced } from "../support/balancer.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { ServedCluster } from "../support/live-cluster.ts";
import { LiveReceiver } from "../support/live-receiver.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { numbersFrom } from "../support/random.ts";
import { until } from "../support/waiting.ts";

describeWithPostgres("servers that are started again one after the other", (postgres) => {
  it("answer every request behind a balancer that heeds /readyz, and make every call once", async () => {
    const database = await postgres().createDatabase();
    const cluster = new ServedCluster(temporaryFolder(), {
      databases: [database, database, database],
      below: numbersFrom(1),
    });
    await cluster.start();
    const balancer = await balance(cluster.nodes);
    const space = await SteadyClients.createSpace(balancer);
    const receiver = await LiveReceiver.listen(() => 1);
    await receiver.register(balancer);
    const clients = new SteadyClients();
    clients.start(balancer, space);
    for (const node of cluster.nodes) {
      expect(await node.end("SIGTERM")).toBe(0);
      await node.start();
      await untilBalanced(node);
    }
    await clients.stop();
    const { failures, sent } = clients;
    expect(failures).toEqual([]);
    await until(() => receiver.queue("counts", space).length >= sent);
    expect({ problems: receiver.problems, repeats: receiver.repeats }).toEqual({ problems: [], repeats: 0 });
    expect(receiver.queue("counts", space)).toHaveLength(sent);
    expect(await cluster.stop()).toEqual([0, 0, 0]);
  });
});
