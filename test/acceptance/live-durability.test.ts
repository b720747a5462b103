import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { succeed, temporaryFolder } from "../support/headcount.ts";
import { demand, ServedDirectory } from "../support/live-api.ts";
import { checkMessages, checkServer } from "../support/live-checks.ts";
import { LiveListener } from "../support/live-listener.ts";
import { LiveReceiver } from "../support/live-receiver.ts";
import { Ledger, sendAll } from "../support/live-senders.ts";
import { makeLiveSite, SERIALS } from "../support/live-site.ts";
import { casesOf, numbersOfSeeds, SEEDS } from "../support/random.ts";
import { moment } from "../support/waiting.ts";

/** How often the server is killed. */
const KILLS = casesOf(3);

/** How long a server is let serve before it is killed at most, in ms. */
const SERVING_MS_MAX = 2_000;

/** How long a start takes at most before it is killed, in ms, and a stop. */
const STARTING_MS_MAX = 900;
const STOPPING_MS_MAX = 300;

type Below = (bound: number) => number;

/** Kills the server at random moments: while it serves, starts, and stops. */
async function killAndRestart(server: ServedDirectory, below: Below): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    // The first few are one of each.
    const kind = kill < 3 ? kill : below(5);
    await moment(below(SERVING_MS_MAX));
    if (kind === 1) {
      await server.killWhileStopping(below(STOPPING_MS_MAX));
    } else {
      await server.end("SIGKILL");
    }
    if (kind === 2) {
      server.launch();
      await moment(below(STARTING_MS_MAX));
      await server.end("SIGKILL");
    }
    await server.start();
  }
}

describe("a server that is killed again and again", () => {
  it(`loses nothing that it has acknowledged (seeds ${SEEDS})`, async () => {
    const directory = join(temporaryFolder(), "data");
    const server = new ServedDirectory(directory);
    await server.start();
    const spaces = await makeLiveSite(await server.address());
    const receiver = await LiveReceiver.listen(numbersOfSeeds(1));
    await receiver.register(await server.address());

    const ledger = new Ledger();
    const first = { serial: SERIALS.keyed, timestamp: Date.now() - 1, trajectory: 1, eventId: null } as const;
    const { id } = await demand<{ id: string }>(await server.address(), "/v1/events/", {
      sensor_id: `snr_${first.serial}`,
      timestamp: new Date(first.timestamp).toISOString(),
      direction: first.trajectory,
    });
    ledger.note([first], true);
    const after = BigInt(id.slice("evt_".length));
    const listener = new LiveListener(after);
    const listening = listener.listen(server);

    let isOver = false;
    const sending = sendAll({ server, ledger, below: numbersOfSeeds(), isOver: () => isOver });
    await killAndRestart(server, numbersOfSeeds(2)).finally(() => {
      isOver = true;
    });
    await sending;
    const log = await checkServer(await server.address(), { ledger, spaces, receiver });
    checkMessages(listener, after, spaces, log);
    listener.stop();

    expect(await server.end("SIGTERM")).toBe(0);
    await listening;
    expect(existsSync(join(directory, "headcount.duckdb.wal"))).toBe(false);
    const verified = await succeed(["rebuild", "--verify", "--data-dir", directory]);
    expect(JSON.parse(verified.stdout)).toMatchObject({ differences: [] });
  });
});
