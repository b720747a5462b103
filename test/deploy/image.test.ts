import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startHeadcount, temporaryFolder } from "../support/headcount.ts";
import { inRepository } from "../support/repository.ts";

it("the health check of the image succeeds only while the server is ready", async () => {
  const check = (port: string) =>
    promisify(execFile)(process.execPath, [inRepository("bin/healthcheck.mjs")], {
      env: { HEADCOUNT_PORT: port },
    }).then(
      () => 0,
      ({ code }) => code as number,
    );
  const server = await startHeadcount(["serve", "--data-dir", temporaryFolder(), "--port", "0"]);
  const { port } = new URL(server.address);
  expect(await check(port)).toBe(0);
  await server.stop();
  expect(await check(port)).toBe(1);
});
