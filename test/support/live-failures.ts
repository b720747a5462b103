import { rmSync } from "node:fs";
import { expect } from "vitest";
import type { ServedDirectory } from "./live-api.ts";
import type { PostgresServer } from "./postgres.ts";
import type { LinkFault, TcpLink } from "./tcp-link.ts";
import { moment, until } from "./waiting.ts";

/** How long a failure lasts at most, in ms. */
const FAILING_MS_MAX = 2_500;

/** What can fail in a cluster. */
export interface FailingParts {
  /** The server that the failure is of, and its link to PostgreSQL. */
  readonly node: ServedDirectory;
  readonly link: TcpLink;
  readonly postgres: PostgresServer;
  readonly below: (bound: number) => number;
}

/** A failure: it ends when what failed is whole again. */
export type Failure = (parts: FailingParts) => Promise<void>;

/** The link of a server to PostgreSQL fails for a while. */
const linkFailure =
  (fault: LinkFault): Failure =>
  async ({ link, below }) => {
    link.fail(fault);
    // Longer than an answer is waited for, in half of the cases.
    await moment(below(2 * FAILING_MS_MAX));
    link.heal();
  };

/** Failures of one server which another failure of another one can come with, by name. */
export const ISOLATIONS = [
  "a link is cut",
  "a link is stalled",
  "a link loses answers",
  "a node stands still",
];

/** What fails in a cluster, by name. */
export const FAILURES: Readonly<Record<string, Failure>> = {
  "a node is killed": async ({ node, below }) => {
    await node.end("SIGKILL");
    await moment(below(FAILING_MS_MAX));
    await node.start();
  },
  "an append's answer is lost": ({ link }) => link.loseAnswerOfAppend(),
  "a node stands still": async ({ node, below }) => {
    node.signal("SIGSTOP");
    await moment(below(2 * FAILING_MS_MAX));
    node.signal("SIGCONT");
  },
  "a link is stalled": linkFailure("stalled"),
  "PostgreSQL is killed": async ({ postgres, below }) => {
    await postgres.kill();
    await moment(below(FAILING_MS_MAX));
    await postgres.resume();
  },
  "a link loses requests": linkFailure("requests lost"),
  "a node is restarted": async ({ node }) => {
    expect(await node.end("SIGTERM")).toBe(0);
    await node.start();
  },
  "a link loses answers": linkFailure("answers lost"),
  "a node's disk is full": async ({ node, below }) => {
    await node.fillDisk();
    await until(async () => !node.isServing || !(await node.isReady()));
    await moment(below(FAILING_MS_MAX));
    await node.freeDisk();
    // A database that cannot be written at all ends its server: an operator starts it again.
    if (!node.isServing) await node.start();
  },
  "a link is cut": linkFailure("cut"),
  "a node's disk is replaced": async ({ node }) => {
    await node.end("SIGKILL");
    rmSync(node.directory, { recursive: true, force: true });
    await node.start();
  },
  "PostgreSQL ends all sessions": async ({ postgres }) => {
    await postgres.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'headcount%'",
    );
  },
  "a node and PostgreSQL are killed": async ({ node, postgres, below }) => {
    await postgres.kill();
    await node.end("SIGKILL");
    await moment(below(FAILING_MS_MAX));
    await postgres.resume();
    await node.start();
  },
};
