import type { Figure } from "../harness.ts";
import type { Workspace } from "../workspace.ts";
import { pressureBench } from "./pressure.bench.ts";
import { socketsBench } from "./sockets.bench.ts";
import { steadyBench } from "./steady.bench.ts";
import { webhooksBench } from "./webhooks.bench.ts";

/**
 * Measures websockets and webhooks of `headcount serve`. Yields one table after another.
 *
 * @param seconds the duration of the steady load
 */
export async function* liveBench(workspace: Workspace, seconds: number): AsyncGenerator<Figure[]> {
  yield await socketsBench(workspace);
  yield await webhooksBench(workspace);
  yield await pressureBench(workspace);
  yield await steadyBench(workspace, seconds);
}
