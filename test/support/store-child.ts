import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { loadFile } from "../../src/engine/events/event-changes.ts";
import { compactDatabase } from "../../src/store/duckdb/compact-database.ts";
import { logReports, removeBefore } from "./commits.ts";
import { TEST_SETTINGS } from "./settings.ts";
import { openDirectory } from "./store-directory.ts";
import { reportOf } from "./store-reports.ts";

/*
 * What tests let another process do to a data directory, to hold it or to be killed over it. It says on
 * stdout how far it has come. Run as `store-child.ts <work> <directory> [<argument>]`.
 */

const [work = "", directory = "", argument = ""] = process.argv.slice(2);

/** The present of these processes. */
const NOW = Date.UTC(2024, 6, 1);

/** Events of a batch of `append`. */
const BATCH_EVENTS = 500;

const WORKS: Readonly<Record<string, () => Promise<void>>> = {
  /** Opens the directory and holds it until killed. */
  hold: async () => {
    const store = await openDirectory(directory);
    say("holding");
    // A store that nothing refers to is collected, and its lock with it.
    setInterval(() => store, 1_000);
  },

  /** Opens the directory, which may make it, and closes it. */
  open: async () => {
    say("opening");
    await (await openDirectory(directory)).close();
    say("closed");
  },

  /** Stores events, one batch for each line of the argument, and is killed without having closed. */
  ingest: async () => {
    const store = await openDirectory(directory);
    for (const line of argument.split("\n")) await logReports(store, [reportOf(line)]);
    process.kill(process.pid, "SIGKILL");
  },

  /**
   * Stores events, a batch after the other, until it is killed, and says how many batches the log has. It writes
   * its changes into the database's file whenever they are as many bytes as the argument says.
   */
  append: async () => {
    const store = await openDirectory(directory, { logBytes: Number(argument) });
    const sent = (await store.events.summary()).events / BATCH_EVENTS;
    say("appending");
    for (let batch = sent; ; batch++) {
      const timestamp = NOW + batch;
      const ids = Array.from({ length: BATCH_EVENTS }, (_, row) => `${batch} ${row}`);
      const events = ids.map((eventId) => ({
        serialNumber: "s1",
        timestamp,
        trajectory: 1 as const,
        eventId,
      }));
      await logReports(store, events);
      say(`batches ${batch + 1}`);
    }
  },

  /** Removes events from before an instant, in ms, and writes the database again. */
  remove: async () => {
    const store = await openDirectory(directory);
    say("removing");
    await removeBefore(store, Number(argument), NOW);
    say("removed");
    await store.close();
    await compactDatabase(directory, true);
    say("compacted");
  },

  /** Loads a file, and says when it begins and has ended. */
  load: async () => {
    const store = await openDirectory(directory);
    const context = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => NOW } });
    say("loading");
    const { accepted, duplicates } = await loadFile(context, argument, {
      layout: PLAIN_LAYOUT,
      acceptsRejects: true,
      duplicateRule: "auto",
      onReject: () => undefined,
      onProgress: ({ phase }) => say(phase),
    });
    say(`loaded ${accepted} ${duplicates}`);
    await store.close();
    say("closed");
  },
};

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

await WORKS[work]?.().catch((error: unknown) => {
  const { kind, message } = error as { kind?: string; message?: string };
  say(`failed ${kind}: ${message}`);
});
