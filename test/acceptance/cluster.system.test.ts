import { it } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { useWhileFailing } from "../support/live-chaos.ts";
import { ServedCluster } from "../support/live-cluster.ts";
import { FAILURES, type Failure, ISOLATIONS } from "../support/live-failures.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { casesOf, numbersFrom, SEEDS } from "../support/random.ts";
import { TcpLink } from "../support/tcp-link.ts";
import { moment } from "../support/waiting.ts";

/** How often something fails with each seed: in every kind. */
const FAILURES_OF_SEED = casesOf(Object.keys(FAILURES).length);

const NODES = 3;

/** How long all is let be between two failures at most, in ms. */
const QUIET_MS_MAX = 1_500;

describeWithPostgres("three servers on one log", (postgres) => {
  it.each(SEEDS)("lose nothing while they, their links and PostgreSQL fail (seed %i)", async (seed) => {
    const database = new URL(await postgres().createDatabase());
    const links = await Promise.all(Array.from({ length: NODES }, () => TcpLink.to(postgres().port)));
    const databases = links.map(({ port }) => String(Object.assign(database, { port })));
    const cluster = new ServedCluster(temporaryFolder(), { databases, below: numbersFrom(seed) });
    await cluster.start();
    const below = numbersFrom(seed + 10);
    await useWhileFailing(cluster, seed, async (probes) => {
      const kinds = Object.entries(FAILURES).map(([name, fail]) => ({ name, fail }));
      const letFail = (failing: readonly { name: string; fail: Failure; index: number }[]) => {
        const name = failing.map((each) => each.name).join(", ");
        const others = cluster.nodes.filter((_, other) => failing.every(({ index }) => index !== other));
        return probes.watch(name, others, async () => {
          const all = failing.map(({ fail, index }) => {
            const [node, link] = [must(cluster.nodes[index], "node"), must(links[index], "link")];
            return fail({ node, link, postgres: postgres(), below });
          });
          await Promise.all(all);
        });
      };
      for (let failure = 0; failure < FAILURES_OF_SEED; failure++) {
        await moment(below(QUIET_MS_MAX));
        const kind = must(kinds[failure % kinds.length], "failure");
        const isolation = ISOLATIONS[below(2 * ISOLATIONS.length)];
        const index = below(NODES);
        await letFail([
          { ...kind, index },
          ...kinds
            .filter(({ name }) => name === isolation)
            .map((also) => ({ ...also, index: (index + 1) % NODES })),
        ]);
      }
      await moment(QUIET_MS_MAX);
    });
  });
});
