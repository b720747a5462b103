import { execFile } from "node:child_process";
import { createReadStream, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { describe, expect, it } from "vitest";
import { headcountProcess, launchHeadcount, temporaryFolder } from "../support/headcount.ts";
import { inRepository, isInRepository, readManifest, readRepository } from "../support/repository.ts";

const TOKEN = "packed";

/** Packs the repository as it is built, and unpacks that into a folder. */
async function packInto(folder: string): Promise<string[]> {
  const packed = temporaryFolder();
  // Without `prepack`, which would build while other tests use what is built.
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", packed];
  await promisify(execFile)("npm", args, { cwd: inRepository("") });
  const [name = ""] = readdirSync(packed);
  const paths: string[] = [];
  const entries = createReadStream(join(packed, name)).pipe(createGunzip()).pipe(extract());
  for await (const entry of entries) {
    const path = relative("package", entry.header.name);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await buffer(entry), { mode: entry.header.mode });
    paths.push(path);
  }
  return paths;
}

/** Links the packages that an installation without those for development has. */
function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readRepository("package-lock.json")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  for (const [path, { dev = false }] of Object.entries(packages)) {
    const isTop = path.lastIndexOf("node_modules/") === 0;
    if (!isTop || dev || !isInRepository(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(inRepository(path), join(folder, path));
  }
}

describe("the packed program", () => {
  it("has all that it takes, sets a site up, loads history and serves, without packages for development", async () => {
    const folder = temporaryFolder();
    const paths = await packInto(folder);
    const needed = ["bin/headcount", "dist/cli/main.js", "dist/client/index.js", "dist/client/index.d.ts"];
    const texts = ["LICENSE", "README.md", "CHANGELOG.md", "docs/deployment.md", "deploy/headcount.service"];
    const ofConsole = isInRepository("console") ? ["dist/console/index.html"] : [];
    expect(paths).toEqual(expect.arrayContaining([...needed, ...texts, ...ofConsole]));
    expect(paths.filter((path) => /^(?:src|test|bench|console|node_modules)\//.test(path))).toEqual([]);

    linkPackages(folder);
    const program = join(folder, "bin/headcount");
    const data = join(temporaryFolder(), "data");
    const run = (...args: string[]) => headcountProcess(args, { program, cwd: folder });
    expect((await run("--version")).stdout.trim()).toBe(readManifest("package.json").version);
    const applied = await run("site", "apply", "fixtures/demo-site.yaml", "--data-dir", data);
    expect(applied.code, applied.stderr).toBe(0);
    const loaded = await run("backfill", "fixtures/harbour-monday.csv", "--data-dir", data);
    expect(loaded.code, loaded.stderr).toBe(0);

    const server = launchHeadcount(
      ["serve", "--data-dir", data, "--port", "0"],
      { HEADCOUNT_TOKEN: TOKEN },
      { program },
    );
    const address = await server.address;
    const counts = await run(
      ...["counts", "Cafe", "--start", "2024-05-06", "--end", "2024-05-07", "--format", "json"],
      ...["--url", address, "--token", TOKEN],
    );
    expect(JSON.parse(counts.stdout).metrics.entrances.total).toBeGreaterThan(0);
    expect((await fetch(`${address}/docs/`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
