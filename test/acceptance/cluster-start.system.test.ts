import { join } from "node:path";
import { expect, it } from "vitest";
import { launchHeadcount, startHeadcount, temporaryFolder } from "../support/headcount.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { until } from "../support/waiting.ts";

const TOKEN = "a-token-of-the-environment";

describeWithPostgres("a node that starts", (server) => {
  const argsOf = (database: string) => [
    ...["serve", "--data-dir", join(temporaryFolder(), "data"), "--port", "0", "--database", database],
  ];

  it("while PostgreSQL fails over waits for it, and says so", async () => {
    const address = await server().createDatabase();
    await server().kill();
    const node = launchHeadcount(argsOf(address), { HEADCOUNT_TOKEN: TOKEN });
    await until(() => node.stderr().includes("the server tries it again for a minute"));
    await server().resume();
    await node.address;
    expect(node.stderr().match(/tries it again/g)).toHaveLength(1);
    expect(await node.stop()).toBe(0);
  });

  it("does not wait for what an operator has to mend", async () => {
    const address = (await server().createDatabase()).replace(/\w+$/, "nowhere");
    const node = launchHeadcount(argsOf(address), { HEADCOUNT_TOKEN: TOKEN });
    await expect(node.address).rejects.toThrow();
    expect(node.stderr()).toMatch(/database "nowhere" does not exist/);
    expect(node.stderr()).not.toMatch(/tries it again|^ {4}at /m);
  });

  it("has the token of its environment as old as the others have it", async () => {
    const address = await server().createDatabase();
    const times: unknown[] = [];
    for (let started = 0; started < 2; started++) {
      const node = await startHeadcount(argsOf(address), { HEADCOUNT_TOKEN: TOKEN });
      const response = await fetch(`${node.address}/v2/tokens/`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      const { results } = (await response.json()) as { results: { created_at: string }[] };
      times.push(...results.map((token) => token.created_at));
    }
    expect(times).toHaveLength(2);
    expect(times[1]).toBe(times[0]);
  });
});
