import { HeadcountError, messageOfError } from "../../domain/errors.ts";
import { MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import type { Engine } from "../../engine/engine.ts";
import { Duty } from "../../engine/journal/duty.ts";
import type { Replica } from "../../engine/journal/replica.ts";
import type { MirrorProgress } from "../../engine/ports/mirrors.ts";
import { repeat, systemTimers } from "../../engine/timers.ts";
import { formatNumber, info, within } from "../process.ts";
import { type ClusterParts, closeParts } from "./database.ts";

/** How often a node says that it is there, in ms. */
const REPORT_MS = 2 * SECOND_MS;

/** How often it is asked whether a snapshot is due, in ms. */
const SNAPSHOT_CHECK_MS = MINUTE_MS;

/** How long PostgreSQL may take to answer what a node still asks when it stops, in ms. */
const STOP_MS = SECOND_MS;

type NodeEngine = Pick<Engine, "backups" | "clock"> & { readonly replica: Replica };

interface NodeSelf {
  /** The address under which the others reach it; null if it has not been given. */
  readonly address: string | null;
  readonly release: string;
  /** The newest format of records that it reads. */
  readonly recordFormat: number;
  /** How far the mirrors are that it keeps up to date at present. */
  mirrors(): readonly MirrorProgress[];
}

/** Follows the log, lists the node among the others, and makes snapshots if that is its duty, until it is stopped. */
export function startNode(engine: NodeEngine, cluster: ClusterParts, self: NodeSelf) {
  const { replica } = engine;
  const { duties, nodes } = cluster;
  // Resolves when the log does not have the next records any more, since the node has stood still for long.
  let truncate: (error: HeadcountError) => void = () => {};
  const truncated = new Promise<HeadcountError>((resolve) => {
    truncate = resolve;
  });
  const stopFollowing = replica.start(systemTimers, {
    reachable: (failure) =>
      info(
        `headcount: ${failure === null ? "the log of the cluster can be reached again" : messageOfError(failure)}`,
      ),
    clockStepped: (ms) =>
      info(
        `headcount: the clock of PostgreSQL's machine was set by ${formatNumber(ms / SECOND_MS)} s. It is not followed ` +
          "while it and the clock of this machine are more than a minute apart: correct the wrong one",
      ),
    failed: (error) => {
      const isFinal = replica.state.stopped === "outdated";
      if (error instanceof HeadcountError && error.kind === "log-truncated") truncate(error);
      else
        info(
          `headcount: cannot follow the log: ${messageOfError(error)}${isFinal ? "" : "; it is tried again"}`,
        );
    },
  });
  void warnOfLoss(cluster);
  // Whether the log can be reached is said by what follows it.
  const stopReports = repeat(systemTimers, async () => {
    const report = { ...self, position: replica.position, mirrors: self.mirrors() };
    await nodes.report(report).catch(() => undefined);
    return REPORT_MS;
  });
  let checks: AbortController | null = null;
  const duty = new Duty("snapshots", {
    ...duties,
    timers: systemTimers,
    isFollowing: () => replica.state.stopped === null,
    begin: async () => {
      checks = new AbortController();
      const { signal } = checks;
      const stopChecks = repeat(systemTimers, async () => {
        await makeSnapshot(engine, cluster, { release: self.release, signal }).catch((error: unknown) => {
          if (!signal.aborted) info(`headcount: no snapshot has been made: ${messageOfError(error)}`);
        });
        return SNAPSHOT_CHECK_MS;
      });
      signal.addEventListener("abort", () => void stopChecks());
    },
    // A snapshot that is being made can take minutes: it is not waited for.
    end: async () => checks?.abort(new Error("the server has given the duty up")),
    failed: () => {},
  });
  duty.start();
  const stop = async () => {
    const stopping = Promise.all([stopReports(), duty.stop(0), stopFollowing()]);
    await within(STOP_MS, stopping);
    // What still waits for PostgreSQL fails with its connection.
    await closeParts(cluster);
    await stopping;
  };
  let stopped: Promise<void> | null = null;
  return {
    truncated,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Says what PostgreSQL may lose as it is set. */
async function warnOfLoss({ read }: Pick<ClusterParts, "read">): Promise<void> {
  // The replica reports if the log cannot be reached.
  const state = await read().catch(() => null);
  if (state === null) return;
  const { fsync, synchronousCommit } = state.log;
  const wrong = [fsync ? "" : "fsync is off", synchronousCommit === "off" ? "synchronous_commit is off" : ""];
  const settings = wrong.filter((setting) => setting !== "").join(" and ");
  if (settings !== "")
    info(`headcount: warning: in PostgreSQL ${settings}: acknowledged changes may be lost`);
}

async function makeSnapshot(
  { replica, backups, clock }: NodeEngine,
  { snapshots }: Pick<ClusterParts, "snapshots">,
  { release, signal }: { readonly release: string; readonly signal: AbortSignal },
): Promise<void> {
  if (!(await snapshots.isDue())) return;
  // The copy is made later: it has at least this position.
  const { position } = replica;
  const { archive, discard } = await backups.pack({ release, now: clock.now(), onProgress: () => {} });
  try {
    signal.throwIfAborted();
    await snapshots.store(position, archive, { signal });
  } finally {
    await discard();
  }
}
